import { eq, sql } from 'drizzle-orm'
import type { DateTime } from 'luxon'
import { expect, onTestFinished, test, vi } from 'vitest'
import { inquiries } from '#features/leads/contract.ts'
import { inquiries as leads, replyDeadlines as table, users } from '#server/database/schema.ts'
import { workingHoursLater } from '#test/harness/business-hours-oracle.ts'
import { shownDefaults } from '#test/harness/live-defaults.ts'
import { statementsOf } from '#test/harness/statements.ts'
import { openTestApp, type Person, type TestApp } from '#test/harness/test-app.ts'
import { requests } from '../request-status/contract.ts'
import { inbox } from './contract.ts'

const message = {
  name: 'Ada Okafor',
  email: 'ada@northfold.test',
  company: 'Northfold Logistics',
  service: 'document-processing',
  message: '4,000 slips a week.\nBy hand.',
  filledInMs: 9000,
}

const hour = 3_600_000

function write({ stranger }: TestApp, more: Partial<typeof message> = {}) {
  return stranger().call(inquiries.create, { ...message, ...more })
}

async function firstItem(agent: Person) {
  const { items } = await agent.call(inbox.list, {})
  const [item] = items
  if (!item) throw new Error('The inbox is empty.')
  return item
}

test('a lead waits in the inbox from the moment it is stored, due after 24 hours', async () => {
  await using app = await openTestApp({ everyDay: true })
  const { id, number } = await write(app)
  const agent = await app.person('agent')
  const { items, next, counts } = await agent.call(inbox.list, {})
  expect(next).toBeNull()
  expect(counts).toEqual({ all: 1, mine: 0, unassigned: 1, overdue: 0, snoozed: 0 })
  expect(items).toMatchObject([
    {
      kind: 'inquiry',
      subject: { type: 'inquiry', id },
      number,
      name: 'Ada Okafor',
      excerpt: '4,000 slips a week. By hand.',
      assignee: null,
      metAt: null,
    },
  ])
  const [item] = items
  expect(Date.parse(item?.dueAt ?? '') - Date.parse(item?.openedAt ?? '')).toBe(24 * hour)
  const { events } = await agent.call(inbox.show, { id: item?.id ?? '' })
  expect(events).toMatchObject([{ type: 'opened', actor: null, details: { dueAt: item?.dueAt } }])
})

test('a consultation request shows what it is about, not only who sent it', async () => {
  await using app = await openTestApp({ everyDay: true })
  const consultation = { ...message, service: 'consultation', message: 'Consultation request' }
  const consultationData = { projectDescription: 'Read the slips\nand file them.' }
  await app.stranger().call(inquiries.create, { ...consultation, consultationData })
  const item = await firstItem(await app.person('agent'))
  expect(item.excerpt).toBe('Read the slips and file them.')
})

test.each([
  ['a family', `${'a'.repeat(155)}👩‍👩‍👧‍👦 and more`, `${'a'.repeat(155)}...`],
  [
    'a letter with its accent',
    `${'a'.repeat(156)}e\u0301${'b'.repeat(9)}`,
    `${'a'.repeat(156)}...`,
  ],
  ['flags', `${'a'.repeat(154)}🇩🇪🇫🇷`, `${'a'.repeat(154)}...`],
  ['the whole', 'a'.repeat(160), 'a'.repeat(160)],
])('an excerpt ends before %s that does not fit', async (_, text, excerpt) => {
  await using app = await openTestApp({ everyDay: true })
  await app.stranger().call(inquiries.create, { ...message, message: text })
  const agent = await app.person('agent')
  const item = await firstItem(agent)
  expect(item.excerpt).toBe(excerpt)
  expect((await agent.call(inbox.show, { id: item.id })).item.excerpt).toBe(excerpt)
})

test('spam has no deadline until it is released; then it is due since it arrived', async () => {
  await using app = await openTestApp({ everyDay: true })
  const { id } = await app.stranger().call(inquiries.create, { ...message, website: 'http://x' })
  const agent = await app.person('agent')
  expect((await agent.call(inbox.list, {})).items).toEqual([])
  await app.db.update(leads).set({ createdAt: sql`now() - interval '30 hours'` })
  await agent.call(inquiries.release, { id, quarantined: false })
  expect((await agent.call(inbox.list, { view: 'overdue' })).items).toHaveLength(1)
  const [deadline] = await app.db.select().from(table)
  expect(deadline?.overdueNotifiedAt).not.toBeNull()
})

