import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { toWire } from '#contract/endpoint.ts'
import { inquiries } from '#features/leads/contract.ts'
import * as tables from '#server/database/schema.ts'
import { mailInEnvironment, mailOf, postMail } from '#test/harness/mails.ts'
import { newProject, upload } from '#test/harness/project.ts'
import { pdf } from '#test/harness/sample-files.ts'
import { openTestApp, type Person, type TestApp } from '#test/harness/test-app.ts'
import { unpack } from '#test/harness/unpack.ts'
import { dataExchange } from './contract.ts'

function getArchive(app: TestApp, person: Person, id: string) {
  const { url } = toWire(dataExchange.exportClient, { id })
  return app.send({ method: 'GET', url, headers: { cookie: person.cookie ?? '' } })
}

test('an owner gets everything about one client as a zip, others do not', async () => {
  await using app = await openTestApp()
  const owner = await app.person('owner', 'olga')
  const project = await newProject(app, 'Northfold / Logistics')
  const { clientId, projectId } = project
  await upload(app, owner, project, 'plan.pdf', pdf)
  await upload(app, owner, project, 'plan.pdf', Buffer.concat([pdf, pdf]))
  await app.db.insert(tables.projectNotes).values({ projectId, content: 'Call on Monday' })
  const inquiryId = randomUUID()
  await app.db.insert(tables.inquiries).values({
    id: inquiryId,
    name: 'Ada',
    email: 'a@n.example',
    message: 'Hello',
    contentHash: Buffer.alloc(32),
    clientId,
  })
  await app.db.insert(tables.inquiryDetails).values({ inquiryId, text: 'Call before noon' })
  const other = await newProject(app, 'Somebody Else')
  const thread = (clientId: string, subject: string) => ({ clientId, subject })
  const [own, foreign] = await app.db
    .insert(tables.mailThreads)
    .values([thread(clientId, 'About slips'), thread(other.clientId, 'Secret thread')])
    .returning()
  const mail = (threadId: string | undefined, text: string, hour = 9) => ({
    createdAt: new Date(2026, 0, 5, hour),
    direction: 'out' as const,
    kind: 'reply' as const,
    delivery: 'accepted' as const,
    subject: 'About slips' as const,
    threadId,
    text,
    messageId: `<${text}@n.test>`,
    toAddress: 'a@n.example',
  })
  await app.db
    .insert(tables.mailMessages)
    .values([mail(own?.id, 'First'), mail(own?.id, 'Second', 10), mail(foreign?.id, 'Secret mail')])
  await upload(app, owner, other, 'secret.pdf', pdf)
  const [first, , secret] = await app.db.select().from(tables.mailMessages)
  for (const [message, name] of [
    [first, 'slip.pdf'],
    [secret, 'Secret.pdf'],
  ] as const) {
    const file = await app.deps.storage.receive(pdf.length)
    await pipeline(Readable.from([pdf]), file.sink)
    const sha256 = file.sha256()
    await file.commit(sha256)
    await file.discard()
    const stored = { storageKey: file.key, fileSize: pdf.length, sha256 }
    await app.db.insert(tables.mailFiles).values({
      messageId: message?.id,
      role: 'attachment',
      originalName: name,
      ...stored,
      mimeType: 'application/pdf',
    })
  }
  const due = { openedAt: new Date(), dueSoonAt: new Date(), dueAt: new Date() }
  const [deadline] = await app.db
    .insert(tables.replyDeadlines)
    .values({ kind: 'inquiry', inquiryId, ...due })
    .returning()
  const deadlineId = deadline?.id ?? ''
  await app.db.insert(tables.replyDeadlineEvents).values({ deadlineId, type: 'opened' })
  const answer = await getArchive(app, owner, clientId)
  expect(answer.headers['content-disposition']).toContain('filename="Northfold - Logistics.zip"')
  const files = await unpack(answer.rawPayload)
  expect([...files.keys()].sort()).toEqual([
    'client.json',
    'documents/Invoices/plan (2).pdf',
    'documents/Invoices/plan.pdf',
    'mail/About slips/slip.pdf',
  ])
  expect(files.get('mail/About slips/slip.pdf')?.equals(pdf)).toBe(true)
  expect(files.get('documents/Invoices/plan.pdf')?.equals(pdf)).toBe(true)
  const data = JSON.parse(String(files.get('client.json')))
  expect(data).toMatchObject({
    client: { name: 'Northfold / Logistics' },
    projects: [
      {
        title: 'Invoices',
        notes: [{ content: 'Call on Monday' }],
        documents: [
          { originalName: 'plan.pdf', author: 'olga' },
          { path: 'documents/Invoices/plan (2).pdf' },
        ],
      },
    ],
    inquiries: [{ message: 'Hello', details: [{ text: 'Call before noon' }] }],
    chats: [],
    mail: [
      {
        subject: 'About slips',
        messages: [
          { direction: 'out', toAddress: 'a@n.example', text: 'First', delivery: 'accepted' },
          { text: 'Second', files: [] },
        ],
      },
    ],
    replyDeadlines: [{ kind: 'inquiry', inquiryId, events: [{ type: 'opened' }] }],
  })
  expect(data.mail[0].messages[0].files).toMatchObject([{ path: 'mail/About slips/slip.pdf' }])
  expect(String(files.get('client.json'))).not.toMatch(/storageKey|contentHash|visitorHash|Secret/)
  const admin = await app.person('admin')
  expect((await getArchive(app, admin, clientId)).statusCode).toBe(403)
  expect((await getArchive(app, owner, projectId)).statusCode).toBe(404)
})

