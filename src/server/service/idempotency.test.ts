import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { chat } from '#features/chat/protocol/contract.ts'
import { clients } from '#features/clients/contract.ts'
import { documents } from '#features/clients/documents/contract.ts'
import { notes } from '#features/clients/notes/contract.ts'
import { projects } from '#features/clients/projects/contract.ts'
import { caseStudies } from '#features/content/case-studies/contract.ts'
import { services } from '#features/content/services/contract.ts'
import { invitations } from '#features/identity/invitations/contract.ts'
import { users } from '#features/identity/users/contract.ts'
import { conversions } from '#features/leads/conversion/contract.ts'
import { openChatTestApp } from '#test/harness/chat-app.ts'
import { failureOf } from '#test/harness/failure-of.ts'
import { openMailSink } from '#test/harness/mail-sink.ts'
import { newProject, send } from '#test/harness/project.ts'
import { multipart, pdf } from '#test/harness/sample-files.ts'
import { openTestApp, origin } from '#test/harness/test-app.ts'
import { register } from '../../services.ts'
import { idempotencyKeys, inquiries } from '../database/schema.ts'
import { documentsDirectory } from '../files/open-storage.ts'
import { removeOldIdempotencyKeys } from './idempotency.ts'

const client = { name: 'Northfold', email: 'ada@northfold.example' }
const again = { idempotencyKey: 'form-1' }

test('asked again with the same key, a client, a project and a note are made once', async () => {
  await using app = await openTestApp()
  const mara = await app.person('admin')
  const made = await mara.call(clients.create, client, again)
  expect(await mara.call(clients.create, client, again)).toEqual(made)
  const project = { clientId: made.id, title: 'Slips' }
  const key = { idempotencyKey: 'form-2' }
  const { id: projectId } = await mara.call(projects.create, project, key)
  expect((await mara.call(projects.create, project, key)).id).toBe(projectId)
  const note = { clientId: made.id, projectId, content: 'Called.' }
  const third = { idempotencyKey: 'form-3' }
  const first = await mara.call(notes.create, note, third)
  expect(await mara.call(notes.create, note, third)).toEqual(first)
  const shown = await mara.call(projects.show, { clientId: made.id, projectId })
  expect(shown.notes).toHaveLength(1)
  expect((await mara.call(clients.show, { id: made.id })).projects).toHaveLength(1)
})