test('of fifty who take one at once, one has it and the others read the name', async () => {
  await using app = await openTestApp({ everyDay: true })
  await write(app)
  const people = await Promise.all(
    Array.from({ length: 10 }, (_, n) => app.person('agent', `agent-${n}`)),
  )
  const [someone] = people
  if (!someone) throw new Error('nobody')
  const { id } = await firstItem(someone)
  const tries = Array.from({ length: 50 }, (_, n) => people[n % 10]?.call(inbox.take, { id }))
  const results = await Promise.allSettled(tries)
  const { assignee } = await firstItem(someone)
  const mine = results.filter(({ status }) => status === 'fulfilled')
  // The winner sent five requests.
  expect(mine).toHaveLength(5)
  for (const result of results) {
    if (result.status === 'fulfilled') continue
    expect(result.reason).toMatchObject({
      code: 'conflict',
      message: `${assignee?.name} has taken this.`,
    })
  }
  const [lead] = await app.db.select().from(leads)
  expect(lead?.assigneeId).toBe(assignee?.id)
})

test('a stated reply meets the deadline, moves the status and can be taken back', async () => {
  await using app = await openTestApp({ everyDay: true })
  const { id: leadId } = await write(app)
  const agent = await app.person('agent', 'mara')
  const { id, openedAt, dueAt } = await firstItem(agent)
  const early = new Date(Date.parse(openedAt) - 1000).toISOString()
  const later = new Date(Date.now() + hour).toISOString()
  for (const at of [early, later]) {
    const refused = agent.call(inbox.stateReply, { id, how: 'phone', at })
    await expect(refused).rejects.toMatchObject({ code: 'invalid_input', fields: { at: /\w/ } })
  }
  const met = await agent.call(inbox.stateReply, { id, how: 'phone', note: 'Will send files' })
  expect(met).toMatchObject({ evidence: 'stated', how: 'phone', note: 'Will send files' })
  expect(met).toMatchObject({ metBy: { name: 'mara' }, assignee: { name: 'mara' } })
  expect(await agent.call(inquiries.show, { id: leadId })).toMatchObject({ status: 'contacted' })
  await expect(agent.call(inbox.take, { id })).rejects.toMatchObject({ code: 'conflict' })
  const reopened = await agent.call(inbox.reopen, { id })
  expect(reopened).toMatchObject({ metAt: null, evidence: null, dueAt, reopenReason: 'taken_back' })
  const { events } = await agent.call(inbox.show, { id })
  expect(events.map(({ type }) => type)).toEqual(['opened', 'met', 'assigned', 'reopened'])
})

test('no reply needed and a closed lead end the wait; a status alone does not', async () => {
  await using app = await openTestApp({ everyDay: true })
  const agent = await app.person('agent')
  const { id: first } = await write(app)
  await agent.call(inquiries.setStatus, { id: first, status: 'contacted' })
  expect((await agent.call(inbox.list, {})).items).toHaveLength(1)
  await agent.call(inquiries.setStatus, { id: first, status: 'closed' })
  expect((await agent.call(inbox.list, {})).items).toEqual([])
  await write(app, { message: 'Another' })
  const { id } = await firstItem(agent)
  const waived = await agent.call(inbox.waive, { id, reason: 'spam', note: null })
  expect(waived).toMatchObject({ waiveReason: 'spam' })
  expect(await agent.call(inbox.reopen, { id })).toMatchObject({ waivedAt: null })
})

