import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { NotificationEvent } from '#contract/vocabulary.ts'
import { inbox } from '#features/inbox/deadlines/contract.ts'
import { notifyThresholds } from '#features/inbox/deadlines/sweep.server.ts'
import { requests } from '#features/inbox/request-status/contract.ts'
import { inquiries } from '#features/leads/contract.ts'
import { mailMessages, notifications as table, users } from '#server/database/schema.ts'
import { openTestApp, type Person, type TestApp } from '#test/harness/test-app.ts'
import { preferences } from '../preferences/contract.ts'
import { presence } from '../presence/contract.ts'
import { notifications } from './contract.ts'
import { summarizeQuietHours } from './summaries.server.ts'

const environment = {
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'site@n.test',
  MAIL_TO: 'staff@n.test',
}

const message = {
  name: 'Ada Okafor',
  email: 'ada@northfold.test',
  company: '',
  service: '',
  message: 'Secret plans',
  filledInMs: 9000,
}

const write = (app: TestApp, more: Partial<typeof message> = {}) =>
  app.stranger().call(inquiries.create, { ...message, ...more })

async function titles(person: Person): Promise<string[]> {
  const { items } = await person.call(notifications.list, {})
  return items.map(({ title }) => title)
}

async function mails({ db }: TestApp): Promise<string[]> {
  const found = await db.select().from(mailMessages).where(eq(mailMessages.kind, 'notification'))
  return found.map(({ toAddress, subject }) => `${toAddress}: ${subject}`).sort()
}

const log = { info() {}, warn() {}, error() {} }
const sweep = ({ deps }: TestApp) => notifyThresholds.run({ ...deps, log }, {})
const summarize = ({ deps }: TestApp) => summarizeQuietHours.run({ ...deps, log }, {})

/** Makes all leads `hours` older. */
async function age({ db }: TestApp, hours: number): Promise<void> {
  const ago = sql`make_interval(hours => ${hours})`
  await db.execute(sql`update reply_deadlines set opened_at = opened_at - ${ago},
    unassigned_at = unassigned_at - ${ago}, due_soon_at = due_soon_at - ${ago},
    due_at = due_at - ${ago}`)
}

async function address({ db }: TestApp, { username = '' }: Person, email: string): Promise<void> {
  await db.update(users).set({ email }).where(eq(users.username, username))
}

async function agents(app: TestApp): Promise<{ ana: Person; bo: Person; olga: Person }> {
  return {
    ana: await app.person('agent', 'ana'),
    bo: await app.person('agent', 'bo'),
    olga: await app.person('owner', 'olga'),
  }
}

const choose = (person: Person, event: NotificationEvent, mail: boolean) =>
  person.call(preferences.update, { preferences: [{ event, push: true, mail }] })

async function itemOf(person: Person) {
  const { items } = await person.call(inbox.list, { view: 'all' })
  const [item] = items
  if (!item) throw new Error('nothing is open')
  return item
}

test('a lead is told to everybody who is not away, without its text', async () => {
  await using app = await openTestApp({ environment, everyDay: true })
  const [ana, bo, cy] = [
    await app.person('agent'),
    await app.person('admin'),
    await app.person('owner'),
  ]
  await bo.call(presence.update, { state: 'away' })
  const until = new Date(Date.now() + 60_000).toISOString()
  await cy.call(presence.update, { state: 'away', until })
  await app.db.execute(
    sql`update presence set until = now() - interval '1 second' where until is not null`,
  )
  const { number } = await write(app)
  const expected = `Ada Okafor sent inquiry ${number}`
  expect([await titles(ana), await titles(bo), await titles(cy)]).toEqual([
    [expected],
    [],
    [expected],
  ])
  const [{ url, event, readAt } = { url: '' }] = (await ana.call(notifications.list, {})).items
  expect(url).toMatch(/^\/admin\/inbox\?lead=[\da-f-]{36}$/)
  expect({ event, readAt }).toEqual({ event: 'lead.created', readAt: null })
  const { rows } = await app.db.execute(sql`select * from notifications`)
  expect(JSON.stringify(rows)).not.toContain('Secret')
})