test('the archive of a client has the mail from their address that is not parsed yet', async () => {
  await using app = await openTestApp({ environment: mailInEnvironment })
  const owner = await app.person('owner')
  const { clientId } = await newProject(app, 'Ada')
  await app.db.update(tables.clients).set({ email: 'Ada@n.test' })
  const raw = mailOf('Hello', { From: '"ben@n.test" <ada@N.test>' })
  await postMail(app, raw, { sender: 'bounces@list.test' })
  await postMail(app, mailOf('Other', { From: '"ada@n.test" <ben@n.test>' }))
  const files = await unpack((await getArchive(app, owner, clientId)).rawPayload)
  const path = 'mail/not read yet/mail.eml'
  expect([...files.keys()].sort()).toEqual(['client.json', path])
  expect(files.get(path)?.equals(raw)).toBe(true)
  expect(JSON.parse(String(files.get('client.json')))).toMatchObject({ waitingMail: [{ path }] })
})

test('erasing a person removes what is stored under the address, and nothing else', async () => {
  await using app = await openTestApp()
  const owner = await app.person('owner')
  const [gone, stays] = [await newProject(app, 'Ada'), await newProject(app, 'Ben')]
  const { db, deps } = app
  await db
    .update(tables.clients)
    .set({ email: 'Ada@N.example' })
    .where(eq(tables.clients.id, gone.clientId))
  await db
    .update(tables.clients)
    .set({ email: 'ben@n.example' })
    .where(eq(tables.clients.id, stays.clientId))
  await upload(app, owner, gone, 'a.pdf', pdf)
  await upload(app, owner, stays, 'b.pdf', pdf)
  const inquiry = { name: 'x', message: 'x', contentHash: Buffer.alloc(32) }
  await db.insert(tables.inquiries).values([
    { ...inquiry, email: 'ada@n.EXAMPLE' },
    { ...inquiry, email: 'ben@n.example', clientId: gone.clientId },
  ])
  const chats = await db
    .insert(tables.chatSessions)
    .values(
      ['ada@n.example', 'ben@n.example'].map((visitorEmail, at) => ({
        visitorHash: Buffer.alloc(32, at),
        visitorName: 'x',
        visitorEmail,
      })),
    )
    .returning()
  await db.insert(tables.chatMessages).values(
    chats.map(({ id }) => ({
      sessionId: id,
      seq: 1,
      senderType: 'visitor' as const,
      senderKey: 'v',
      content: 'Hi',
    })),
  )
  const email = ' ADA@n.example '
  const found = await owner.call(dataExchange.findPerson, { email })
  expect(found).toEqual({
    inquiries: 1,
    bookings: 0,
    chats: 1,
    messages: 1,
    mails: 0,
    clients: [{ id: gone.clientId, name: 'Ada', projects: 1, notes: 0, documents: 1 }],
    disclosures: 0,
    googleResources: 0,
  })
  await expect(
    owner.call(dataExchange.erasePerson, { email, confirmation: 'ben@n.example' }),
  ).rejects.toMatchObject({ code: 'invalid_input', fields: { confirmation: expect.any(String) } })
  expect(
    await owner.call(dataExchange.erasePerson, { email, confirmation: 'ada@n.example' }),
  ).toEqual(found)
  await app.work()
  const left = {
    clients: (await db.select().from(tables.clients)).map(({ name }) => name),
    inquiries: (await db.select().from(tables.inquiries)).map(({ email: address, clientId }) => [
      address,
      clientId,
    ]),
    chats: (await db.select().from(tables.chatSessions)).map(({ visitorEmail }) => visitorEmail),
    messages: await db.$count(tables.chatMessages),
    documents: (await db.select().from(tables.projectDocuments)).map(
      ({ originalName }) => originalName,
    ),
  }
  expect(left).toEqual({
    clients: ['Ben'],
    inquiries: [['ben@n.example', null]],
    chats: ['ben@n.example'],
    messages: 1,
    documents: ['b.pdf'],
  })
  let files = 0
  for await (const _ of deps.storage.olderThan(new Date(Date.now() + 60_000))) files++
  expect(files).toBe(1)
  const [act] = await db
    .select()
    .from(tables.auditEntries)
    .where(eq(tables.auditEntries.action, 'person.erased'))
  expect(act).toMatchObject({
    details: { inquiries: 1, bookings: 0, chats: 1, mails: 0, clients: 1, documents: 1 },
    clientId: null,
  })
  expect(JSON.stringify(app.logged)).not.toContain('ada@')
  await expect(
    owner.call(dataExchange.erasePerson, { email, confirmation: email }),
  ).rejects.toMatchObject({ code: 'not_found' })
  const admin = await app.person('admin')
  await expect(admin.call(dataExchange.findPerson, { email })).rejects.toMatchObject({
    code: 'forbidden',
  })
})

