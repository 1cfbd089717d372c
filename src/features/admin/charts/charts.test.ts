import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inquiries, replyDeadlines } from '#server/database/schema.ts'
import { openTestApp, type TestApp } from '#test/harness/test-app.ts'
import { charts, type Week } from './contract.ts'
import {
  durationOf,
  funnelSentence,
  inquirySentence,
  plain,
  replySentence,
  stagesOf,
} from './words.ts'

type Row = Partial<typeof inquiries.$inferInsert>
const noon = new Date(new Date().setUTCHours(12, 0, 0, 0))
const daysAgo = (days: number) => new Date(noon.getTime() - days * 86_400_000)
const hoursAfter = (moment: Date, hours: number) => new Date(moment.getTime() + hours * 3_600_000)

const person = {
  name: 'A',
  email: 'a@example.com',
  message: 'm',
  contentHash: new Uint8Array(32),
}

async function add(app: TestApp, ...rows: Row[]) {
  await app.db.insert(inquiries).values(rows.map((row) => ({ ...person, ...row })))
}

test('an empty product has twelve weeks of nothing', async () => {
  await using app = await openTestApp()
  const agent = await app.person('agent')
  const series = await agent.call(charts.series, { timeZone: 'UTC' })
  expect(series.weeks).toHaveLength(12)
  expect(
    series.weeks.every(({ inquiries, replyHours }) => inquiries === 0 && replyHours === null),
  ).toBe(true)
  expect(series.funnel).toEqual({ new: 0, contacted: 0, qualified: 0, converted: 0, closed: 0 })
  expect(series.overdue).toBe(0)
})

type Reply = Partial<typeof replyDeadlines.$inferInsert> & { hours?: number }

/**
 * Adds a lead for each deadline: created three weeks ago, due after a day, and answered by mail
 * after `hours`.
 */
async function addReplies(app: TestApp, ...replies: Reply[]) {
  for (const { hours, ...more } of replies) {
    const openedAt = more.openedAt ?? daysAgo(21)
    const [lead] = await app.db
      .insert(inquiries)
      .values({ ...person, createdAt: openedAt })
      .returning()
    const dueAt = hoursAfter(openedAt, 24)
    await app.db.insert(replyDeadlines).values({
      kind: 'inquiry',
      inquiryId: lead?.id,
      openedAt,
      dueSoonAt: dueAt,
      dueAt,
      ...(hours && { metAt: hoursAfter(openedAt, hours), evidence: 'mail' }),
      ...more,
    })
  }
}

test('weeks count arrivals, without quarantined messages', async () => {
  await using app = await openTestApp()
  const agent = await app.person('agent')
  const then = { createdAt: daysAgo(21) }
  await add(app, then, then, { ...then, quarantined: true }, { createdAt: daysAgo(120) })
  const { weeks } = await agent.call(charts.series, { timeZone: 'UTC' })
  expect(weeks.at(-4)).toMatchObject({ inquiries: 2, replies: 0, replyHours: null })
  expect(weeks.reduce((sum, { inquiries }) => sum + inquiries, 0)).toBe(2)
})

test('the first reply is measured by evidence, stated replies apart, without waived ones', async () => {
  await using app = await openTestApp()
  const agent = await app.person('agent')
  await addReplies(
    app,
    { hours: 2 },
    { hours: 4, evidence: 'chat' },
    { hours: 30, evidence: 'booking' },
    { hours: 1, evidence: 'stated' },
    { hours: 5, evidence: 'stated' },
    { hours: 100, openedAt: daysAgo(120) },
  )
  await add(app, { createdAt: daysAgo(21), firstContactedAt: daysAgo(20), status: 'contacted' })
  const { weeks } = await agent.call(charts.series, { timeZone: 'UTC' })
  expect(weeks.at(-4)).toMatchObject({ replies: 3, replyHours: 4, statedHours: 3 })
  expect(weeks.filter(({ replies }) => replies > 0)).toHaveLength(1)
})

test('overdue are the open deadlines of leads past their due time', async () => {
  await using app = await openTestApp()
  const agent = await app.person('agent')
  await addReplies(
    app,
    {},
    {},
    { openedAt: daysAgo(120) },
    { openedAt: new Date() },
    { hours: 30 },
    { waivedAt: daysAgo(1), waiveReason: 'duplicate' },
  )
  const { overdue } = await agent.call(charts.series, { timeZone: 'UTC' })
  expect(overdue).toBe(3)
})

