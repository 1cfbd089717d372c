import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { documents } from '#features/clients/documents/contract.ts'
import { blobDeletions, clients, mailFiles, projectDocuments } from '#server/database/schema.ts'
import { faultsOf } from '#test/harness/mail-faults.ts'
import { fetchFile, newProject, upload } from '#test/harness/project.ts'
import {
  colleague,
  confirmedLead,
  lastMailTo,
  type MailApp,
  openMailApp,
  reply,
  sendNow,
  uploadFile,
} from '#test/harness/replies.ts'
import { multipart, pdf, png } from '#test/harness/sample-files.ts'
import { anyId } from '#test/harness/sample-input.ts'
import type { Person } from '#test/harness/test-app.ts'
import { mailThreads } from '../threads/contract.ts'
import { outgoingMail } from './contract.ts'

const visitor = 'ada@northfold.test'

async function add(app: MailApp, person: Person, name: string, bytes: Buffer): Promise<string> {
  const answer = await uploadFile(app, person, multipart(name, bytes))
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<{ id: string }>().id
}

const download = (app: MailApp, person: Person, id: string) =>
  app.send({
    url: `/api/admin/mail/files/${id}/download`,
    headers: { cookie: person.cookie ?? '' },
  })

test('files and documents go with a reply as they were, also after the document is deleted', async () => {
  await using app = await openMailApp()
  const { id: inquiryId } = await confirmedLead(app)
  const owner = await colleague(app, 'Olga', 'owner')
  const project = await newProject(app)
  const document = await upload(app, owner, project, 'Angebot Zürich.pdf', pdf)
  const fileId = await add(app, owner, 'scan "1".png', png)
  const made = await reply(owner, inquiryId, { fileIds: [fileId], documentIds: [document.id] })
  expect(made.files.map(({ name, size }) => [name, size]).sort()).toEqual([
    ['Angebot Zürich.pdf', pdf.length],
    ['scan "1".png', png.length],
  ])
  await owner.call(documents.remove, { ...project, documentId: document.id })
  await app.db.update(projectDocuments).set({ deletedAt: sql`now() - interval '1 hour'` })
  await app.work()
  await sendNow(app, owner, made.id)
  const { raw, parsed } = await lastMailTo(app, visitor)
  expect(await faultsOf(raw, 2)).toEqual([])
  const sent = parsed.attachments.map(({ filename, content }) => [filename, content])
  expect(sent.sort()).toEqual([
    ['Angebot Zürich.pdf', pdf],
    ['scan "1".png', png],
  ])
  const answer = await download(app, owner, fileId)
  expect(answer.rawPayload).toEqual(png)
  expect(answer.headers).toMatchObject({
    'content-disposition': expect.stringContaining('attachment'),
    'x-content-type-options': 'nosniff',
  })
})

test('uploads obey the rules of documents, and a file belongs to who uploaded it', async () => {
  await using app = await openMailApp()
  const { id: inquiryId } = await confirmedLead(app)
  const [mara, bo] = [await colleague(app, 'Mara'), await colleague(app, 'Bo')]
  const refused = await uploadFile(app, mara, multipart('a.pdf', png))
  expect(refused.statusCode).toBe(415)
  const fileId = await add(app, mara, 'a.png', png)
  const others = reply(bo, inquiryId, { fileIds: [fileId] })
  await expect(others).rejects.toMatchObject({ fields: { fileIds: /\w/ } })
  expect((await download(app, bo, fileId)).statusCode).toBe(404)
  await reply(mara, inquiryId, { fileIds: [fileId] })
  expect((await download(app, bo, fileId)).statusCode).toBe(200)
  const again = reply(mara, inquiryId, { fileIds: [fileId], force: true })
  await expect(again).rejects.toMatchObject({ fields: { fileIds: /\w/ } })
})