test('a snoozed deadline is in its view alone, stays due, and the time has limits', async () => {
  await using app = await openTestApp({ everyDay: true })
  await write(app)
  const agent = await app.person('agent')
  const { id } = await firstItem(agent)
  for (const days of [-1, 31]) {
    const until = new Date(Date.now() + days * 24 * hour).toISOString()
    const refused = agent.call(inbox.snooze, { id, until })
    await expect(refused).rejects.toMatchObject({ code: 'invalid_input' })
  }
  await agent.call(inbox.snooze, { id, until: new Date(Date.now() + hour).toISOString() })
  const { items, counts } = await agent.call(inbox.list, {})
  expect(items).toEqual([])
  expect(counts).toMatchObject({ all: 0, unassigned: 0, snoozed: 1 })
  await agent.call(inbox.unsnooze, { id })
  expect((await agent.call(inbox.list, {})).items).toHaveLength(1)
})

test('what is overdue counts once, awake or snoozed', async () => {
  await using app = await openTestApp({ everyDay: true })
  const agent = await app.person('agent')
  for (const name of ['overdue', 'overdue and snoozed', 'snoozed', 'awake']) {
    const { id } = await write(app, { message: name })
    const dueAt = name.startsWith('overdue') ? sql`now() - interval '1 hour'` : sql`due_at`
    const until = name.endsWith('snoozed') ? sql`now() + interval '1 hour'` : sql`null`
    await app.db.execute(sql`update reply_deadlines
      set due_at = ${dueAt}, snoozed_until = ${until} where inquiry_id = ${id}`)
  }
  const { counts } = await agent.call(inbox.list, {})
  expect(counts).toEqual({ all: 2, mine: 0, unassigned: 2, overdue: 2, snoozed: 2 })
})

test('snoozes and stated replies go by the clock of the database', async () => {
  await using app = await openTestApp({ everyDay: true })
  await write(app)
  const agent = await app.person('agent')
  const { id } = await firstItem(agent)
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()
  const inAnHour = at(hour)
  const late = at(2 * hour)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * hour })
  onTestFinished(() => void vi.useRealTimers())
  const { snoozedUntil } = await agent.call(inbox.snooze, { id, until: inAnHour })
  expect(snoozedUntil).toBe(inAnHour)
  const early = agent.call(inbox.stateReply, { id, how: 'phone', at: late })
  await expect(early).rejects.toMatchObject({ code: 'invalid_input', fields: { at: /\w/ } })
  const { metAt } = await agent.call(inbox.stateReply, { id, how: 'phone' })
  expect(Date.parse(metAt ?? '')).toBeLessThan(Date.parse(inAnHour))
})

test('a page with its counts is one statement, and its rows are those of one request alone', async () => {
  await using app = await openTestApp({ everyDay: true })
  for (let n = 0; n < 3; n++) await write(app, { message: `Message ${n}` })
  const agent = await app.person('agent')
  const { id } = await firstItem(agent)
  await agent.call(inbox.take, { id })
  const { items } = await agent.call(inbox.list, {})
  expect(items).toHaveLength(3)
  for (const item of items) {
    expect((await agent.call(inbox.show, { id: item.id })).item).toEqual(item)
  }
  for (const view of ['all', 'mine', 'snoozed'] as const) {
    const { texts } = await statementsOf(() => agent.call(inbox.list, { view }))
    // The other statement reads the session.
    expect(texts, texts.join('\n')).toHaveLength(2)
    expect(texts.filter((text) => text.includes('with page as'))).toHaveLength(1)
  }
})

test('a lead that waits again shows what its sender wrote last', async () => {
  await using app = await openTestApp({ everyDay: true })
  const { requestUrl } = await write(app)
  const agent = await app.person('agent')
  const { id } = await firstItem(agent)
  const token = requestUrl?.split('/').at(-1) ?? ''
  await app.stranger().call(requests.addDetail, { token, text: 'While it waits' })
  expect((await firstItem(agent)).excerpt).toBe('4,000 slips a week. By hand.')
  await agent.call(inbox.stateReply, { id, how: 'phone' })
  await app.stranger().call(requests.addDetail, { token, text: 'One more\nquestion' })
  expect((await firstItem(agent)).excerpt).toBe('One more question')
})