test('when all are away all are told', async () => {
  await using app = await openTestApp({ environment, everyDay: true })
  const people = [await app.person('agent'), await app.person('owner')]
  for (const person of people) await person.call(presence.update, { state: 'away' })
  await write(app)
  for (const person of people) expect(await titles(person)).toHaveLength(1)
})

test('repeats of a message and quarantined ones are not told; a release is, but not to who released it', async () => {
  await using app = await openTestApp({ environment, everyDay: true })
  const [ana, bo] = [await app.person('agent'), await app.person('admin')]
  await write(app)
  await write(app)
  expect(await titles(ana)).toHaveLength(1)
  const { id } = await write(app, { message: 'Buy now', filledInMs: 1 })
  expect(await titles(ana)).toHaveLength(1)
  await bo.call(inquiries.release, { id, quarantined: false })
  expect([(await titles(ana)).length, (await titles(bo)).length]).toEqual([2, 1])
})

test('mail goes to users who chose it and have an address; an address of MAIL_TO gets one', async () => {
  await using app = await openTestApp({ environment, everyDay: true })
  const { ana, bo, olga: cy } = await agents(app)
  const di = await app.person('agent', 'di')
  await address(app, ana, 'ana@n.test')
  await address(app, bo, 'bo@n.test')
  await address(app, di, 'Staff@n.test')
  for (const person of [ana, cy, di]) await choose(person, 'lead.created', true)
  const { number } = await write(app)
  expect(await mails(app)).toEqual([`ana@n.test: New inquiry ${number}`])
})

test('a newer notice of a lead replaces the older; taking it withdraws what is unread', async () => {
  await using app = await openTestApp({ environment, everyDay: true })
  const [ana, bo, cy] = [
    await app.person('agent'),
    await app.person('agent'),
    await app.person('agent'),
  ]
  const { number } = await write(app)
  await cy.call(notifications.read, {})
  await age(app, 7)
  await Promise.all([sweep(app), sweep(app)])
  const unassigned = `Ada Okafor · Nobody has taken: inquiry ${number}`
  expect(await titles(ana)).toEqual([unassigned])
  expect(await titles(cy)).toEqual([unassigned, `Ada Okafor sent inquiry ${number}`])
  const { id } = await itemOf(bo)
  await bo.call(inbox.take, { id })
  expect([await titles(ana), await titles(bo)]).toEqual([[], []])
  expect(await titles(cy)).toEqual([`Ada Okafor sent inquiry ${number}`])
  expect((await ana.call(notifications.list, {})).unread).toBe(0)
})

test('answering and waiving withdraw; assigning tells the assignee, nobody is told of their own act', async () => {
  await using app = await openTestApp({ environment, everyDay: true })
  const [ana, bo] = [await app.person('agent', 'ana'), await app.person('agent', 'bo')]
  await address(app, bo, 'bo@n.test')
  const { number } = await write(app)
  const { id } = await itemOf(ana)
  const people = await ana.call(inbox.assignees, {})
  const idOf = (name: string) => people.find((one) => one.name === name)?.id ?? ''
  await ana.call(inbox.assign, { id, assigneeId: idOf('bo') })
  expect([await titles(ana), await titles(bo)]).toEqual([
    [],
    [`Ada Okafor · Assigned to you: inquiry ${number}`],
  ])
  expect(await mails(app)).toEqual([`bo@n.test: Assigned to you: inquiry ${number}`])
  await ana.call(inbox.assign, { id, assigneeId: idOf('ana') })
  expect([await titles(ana), await titles(bo)]).toEqual([[], []])
  await ana.call(inbox.assign, { id, assigneeId: idOf('bo') })
  await ana.call(inbox.waive, { id, reason: 'duplicate' })
  expect(await titles(bo)).toEqual([])
})

test('overdue goes to assignee and owners, by mail to owners; due soon to the assignee alone', async () => {
  await using app = await openTestApp({ environment, everyDay: true })
  const { ana, bo, olga } = await agents(app)
  await address(app, olga, 'olga@n.test')
  await write(app)
  await ana.call(inbox.take, await itemOf(ana))
  await age(app, 19)
  await sweep(app)
  const count = async () =>
    Promise.all([ana, bo, olga].map(async (person) => (await titles(person)).length))
  expect(await count()).toEqual([1, 0, 0])
  await age(app, 6)
  await sweep(app)
  expect(await count()).toEqual([1, 0, 1])
  expect(await mails(app)).toEqual([
    expect.stringMatching(/^olga@n.test: Overdue/),
    expect.stringMatching(/^staff@n.test: Overdue/),
  ])
})