test('a mail takes ten files of together 18,874,368 bytes, and no more', async () => {
  await using app = await openMailApp()
  const { id: inquiryId } = await confirmedLead(app)
  const owner = await colleague(app, 'Olga', 'owner')
  const many = reply(owner, inquiryId, {
    fileIds: Array(6).fill(anyId),
    documentIds: Array(5).fill(anyId),
  })
  await expect(many).rejects.toMatchObject({ code: 'invalid_input' })
  const [a, b] = [await add(app, owner, 'a.png', png), await add(app, owner, 'b.png', png)]
  const sized = (bytes: number) =>
    app.db.update(mailFiles).set({ fileSize: bytes }).where(eq(mailFiles.id, a))
  await sized(18_874_368 - png.length + 1)
  const heavy = reply(owner, inquiryId, { fileIds: [a, b] })
  await expect(heavy).rejects.toMatchObject({ fields: { fileIds: /18 MB/ } })
  await sized(18_874_368 - png.length)
  await reply(owner, inquiryId, { fileIds: [a, b] })
})

test('documents of another client cannot be sent to a client by mistake', async () => {
  await using app = await openMailApp()
  const owner = await colleague(app, 'Olga', 'owner')
  const [own, other] = [await newProject(app), await newProject(app, 'Other')]
  await app.db.update(clients).set({ email: 'c@client.test' })
  const foreign = await upload(app, owner, other, 'a.pdf', pdf)
  const input = { projectId: own.projectId, subject: 'Offer', text: 'Attached', seenId: null }
  const refused = owner.call(mailThreads.create, { ...input, documentIds: [foreign.id] })
  await expect(refused).rejects.toMatchObject({ fields: { documentIds: /this client/ } })
  const files = await app.db.$count(mailFiles)
  expect(files).toBe(0)
  const good = await upload(app, owner, own, 'b.pdf', pdf)
  const made = await owner.call(mailThreads.create, { ...input, documentIds: [good.id] })
  expect(made).toMatchObject({ to: 'c@client.test', files: [{ name: 'b.pdf' }] })
})

test('the files of a reply that was taken back can be sent again, and go after a day', async () => {
  await using app = await openMailApp()
  const { id: inquiryId } = await confirmedLead(app)
  const mara = await colleague(app, 'Mara')
  const fileId = await add(app, mara, 'a.png', png)
  const first = await reply(mara, inquiryId, { fileIds: [fileId] })
  const { files } = await mara.call(outgoingMail.cancel, { id: first.id })
  expect(files).toMatchObject([{ id: fileId }])
  const second = await reply(mara, inquiryId, { fileIds: [fileId] })
  await mara.call(outgoingMail.cancel, { id: second.id })
  await app.work()
  expect(await app.db.$count(mailFiles)).toBe(1)
  await app.db.update(mailFiles).set({ createdAt: sql`now() - interval '25 hours'` })
  await app.db.execute(sql`delete from jobs where name = 'mail.unsent'`)
  await app.work()
  expect(await app.db.$count(mailFiles)).toBe(0)
  await app.db.execute(sql`delete from jobs where name = 'documents.sweep'`)
  await app.work()
  expect(await app.db.$count(blobDeletions)).toBe(0)
})

test('a file of a mail is saved as a document of a project, once per key', async () => {
  await using app = await openMailApp()
  const { id: inquiryId } = await confirmedLead(app)
  const owner = await colleague(app, 'Olga', 'owner')
  const project = await newProject(app)
  const id = await add(app, owner, 'a.png', png)
  const unsent = owner.call(documents.saveMailFile, { ...project, id })
  await expect(unsent).rejects.toMatchObject({ code: 'not_found' })
  await reply(owner, inquiryId, { fileIds: [id] })
  const key = { idempotencyKey: 'save-a-png' }
  const saved = await owner.call(documents.saveMailFile, { ...project, id }, key)
  expect(saved).toMatchObject({ originalName: 'a.png', fileSize: png.length, author: 'Olga' })
  const again = await owner.call(documents.saveMailFile, { ...project, id }, key)
  expect(again.id).toBe(saved.id)
  const bytes = await fetchFile(app, owner, { ...project, documentId: saved.id })
  expect(bytes.rawPayload).toEqual(png)
})
