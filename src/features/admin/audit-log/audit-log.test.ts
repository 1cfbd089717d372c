import { eq, isNull, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditActions } from '#contract/audit-actions.ts'
import { type Input, toWire } from '#contract/endpoint.ts'
import { clients } from '#features/clients/contract.ts'
import { projects } from '#features/clients/projects/contract.ts'
import { inbox } from '#features/inbox/deadlines/contract.ts'
import { inquiries } from '#features/leads/contract.ts'
import { conversions } from '#features/leads/conversion/contract.ts'
import { outgoingMail } from '#features/mail/outgoing/contract.ts'
import { mailThreads } from '#features/mail/threads/contract.ts'
import {
  auditEntries,
  mailIntake,
  mailMessages,
  savedReplies,
  mailThreads as threads,
  users,
} from '#server/database/schema.ts'
import { mailInEnvironment, mailOf, postMail } from '#test/harness/mails.ts'
import { confirmedLead, openMailApp, reply, sendNow } from '#test/harness/replies.ts'
import { write } from '#test/harness/requests.ts'
import { openTestApp, origin, type Person, type TestApp } from '#test/harness/test-app.ts'
import { register } from '../../../services.ts'
import { actionGroups, detailsOf, kindOf, whatOf } from './audit-words.ts'
import { audit } from './contract.ts'

async function openFirm() {
  const app = await openTestApp()
  const owner = await app.person('owner', 'olga')
  const client = await owner.call(clients.create, { name: 'Northfold', email: 'a@n.test' })
  return { app, owner, client }
}

const actionsOf = async (owner: Person, wanted: Input<typeof audit.list>) =>
  (await owner.call(audit.list, wanted)).items.map(({ action }) => action)

test('every act is listed, newest first, with who did it and what it was about', async () => {
  const { app, owner, client } = await openFirm()
  await using _ = app
  const admin = await app.person('admin', 'mara')
  const project = await admin.call(projects.create, { clientId: client.id, title: 'Slips' })
  await admin.call(clients.update, { id: client.id, notes: 'Call', phone: '1' })
  const { items } = await owner.call(audit.list, {})
  expect(items).toMatchObject([
    {
      action: 'client.updated',
      who: { name: 'mara' },
      subject: 'client',
      subjectName: 'Northfold',
      client: { id: client.id, name: 'Northfold' },
      details: { changed: expect.arrayContaining(['notes', 'phone']) },
    },
    { action: 'project.created', subjectName: 'Slips', projectId: project.id },
    { action: 'client.created', who: { name: 'olga' } },
  ])
  await owner.call(clients.remove, { id: client.id })
  const { items: after } = await owner.call(audit.list, {})
  expect(after[0]).toMatchObject({ action: 'client.deleted', subjectId: client.id, client: null })
  expect(after.map(({ subjectName }) => subjectName)).toEqual([null, null, null, null])
  for (const call of [audit.list, audit.export]) {
    const refused = admin.call(call as typeof audit.list, {})
    await expect(refused).rejects.toMatchObject({ code: 'forbidden' })
  }
})

test('mail, saved replies and channels have names and words', async () => {
  const { app, owner } = await openFirm()
  await using _ = app
  const [thread] = await app.db.insert(threads).values({ subject: 'Slips' }).returning()
  const [reply] = await app.db
    .insert(savedReplies)
    .values({ shortcut: 'hello', text: 'Hello' })
    .returning()
  await app.db.insert(auditEntries).values([
    { action: 'mail.thread_linked', subject: 'mail_thread', subjectId: thread?.id ?? null },
    { action: 'saved_reply.created', subject: 'saved_reply', subjectId: reply?.id ?? null },
  ])
  const { items } = await owner.call(audit.list, {})
  const named = items.map((entry) => `${kindOf(entry)} ${entry.subjectName}`)
  expect(named).toEqual(expect.arrayContaining(['Email thread Slips', 'Saved reply /hello']))
  expect((await owner.call(audit.list, { subject: 'saved_reply' })).items).toHaveLength(1)
})

