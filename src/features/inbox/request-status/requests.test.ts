import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { brand } from '#brand.ts'
import { dataExchange } from '#features/clients/data-exchange/contract.ts'
import {
  replyDeadlines as deadlines,
  inquiryDetails,
  inquiries as leads,
  requestTokens,
  users,
} from '#server/database/schema.ts'
import { withoutToken } from '#server/mail/request-link.ts'
import { failureOf } from '#test/harness/failure-of.ts'
import { face, uploadPicture } from '#test/harness/pictures.ts'
import { age, firstItem, message, show, write } from '#test/harness/requests.ts'
import { openTestApp } from '#test/harness/test-app.ts'
import { inbox } from '../deadlines/contract.ts'
import { meetDeadline } from '../deadlines/deadlines.server.ts'
import { reopenDeadline } from '../deadlines/reopen-deadline.server.ts'
import { requests } from './contract.ts'

test('every accepted message has a status page; a repeat is not given it, and spam has one too', async () => {
  await using app = await openTestApp({ everyDay: true })
  const first = await write(app)
  expect(first.requestUrl).toMatch(/^https:\/\/counterfoil\.example\/requests\/[\w-]{43}$/)
  expect(await write(app)).toMatchObject({ id: first.id, requestUrl: null })
  const spam = await write(app, { website: 'http://x', message: 'Buy' })
  expect(spam.token).toMatch(/^[\w-]{43}$/)
  expect(spam.token).not.toBe(first.token)
  const rows = await app.db.select().from(requestTokens)
  const hashes = [first, spam].map(({ token }) => createHash('sha256').update(token).digest('hex'))
  expect(rows.map(({ tokenHash }) => Buffer.from(tokenHash).toString('hex')).sort()).toEqual(
    hashes.sort(),
  )
})

test('the sender sees number, times and words, the address masked, and of staff only a name', async () => {
  await using app = await openTestApp({ everyDay: true })
  const { token, number } = await write(app)
  const received = await show(app, token)
  expect(received).toMatchObject({
    number,
    kind: 'inquiry',
    state: 'received',
    assignee: null,
    assignedAt: null,
    answeredAt: null,
    answeredBy: null,
    canRemind: false,
    remindedAt: null,
    details: [],
    sent: {
      name: 'Ada Okafor',
      email: 'a…@northfold.test',
      company: 'Northfold Logistics',
      service: 'Document Processing',
      message: message.message,
      answers: [],
    },
    timeZone: 'America/Los_Angeles',
  })
  expect(Date.parse(received.dueAt ?? '') - Date.parse(received.receivedAt)).toBe(86_400_000)
  const agent = await app.person('agent', 'secret-username')
  await agent.call(inbox.take, { id: (await firstItem(agent)).id })
  expect(await show(app, token)).toMatchObject({ state: 'assigned', assignee: brand.name })
  await app.db.update(users).set({ displayName: 'Ana Ruiz', email: 'ana@n.test' })
  const assigned = await show(app, token)
  expect(assigned).toMatchObject({ state: 'assigned', assignee: 'Ana Ruiz' })
  expect(Date.parse(assigned.assignedAt ?? '')).toBeGreaterThanOrEqual(
    Date.parse(received.receivedAt),
  )
  expect(assigned).toMatchObject({ assigneeTitle: null, assigneePortraitUrl: null })
  const { id: portraitId, variants } = await uploadPicture(app, agent, 'portrait', await face())
  await app.db.update(users).set({ title: 'Partner', portraitId })
  const assigneePortraitUrl = variants.find(({ variant }) => variant === '96')?.url
  expect(await show(app, token)).toMatchObject({ assigneeTitle: 'Partner', assigneePortraitUrl })
  await app.db.update(users).set({ active: false })
  expect(await show(app, token)).toMatchObject({
    assignee: 'Ana Ruiz',
    assigneeTitle: null,
    assigneePortraitUrl: null,
  })
  for (const hidden of ['secret-username', 'ana@n.test', 'ada@', '"id"']) {
    expect(JSON.stringify(assigned)).not.toContain(hidden)
  }
})

test('answers of a consultation request are shown in words', async () => {
  await using app = await openTestApp({ everyDay: true })
  const asked = { goals: 'Fewer slips', budget: '10k-25k', servicesInterested: ['A', 'B'] }
  const { token } = await write(app, { consultationData: asked })
  const { kind, sent } = await show(app, token)
  expect(kind).toBe('consultation')
  expect(sent.answers).toEqual([
    { question: 'Goals', answer: 'Fewer slips' },
    { question: 'Services', answer: 'A, B' },
    { question: 'Budget', answer: '$10,000 to $25,000' },
  ])
})