test('asked again with the same key, an upload and an import are made once', async () => {
  await using app = await openTestApp()
  const mara = await app.person('admin')
  const ref = await newProject(app)
  const headers = { 'idempotency-key': 'file-1' }
  const sendAgain = () => {
    const sent = multipart('a.pdf', pdf)
    return send(app, mara, ref, { ...sent, headers: { ...sent.headers, ...headers } })
  }
  const made = await Promise.all([sendAgain(), sendAgain()])
  made.push(await sendAgain())
  expect(made.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
  expect(new Set(made.map((answer) => answer.json().id)).size).toBe(1)
  expect(await mara.call(documents.list, ref)).toHaveLength(1)
  expect(readdirSync(documentsDirectory(app.deps.config))).toHaveLength(1)
  const table = multipart('a.csv', Buffer.from('name,email\nAda,ada@n.example\nBen,none\n'))
  const importAgain = () =>
    app.send({
      method: 'POST',
      url: '/api/admin/clients/import?duplicates=create',
      headers: {
        ...table.headers,
        'idempotency-key': 'table-1',
        origin,
        cookie: mara.cookie ?? '',
      },
      payload: table.payload,
    })
  for (const answer of [await importAgain(), await importAgain()]) {
    expect(answer.json()).toEqual({ created: 1, skipped: 0, refused: 1 })
  }
  expect((await mara.call(clients.list, { search: 'Ada' })).total).toBe(1)
})

const service = {
  slug: 'slips',
  title: 'Slips',
  category: 'Paper',
  description: 'Read at once',
  features: ['Fast'],
}
const caseStudy = {
  title: 'Slips',
  company: 'Northfold',
  industry: 'Freight',
  duration: '',
  tags: [],
  challenge: 'Paper',
  solution: 'None',
  results: [],
}

test('asked again with the same key, a service and a case study are made once', async () => {
  await using app = await openTestApp()
  const mara = await app.person('admin')
  const made = await mara.call(services.create, service, again)
  expect(await mara.call(services.create, service, again)).toEqual(made)
  await failureOf(mara.call(services.create, service, { idempotencyKey: 'form-2' }))
  const third = { idempotencyKey: 'form-3' }
  const study = await mara.call(caseStudies.create, caseStudy, third)
  expect(await mara.call(caseStudies.create, caseStudy, third)).toEqual(study)
  expect(await mara.call(caseStudies.list, {})).toHaveLength(1)
})

test('asked again with the same key, a lead and a chat are converted once', async () => {
  await using app = await openChatTestApp()
  const mara = await app.person('admin')
  for (const key of ['inquiry', 'consultation']) {
    const [lead] = await app.db
      .insert(inquiries)
      .values({
        name: 'Ada',
        email: `${key}@n.example`,
        service: key,
        message: 'Hello',
        contentHash: Buffer.from(key),
      })
      .returning()
    const input = { inquiryId: lead?.id ?? '', createProject: true }
    const options = { idempotencyKey: key }
    const ask = () => mara.call(conversions.convert, input, options)
    const [made, meanwhile] = await Promise.all([ask(), ask()])
    expect(made.projects).toHaveLength(1)
    expect([meanwhile, await ask()]).toEqual([made, made])
    const other = await failureOf(mara.call(conversions.convert, input))
    expect(other.code).toBe('conflict')
  }
  const { sessionId: id } = await app.visitor()
  const linked = await mara.call(chat.createClient, { id }, again)
  expect(await mara.call(chat.createClient, { id }, again)).toEqual(linked)
  expect((await mara.call(clients.list, {})).total).toBe(3)
})

test('asked again with the same key, an invitation is one, with one link and one mail', async () => {
  await using sink = await openMailSink()
  const mail = { SMTP_URL: sink.url, MAIL_FROM: 'site@n.example', MAIL_TO: 'staff@n.example' }
  await using app = await openTestApp({ environment: mail })
  const ona = await app.person('owner')
  const invitation = { username: 'ben', email: 'ben@n.example', role: 'agent' } as const
  const ask = () => ona.call(users.invite, invitation, again)
  const [made, meanwhile] = await Promise.all([ask(), ask()])
  expect([meanwhile, await ask()]).toEqual([made, made])
  expect(made).toMatchObject({ mailedTo: 'ben@n.example', user: { state: 'invited' } })
  await app.work()
  expect(sink.mails).toHaveLength(1)
  expect(sink.mails[0]?.replaceAll('=\n', '')).toContain(made.link)
  const token = made.link.split('#')[1] ?? ''
  expect(await ona.call(invitations.check, { token })).toMatchObject({ username: 'ben' })
  await ona.call(users.renewLink, { id: made.user.id })
  expect((await failureOf(ask())).code).toBe('conflict')
})

test('every create takes a key, except where repetitions are harmless', () => {
  const makes = register.map(({ endpoint }) => endpoint).filter(({ status }) => status === 201)
  const without = makes.filter(({ once }) => !once).map(({ name }) => name)
  expect(without.sort()).toEqual([
    // An unused hold expires, and a hold is only confirmed once.
    'holds.create',
    // Unsent files and unused pictures are removed later. A registered device is not added again.
    'mailFiles.upload',
    'media.upload',
    'meetings.create',
    // A repetition names a version that is no longer live, and is refused as a conflict.
    'pages.publish',
    // A second link is listed, can be revoked, and expires.
    'previews.create',
    'push.subscribe',
    'siteSettings.publish',
    'siteSettings.restore',
    'users.renewLink',
  ])
})

test('ten at once with one key make one client', async () => {
  await using app = await openTestApp()
  const mara = await app.person('admin')
  const all = await Promise.all(
    Array.from({ length: 10 }, () => mara.call(clients.create, client, again)),
  )
  expect(new Set(all.map(({ id }) => id)).size).toBe(1)
  expect((await mara.call(clients.list, {})).total).toBe(1)
})

test('a key belongs to its sender and to one kind of thing; a refused attempt does not use it up', async () => {
  await using app = await openTestApp()
  const [mara, jon] = [await app.person('admin', 'mara'), await app.person('admin', 'jon')]
  await failureOf(mara.call(clients.create, { ...client, email: 'no address' }, again))
  const made = await mara.call(clients.create, client, again)
  expect((await jon.call(clients.create, client, again)).id).not.toBe(made.id)
  const project = { clientId: made.id, title: 'Slips' }
  const refused = await failureOf(mara.call(projects.create, project, again))
  expect(refused.code).toBe('conflict')
  expect((await mara.call(clients.show, { id: made.id })).projects).toEqual([])
})

test('keys of yesterday are forgotten, those of today are not', async () => {
  await using app = await openTestApp()
  const mara = await app.person('admin')
  await mara.call(clients.create, client, again)
  const deps = { ...app.deps, log: { info() {}, warn() {}, error() {} } }
  await removeOldIdempotencyKeys.run(deps, {})
  expect(await app.deps.db.select().from(idempotencyKeys)).toHaveLength(1)
  await app.deps.db
    .update(idempotencyKeys)
    .set({ createdAt: new Date(Date.now() - 25 * 3_600_000) })
  await removeOldIdempotencyKeys.run(deps, {})
  expect(await app.deps.db.select().from(idempotencyKeys)).toEqual([])
})