test('the filters narrow the list, alone and together', async () => {
  const { app, owner, client } = await openFirm()
  await using _ = app
  const mara = await app.person('admin', 'mara')
  const { id: other } = await mara.call(clients.create, { name: 'Ben', email: 'b@n.test' })
  await mara.call(projects.create, { clientId: client.id, title: 'Slips' })
  await app.db.insert(auditEntries).values([
    { action: 'retention.deleted', subject: 'chats' },
    { action: 'client.updated', subject: 'client', clientId: other, at: new Date('2026-01-05') },
  ])
  const [{ who } = { who: null }] = (await owner.call(audit.list, { action: 'project.' })).items
  const maraId = who?.id ?? ''
  const day = (n: number) => `2026-01-0${n}T00:00:00Z`
  const expected: [Input<typeof audit.list>, string[]][] = [
    [{ who: maraId }, ['project.created', 'client.created']],
    [{ who: 'nobody' }, ['retention.deleted', 'client.updated']],
    [{ action: 'client.' }, ['client.created', 'client.created', 'client.updated']],
    [{ action: 'client.u' }, ['client.updated']],
    [{ subject: 'project' }, ['project.created']],
    [{ client: client.id }, ['project.created', 'client.created']],
    [{ from: day(5), to: day(6) }, ['client.updated']],
    [{ from: day(6), who: maraId, action: 'client.' }, ['client.created']],
    [{ to: day(5) }, []],
  ]
  for (const [wanted, actions] of expected) {
    expect(await actionsOf(owner, wanted), JSON.stringify(wanted)).toEqual(actions)
  }
  for (const wrong of [
    { who: 'mara' },
    { action: 'client%' },
    { from: 'yesterday' },
    { limit: 101 },
  ]) {
    const refused = owner.call(audit.list, wrong)
    await expect(refused, JSON.stringify(wrong)).rejects.toMatchObject({ code: 'invalid_input' })
  }
})

test('pages follow each other without gaps or repeats, also for entries of one moment', async () => {
  const { app, owner } = await openFirm()
  await using _ = app
  await app.db.execute(sql`insert into audit_entries (id, action, subject)
    select gen_random_uuid(), 'client.updated', 'client' from generate_series(1, 25)`)
  const seen: string[] = []
  let after: string | undefined
  do {
    const page = await owner.call(audit.list, { limit: 10, ...(after && { after }) })
    seen.push(...page.items.map(({ id }) => id))
    after = page.next ?? undefined
  } while (after)
  expect([seen.length, new Set(seen).size]).toEqual([26, 26])
  const third = await owner.call(audit.list, { limit: 10, page: 3 })
  expect([third.items.map(({ id }) => id), third.total]).toEqual([seen.slice(20), 26])
})

async function download(app: TestApp, { cookie = '' }: Person, wanted: Input<typeof audit.export>) {
  const { url } = toWire(audit.export, wanted)
  return app.send({ method: 'GET', url, headers: { cookie } })
}

test('an export has all entries that match, no formula and no name of a subject, and is recorded', async () => {
  const { app, owner } = await openFirm()
  await using _ = app
  await app.db.update(users).set({ displayName: '=HYPERLINK("http://x")' })
  await app.db.execute(sql`insert into audit_entries (id, action, subject)
    select gen_random_uuid(), 'client.updated', 'client' from generate_series(1, 1500)`)
  const wanted = { format: 'csv', action: 'client.' } as const
  const csv = await download(app, owner, wanted)
  expect(csv.headers['content-disposition']).toMatch(/filename="audit-log-[\d-]+\.csv"/)
  const lines = csv.body.split('\r\n')
  expect(lines).toHaveLength(1 + 1501 + 1)
  expect(lines[0]).toBe('\ufeffat,who,action,what,subject,subjectId,clientId,projectId,details')
  expect(csv.body).toContain(`"'=HYPERLINK(`)
  const ndjson = await download(app, owner, { ...wanted, format: 'ndjson' })
  const rows = ndjson.body
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(rows).toHaveLength(1501)
  expect(rows.at(-1)).toMatchObject({ action: 'client.created', what: 'Client added' })
  expect(csv.body + ndjson.body).not.toContain('Northfold')
  const { items } = await owner.call(audit.list, { action: 'audit.' })
  expect(items).toMatchObject([
    { action: 'audit.exported', who: expect.anything(), details: { format: 'ndjson' } },
    { details: wanted },
  ])
})