test('a week begins on the Monday of the viewer', async () => {
  await using app = await openTestApp()
  const agent = await app.person('agent')
  const { rows } = await app.db.execute<{ monday: string }>(
    sql`select to_char(date_trunc('week', now() at time zone 'UTC'), 'YYYY-MM-DD') as monday`,
  )
  const monday = rows[0]?.monday ?? ''
  // Half an hour into Monday in Berlin is still Sunday in Los Angeles.
  const moment = new Date(`${monday}T00:30:00+01:00`)
  await add(app, { createdAt: new Date(moment.getTime() - 7 * 86_400_000) })
  const weekWith = async (timeZone: string) => {
    const { weeks } = await agent.call(charts.series, { timeZone })
    return weeks.find(({ inquiries }) => inquiries > 0)?.start ?? ''
  }
  const berlin = await weekWith('Europe/Berlin')
  const angeles = await weekWith('America/Los_Angeles')
  expect(new Date(berlin).getUTCDay()).toBe(1)
  expect(new Date(berlin).getTime() - new Date(angeles).getTime()).toBe(7 * 86_400_000)
})

// Node knows the first three, but PostgreSQL does not.
test.each([
  'US/Pacific-New',
  'SystemV/AST4',
  'ACT',
  'PST',
  'Etc/Unknown',
  '+0100',
  '+01:00',
  '-08',
  'Mars/Olympus',
  "'; drop table inquiries; --",
  '',
])('the time zone %j is refused', async (timeZone) => {
  await using app = await openTestApp()
  const agent = await app.person('agent')
  await expect(agent.call(charts.series, { timeZone })).rejects.toMatchObject({
    code: 'invalid_input',
  })
})

test('the funnel counts consultations only, each at its status now, and the shares make a whole', async () => {
  await using app = await openTestApp()
  const agent = await app.person('agent')
  await add(
    app,
    ...Array.from({ length: 2 }, () => ({ service: 'consultation' })),
    ...Array.from({ length: 3 }, () => ({ service: 'consultation', status: 'contacted' as const })),
    { consultationData: { budget: '10k-25k' }, status: 'qualified' },
    { service: 'consultation', status: 'converted' },
    { service: 'consultation', status: 'closed' },
    { service: 'other', status: 'converted' },
  )
  const series = await agent.call(charts.series, { timeZone: 'UTC' })
  expect(series.funnel).toEqual({ new: 2, contacted: 3, qualified: 1, converted: 1, closed: 1 })
  expect(plain(funnelSentence(stagesOf(series)))).toBe(
    'Current status of 8 requests: 2 new, 13% converted',
  )
  expect(stagesOf(series).map(({ label, count, share }) => [label, count, share])).toEqual([
    ['New', 2, 0.25],
    ['Contacted', 3, 0.375],
    ['Qualified', 1, 0.125],
    ['Converted', 1, 0.125],
    ['Closed', 1, 0.125],
  ])
})

test('a sentence leads to what it counts', () => {
  const week = {
    start: '2026-11-02',
    inquiries: 3,
    replies: 0,
    replyHours: 30,
    isLate: true,
    statedHours: null,
  }
  const funnel = { new: 2, contacted: 0, qualified: 0, converted: 0, closed: 0 }
  const parts = [
    ...inquirySentence([week]),
    ...funnelSentence(stagesOf({ weeks: [], funnel, overdue: 0 })),
    ...replySentence([week], 1),
  ]
  expect(parts.flatMap((part) => (typeof part === 'string' ? [] : [[part.text, part.to]]))).toEqual(
    [
      ['3 this week', '/admin?tab=inquiries'],
      ['2 requests', '/admin/consultations'],
      ['2 new', '/admin/consultations?status=new'],
      ['0% converted', '/admin/consultations?status=converted'],
      ['1 is overdue now', '/admin/inbox?view=overdue'],
    ],
  )
})

test('the sentences say what the drawings show', () => {
  const week = (inquiries: number, replyHours: number | null, isLate = false): Week => ({
    start: '2026-11-16',
    inquiries,
    replies: 1,
    replyHours,
    isLate,
    statedHours: null,
  })
  expect(plain(inquirySentence([week(4, null), week(5, null), week(9, null)]))).toBe(
    '9 this week, 4.5 a week on average before',
  )
  expect(plain(replySentence([week(1, 3), week(1, null), week(1, 70), week(1, 5, true)], 2))).toBe(
    'The median reply was late in 1 of 3 weeks. 2 are overdue now.',
  )
  expect(plain(replySentence([week(1, 3)], 0))).toBe('The median reply was on time every week.')
  expect([durationOf(0.5), durationOf(6.25), durationOf(30.4)]).toEqual(['30 min', '6.3 h', '30 h'])
})