test('a person is one, however the domain of the address is written', async () => {
  await using app = await openTestApp({ environment: mailInEnvironment })
  const owner = await app.person('owner')
  const message = { name: 'Ada', message: 'Hello', service: '', company: '' }
  for (const email of ['ada@bücher.test', 'Ada@BÜCHER.test', 'ada@xn--bcher-kva.test']) {
    await app.stranger().call(inquiries.create, { ...message, email, message: email })
  }
  await postMail(app, mailOf('Hello', { From: 'Ada <ada@bücher.test>' }))
  await postMail(app, mailOf('Hello', { From: 'Ada <ada@xn--bcher-kva.test>' }))
  await app.work()
  const found = await owner.call(dataExchange.findPerson, { email: 'ada@bücher.test' })
  expect(found).toMatchObject({ inquiries: 3, mails: expect.any(Number) })
  expect(found.mails).toBeGreaterThanOrEqual(2)
  const confirmation = 'ADA@Bücher.test'
  await owner.call(dataExchange.erasePerson, { email: 'ada@xn--bcher-kva.test', confirmation })
  expect(await app.db.$count(tables.inquiries)).toBe(0)
  const senders = await app.db
    .select({ from: tables.mailMessages.fromAddress })
    .from(tables.mailMessages)
  expect(senders.filter(({ from }) => from?.includes('ada@'))).toEqual([])
})