test('more than ten of one sweep are one notification with numbers, and no names', async () => {
  await using app = await openTestApp({ environment, everyDay: true })
  const ana = await app.person('owner')
  for (let n = 0; n < 11; n++) {
    await app.stranger(`198.51.100.${n}`).call(inquiries.create, { ...message, message: `${n}` })
  }
  await ana.call(notifications.read, {})
  await age(app, 30)
  await sweep(app)
  const { items, unread } = await ana.call(notifications.list, {})
  expect(unread).toBe(1)
  expect(items[0]?.title).toBe('11 answers are due')
  expect(items).toHaveLength(12)
})

test('quiet hours hold mail; at their end one summary tells what is still open', async () => {
  await using app = await openTestApp({ environment, everyDay: true })
  const [ana, bo] = [await app.person('agent', 'ana'), await app.person('agent', 'bo')]
  await address(app, ana, 'ana@n.test')
  await choose(ana, 'lead.created', true)
  const days = [1, 2, 3, 4, 5, 6, 7]
  const hour = (offset: number) =>
    new Date(Date.now() + offset * 3_600_000).toISOString().slice(11, 16)
  const quiet = { from: hour(-1), to: hour(1), days, zone: 'UTC', overdueBreaks: false }
  expect((await ana.call(preferences.update, { quiet })).quiet).toEqual(quiet)
  for (const text of ['first', 'second', 'third']) await write(app, { message: text })
  expect(await titles(ana)).toHaveLength(3)
  await bo.call(inbox.waive, { ...(await itemOf(bo)), reason: 'spam' })
  await Promise.all([summarize(app), summarize(app)])
  expect(await mails(app)).toEqual([])
  await app.db.update(table).set({ holdUntil: sql`hold_until - interval '2 hours'` })
  await Promise.all([summarize(app), summarize(app)])
  await summarize(app)
  expect(await mails(app)).toEqual(['ana@n.test: 2 notifications are still open'])
})

test('the sender’s reminder reaches assignee and owners, a withdrawal the assignee', async () => {
  await using app = await openTestApp({ environment, everyDay: true })
  const { ana, bo, olga } = await agents(app)
  const { number, requestUrl } = await write(app)
  const token = requestUrl?.split('/').at(-1) ?? ''
  await ana.call(inbox.take, await itemOf(ana))
  await age(app, 25)
  await app.stranger().call(requests.remind, { token })
  const reminder = `Ada Okafor still waits for an answer to ${number}`
  expect([await titles(ana), await titles(bo), await titles(olga)]).toEqual([
    [reminder],
    [],
    [reminder],
  ])
  await app.stranger().call(requests.withdraw, { token })
  expect([await titles(ana), await titles(olga)]).toEqual([[`Ada Okafor withdrew ${number}`], []])
})

test('notifications are one’s own: pages, and marking as read', async () => {
  await using app = await openTestApp({ environment, everyDay: true })
  const [ana, bo] = [await app.person('agent'), await app.person('agent')]
  for (const text of ['first', 'second', 'third']) await write(app, { message: text })
  const first = await ana.call(notifications.list, { limit: 2 })
  const rest = await ana.call(notifications.list, { limit: 2, after: first.next ?? '' })
  expect([first.items.length, rest.items.length, rest.next, first.unread]).toEqual([2, 1, null, 3])
  const ids = first.items.map(({ id }) => id)
  await bo.call(notifications.read, { ids })
  expect((await ana.call(notifications.list, {})).unread).toBe(3)
  expect(await ana.call(notifications.read, { ids })).toEqual({ unread: 1 })
  expect(await ana.call(notifications.read, {})).toEqual({ unread: 0 })
  expect((await bo.call(notifications.list, {})).unread).toBe(3)
})

test('an erased lead takes its notifications along', async () => {
  await using app = await openTestApp({ environment, everyDay: true })
  const ana = await app.person('agent')
  await write(app)
  await app.db.execute(sql`delete from inquiries`)
  expect(await titles(ana)).toEqual([])
  expect(await app.db.$count(table)).toBe(0)
})