test('acts on a reply deadline are recorded, without the notes', async () => {
  const { app, owner } = await openFirm()
  await using _ = app
  const lead = { name: 'Ada', email: 'ada@n.test', message: 'Hello', filledInMs: 9000 }
  const { number } = await app.stranger().call(inquiries.create, lead)
  const { items } = await owner.call(inbox.list, {})
  const id = items[0]?.id ?? ''
  const until = new Date(Date.now() + 3_600_000).toISOString()
  await owner.call(inbox.take, { id })
  await owner.call(inbox.assign, { id, assigneeId: null })
  await owner.call(inbox.snooze, { id, until })
  await owner.call(inbox.unsnooze, { id })
  await owner.call(inbox.stateReply, { id, how: 'phone', note: 'A secret note' })
  await owner.call(inbox.reopen, { id })
  await owner.call(inbox.waive, { id, reason: 'duplicate', note: 'A secret note' })
  const { items: entries } = await owner.call(audit.list, { action: 'inbox.' })
  expect(entries.map(({ action, details }) => [action, details])).toEqual([
    ['inbox.waived', { reason: 'duplicate' }],
    ['inbox.reopened', {}],
    ['inbox.reply_stated', { how: 'phone' }],
    ['inbox.snoozed', { until: null }],
    ['inbox.snoozed', { until }],
    ['inbox.assigned', { assigneeId: null }],
    ['inbox.taken', {}],
  ])
  expect(entries.every(({ subjectName }) => subjectName === number)).toBe(true)
})

test('acts on requests and mails of a client are found by the client', async () => {
  await using app = await openMailApp()
  const owner = await app.person('owner', 'olga')
  const { id: clientId } = await owner.call(clients.create, { name: 'Tarn', email: 'a@tarn.test' })
  const { id: leadId } = await confirmedLead(app)
  const [item] = (await owner.call(inbox.list, {})).items
  const id = item?.id ?? ''
  await owner.call(conversions.convert, {
    inquiryId: leadId,
    existingClientId: clientId,
  })
  const until = new Date(Date.now() + 3_600_000).toISOString()
  await owner.call(inbox.take, { id })
  await owner.call(inbox.assign, { id, assigneeId: null })
  await owner.call(inbox.snooze, { id, until })
  await owner.call(inbox.stateReply, { id, how: 'phone' })
  await owner.call(inbox.reopen, { id })
  await owner.call(inbox.waive, { id, reason: 'other' })
  const taken = await reply(owner, leadId)
  await owner.call(outgoingMail.cancel, { id: taken.id })
  const failing = await reply(owner, leadId, { force: true })
  app.server.script = (step) => (step === 'recipient' ? 550 : 'take')
  await sendNow(app, owner, failing.id)
  await owner.call(outgoingMail.retry, { id: failing.id })
  const threadId = failing.threadId ?? ''
  await owner.call(mailThreads.update, { id: threadId, clientId })
  await owner.call(mailThreads.update, { id: threadId, clientId: null })
  const actions = await actionsOf(owner, { client: clientId, limit: 100 })
  expect(actions.filter((action) => /^(inbox|mail)/.test(action)).toReversed()).toEqual([
    'inbox.taken',
    'inbox.assigned',
    'inbox.snoozed',
    'inbox.reply_stated',
    'inbox.reopened',
    'inbox.waived',
    'mail.sent',
    'mail.cancelled',
    'mail.sent',
    'mail.sent_now',
    'mail.retried',
    'mail.thread_linked',
    'mail.thread_linked',
  ])
})

test('every action has words and a group to filter by; details read as a sentence', () => {
  for (const [action, words] of Object.entries(auditActions)) {
    expect(words).toMatch(/^[A-Z]/)
    const groups = Object.keys(actionGroups).filter((start) => action.startsWith(start))
    expect(groups, action).toHaveLength(1)
  }
  expect(whatOf({ action: 'something.of_old' })).toBe('Something of old')
  expect(kindOf({ subject: 'closed_inquiries' })).toBe('Closed inquiries')
  const details = { from: 'new', to: 'contacted', changed: ['name', 'startDate'], at: null }
  expect(detailsOf({ details })).toBe('from new to contacted, changed: name, start date')
  expect(detailsOf({ details: { assigneeId: '01a1f904-ccfd-7ae2-b26f-4793b12995ef' } })).toBe('')
})

test('a moment outside the years 1 to 9999 counts as the nearest within', async () => {
  await using app = await openTestApp()
  const { cookie = '' } = await app.person('owner')
  for (const [name, moment] of [
    ['from', '0000-01-01T00:00:00Z'],
    ['to', '9999-12-31T23:59:59-23:59'],
  ]) {
    const query = new URLSearchParams({ [String(name)]: String(moment), format: 'csv' })
    const answer = await app.send({
      url: `/api/admin/audit/export?${query}`,
      headers: { cookie },
    })
    expect(answer.statusCode).toBe(200)
  }
})