test('pages are due first and without gaps or repeats', async () => {
  await using app = await openTestApp({ everyDay: true })
  for (let n = 0; n < 7; n++) await write(app, { message: `Message ${n}` })
  await app.db.execute(
    sql`update reply_deadlines set due_at = due_at - random() * interval '2 days'`,
  )
  const agent = await app.person('agent')
  const all = (await agent.call(inbox.list, {})).items
  expect(all.map(({ dueAt }) => dueAt)).toEqual(all.map(({ dueAt }) => dueAt).toSorted())
  const paged = []
  let after: string | undefined
  do {
    const page = await agent.call(inbox.list, { limit: 3, ...(after && { after }) })
    paged.push(...page.items)
    after = page.next ?? undefined
  } while (after)
  expect(paged).toEqual(all)
  for (const more of [{}, { kind: 'inquiry' as const }]) {
    const numbered = await agent.call(inbox.list, { ...more, page: 3, limit: 3 })
    expect(numbered).toMatchObject({ items: [all[6]], next: null, total: 7 })
  }
  const refused = agent.call(inbox.list, { after: 'nonsense' })
  await expect(refused).rejects.toMatchObject({ code: 'invalid_input' })
})

test('assigning needs an active user; deactivating one gives their work back', async () => {
  await using app = await openTestApp({ everyDay: true })
  await write(app)
  const agent = await app.person('agent')
  await app.person('agent', 'bo')
  const bo = (await agent.call(inbox.assignees, {})).find(({ name }) => name === 'bo')
  const { id } = await firstItem(agent)
  const assigneeId = bo?.id ?? ''
  expect(await agent.call(inbox.assign, { id, assigneeId })).toMatchObject({
    assignee: { name: 'bo' },
  })
  await app.db.update(users).set({ active: false }).where(eq(users.username, 'bo'))
  await app.work()
  expect(await firstItem(agent)).toMatchObject({ assignee: null })
  const refused = agent.call(inbox.assign, { id, assigneeId })
  await expect(refused).rejects.toMatchObject({ code: 'invalid_input' })
})

test('the history of a subject has all its deadlines, the open one first, and what happened', async () => {
  await using app = await openTestApp({ everyDay: true })
  const { id, requestUrl } = await write(app)
  await write(app, { message: 'Another' })
  const agent = await app.person('agent', 'mara')
  const filter = { type: 'inquiry', id } as const
  const [first] = (await agent.call(inbox.history, filter)).items
  await agent.call(inbox.stateReply, { id: first?.id ?? '', how: 'phone', note: null })
  expect((await agent.call(inbox.history, filter)).items).toMatchObject([{ evidence: 'stated' }])
  const token = requestUrl?.split('/').at(-1) ?? ''
  await app.stranger().call(requests.addDetail, { token, text: 'And the images' })
  const { items, events } = await agent.call(inbox.history, filter)
  expect(items.map(({ metAt }) => metAt === null)).toEqual([true, false])
  expect(items.map(({ subject }) => subject)).toEqual([filter, filter])
  const types = events.map(({ type }) => type)
  expect(types).toEqual(['opened', 'met', 'assigned', 'opened'])
  expect(events.map(({ at }) => at)).toEqual(events.map(({ at }) => at).toSorted())
  const unknown = await agent.call(inbox.history, { type: 'thread', id })
  expect(unknown).toEqual({ items: [], events: [] })
})

test('receipt, deadline and status page name one date, counted on working days', async () => {
  await using app = await openTestApp()
  const { replyBy, requestUrl } = await write(app)
  const again = await write(app)
  const agent = await app.person('agent')
  const { dueAt, openedAt } = await firstItem(agent)
  const { settings } = shownDefaults()
  const isWorking = ({ weekday }: DateTime) => weekday < 6
  // Starts at a full quarter-hour, since the oracle counts quarters, which must not extend past
  // midnight.
  const from = new Date(Math.ceil(Date.parse(openedAt) / 900_000) * 900_000)
  const walked = workingHoursLater(settings.hours.timeZone, from, 24, isWorking)
  expect(Math.abs(Date.parse(dueAt) - Number(walked))).toBeLessThan(900_000)
  expect([replyBy, again.replyBy]).toEqual([dueAt, dueAt])
  const token = requestUrl?.split('/').at(-1) ?? ''
  expect((await app.stranger().call(requests.show, { token })).dueAt).toBe(dueAt)
})