test('an answer shows with time, name and way; one that came back does not count', async () => {
  await using app = await openTestApp({ everyDay: true })
  const { token, id } = await write(app)
  const agent = await app.person('agent')
  await app.db.update(users).set({ displayName: 'Ana Ruiz' })
  const item = await firstItem(agent)
  await agent.call(inbox.stateReply, { id: item.id, how: 'phone' })
  expect(await show(app, token)).toMatchObject({
    state: 'answered',
    answeredBy: 'Ana Ruiz',
    answeredHow: 'phone',
    assignee: null,
    canRemind: false,
    dueAt: item.dueAt,
  })
  await agent.call(inbox.reopen, { id: item.id })
  expect(await show(app, token)).toMatchObject({ state: 'assigned', answeredAt: null })
  await app.db.transaction(async (tx) => {
    const met = { evidence: 'mail', at: new Date(), by: null } as const
    await meetDeadline(app.deps, tx, { inquiryId: id }, met)
    expect(await app.db.$count(deadlines)).toBe(1)
  })
  expect(await show(app, token)).toMatchObject({
    state: 'answered',
    answeredBy: brand.name,
    answeredHow: 'mail',
  })
  await app.db.transaction(async (tx) => {
    const [deadline] = await tx.select().from(deadlines)
    if (deadline) await reopenDeadline(app.deps, tx, deadline, 'bounced', null)
  })
  expect(await show(app, token)).toMatchObject({
    state: 'bounced',
    dueAt: item.dueAt,
    answeredAt: null,
    answeredBy: null,
  })
})

test('a waived request is closed; spam shows as received, without a due time', async () => {
  await using app = await openTestApp({ everyDay: true })
  const { token } = await write(app)
  const agent = await app.person('agent')
  await agent.call(inbox.waive, { id: (await firstItem(agent)).id, reason: 'duplicate' })
  expect(await show(app, token)).toMatchObject({ state: 'closed', dueAt: null, canRemind: false })
  const spam = await write(app, { website: 'http://x', message: 'Buy' })
  const unseen = await show(app, spam.token)
  expect(unseen).toMatchObject({ state: 'received', dueAt: null, canRemind: false })
  expect(JSON.stringify(unseen)).not.toMatch(/quarantine|spam/i)
})

test('unknown, malformed, erased and old requests are answered alike, by every call', async () => {
  await using app = await openTestApp({ everyDay: true })
  const [erased, old] = [await write(app), await write(app, { message: 'Old' })]
  await app.db.delete(leads).where(eq(leads.id, erased.id))
  expect(await app.db.$count(requestTokens)).toBe(1)
  await age(app, 91 * 24)
  const tokens = [erased.token, old.token, 'A'.repeat(43), 'short', "x' or 1=1--", `${old.token}A`]
  const bodies = new Set<string>()
  for (const [at, token] of tokens.entries()) {
    const person = app.stranger(`198.51.100.${at + 20}`)
    for (const endpoint of Object.values(requests)) {
      const input = { token, text: 'More' }
      const { status, message } = await failureOf(person.call(endpoint, input))
      bodies.add(`${status} ${message}`)
    }
  }
  expect([...bodies]).toEqual(['404 There is nothing at this address.'])
})

test('a request shows for 90 days after the last act of either side', async () => {
  await using app = await openTestApp({ everyDay: true })
  const { token } = await write(app)
  await age(app, 60 * 24)
  await app.stranger().call(requests.addDetail, { token, text: 'More' })
  await age(app, 60 * 24)
  expect(await show(app, token)).toMatchObject({ details: [{ text: 'More' }] })
  await age(app, 31 * 24)
  expect(await failureOf(show(app, token))).toMatchObject({ code: 'not_found' })
})

test('an address may call 30 times a minute', async () => {
  await using app = await openTestApp({ everyDay: true })
  const { token } = await write(app)
  for (let n = 0; n < 30; n++) await show(app, token)
  expect(await failureOf(show(app, token))).toMatchObject({ code: 'too_many_requests' })
  expect(await app.stranger('203.0.113.4').call(requests.show, { token })).toBeDefined()
})

test('looking changes nothing, and no log line has the token or a text', async () => {
  await using app = await openTestApp({ everyDay: true })
  const { token } = await write(app)
  const content = () =>
    app.db.execute(sql`select l.xmin, d.xmin as d, t.xmin as t from inquiries l
    join reply_deadlines d on d.inquiry_id = l.id join request_tokens t on t.inquiry_id = l.id`)
  const before = (await content()).rows
  await show(app, token)
  await app.send({ method: 'HEAD', url: `/api/requests/${token}` })
  expect((await content()).rows).toEqual(before)
  await app.stranger().call(requests.addDetail, { token, text: 'quokka' })
  await failureOf(app.stranger().call(requests.remind, { token }))
  await app.stranger().call(requests.disown, { token })
  await app.stranger().call(requests.withdraw, { token })
  const log = JSON.stringify(app.logged)
  for (const secret of [token, 'quokka', 'northfold', 'Ada']) expect(log).not.toContain(secret)
  expect(log).toContain('/api/requests/:token/details')
})

test('erasure takes tokens and details along', async () => {
  await using app = await openTestApp({ everyDay: true })
  const { token } = await write(app)
  await app.stranger().call(requests.addDetail, { token, text: 'More' })
  const owner = await app.person('owner')
  const { email } = message
  await owner.call(dataExchange.erasePerson, { email, confirmation: email })
  expect(await app.db.$count(requestTokens)).toBe(0)
  expect(await app.db.$count(inquiryDetails)).toBe(0)
})

test('a chat that begins after a visit to the page is not told its address', () => {
  const address = `https://counterfoil.example/requests/${'A'.repeat(43)}/sent?x#y`
  expect(withoutToken(address)).toBe('https://counterfoil.example/requests/:token/sent?x#y')
  expect(withoutToken('https://counterfoil.example/services/a')).toMatch(/services\/a$/)
})