/**
 * Downloads without an entry: they return a single thing that a screen shows anyway, not an
 * original.
 */
const unrecorded = [
  'meetings.invite',
  'incoming.html',
  'mailFiles.download',
  'automationRuns.body',
  'documents.download',
  'documents.preview',
]

test('every download of many records, and of an original, leaves one entry that counts them', async () => {
  await using app = await openTestApp({ seeded: true, environment: mailInEnvironment })
  const owner = await app.person('owner', 'olga')
  const { id: clientId } = await owner.call(clients.create, {
    name: 'Northfold',
    email: 'a@n.test',
  })
  await owner.call(clients.create, { name: 'Second', email: 'b@n.test' })
  await owner.call(projects.create, { clientId, title: 'Slips' })
  const { id: inquiryId } = await write(app)
  await write(app, { email: 'ben@n.test', consultationData: {} })
  await postMail(app, mailOf('Hello'))
  await app.work()
  await postMail(app, mailOf('Not parsed'))
  const [message] = await app.db
    .select({ id: mailMessages.id })
    .from(mailMessages)
    .where(eq(mailMessages.direction, 'in'))
  await app.db.update(mailIntake).set({ state: 'unreadable' })
  const [unread] = await app.db.select().from(mailIntake).where(isNull(mailIntake.messageId))
  const sheets = { 'clients.exported': 2, 'project.exported': 1, 'inquiry.exported': 2 }
  const calls: Record<string, [input: object, action: string, rows: unknown]> = {
    'dataExchange.exportClients': [{}, 'clients.exported', sheets['clients.exported']],
    'dataExchange.exportChosenClients': [{ ids: [clientId] }, 'clients.exported', 1],
    'dataExchange.exportProjects': [{}, 'project.exported', sheets['project.exported']],
    'dataExchange.exportClient': [{ id: clientId }, 'client.exported', 1],
    'inquiries.export': [{}, 'inquiry.exported', sheets['inquiry.exported']],
    'inquiries.exportChosen': [{ ids: [inquiryId] }, 'inquiry.exported', 1],
    'siteTransfer.export': [{}, 'settings.exported', expect.any(Number)],
    'incoming.raw': [{ id: message?.id }, 'mail.original_downloaded', 1],
    'incoming.unreadableRaw': [{ id: unread?.id }, 'mail.original_downloaded', 1],
    'audit.export': [{ format: 'csv' }, 'audit.exported', expect.any(Number)],
  }
  const downloads = register.filter(({ endpoint }) => endpoint.stream === 'download')
  const names = downloads.map(({ endpoint }) => endpoint.name)
  expect(names.sort()).toEqual([...Object.keys(calls), ...unrecorded].sort())
  for (const { endpoint } of downloads) {
    const [input, action, rows] = calls[endpoint.name] ?? []
    if (!input) continue
    await app.db.delete(auditEntries)
    const { method, url, body } = toWire(endpoint, input as Record<string, unknown>)
    const headers = {
      cookie: owner.cookie ?? '',
      origin,
      ...(body && { 'content-type': 'application/json' }),
    }
    const ask = (cookie: string, as: string = method) =>
      app.send({
        method: as as 'GET',
        url,
        headers: { ...headers, cookie },
        ...(body ? { payload: body } : {}),
      })
    const refused = await ask('')
    const asked = method === 'GET' ? await ask(headers.cookie, 'HEAD') : undefined
    expect([refused.statusCode, await app.db.$count(auditEntries)], endpoint.name).toEqual([401, 0])
    const { statusCode } = await ask(headers.cookie)
    expect([statusCode, asked?.statusCode ?? 200]).toEqual([200, 200])
    const [entry, ...others] = (await owner.call(audit.list, {})).items
    expect(entry, endpoint.name).toMatchObject({ action, who: { name: 'olga' }, details: { rows } })
    expect(others).toEqual([])
  }
})

test('what is read one at a time leaves no entry', async () => {
  const { app, owner, client } = await openFirm()
  await using _ = app
  await owner.call(clients.show, { id: client.id })
  await owner.call(clients.list, {})
  await owner.call(inquiries.list, {})
  expect(await actionsOf(owner, {})).toEqual(['client.created'])
})
