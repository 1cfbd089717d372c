import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../../test/test-app.ts'
import { inquiries } from '../../../server/database/schema.ts'
import { charts, type Week } from './contract.ts'
import { durationOf, funnelSentence, inquirySentence, replySentence, stagesOf } from './words.ts'

type Row = Partial<typeof inquiries.$inferInsert>
const noon = new Date(new Date().setUTCHours(12, 0, 0, 0))
const daysAgo = (days: number) => new Date(noon.getTime() - days * 86_400_000)
const hoursAfter = (moment: Date, hours: number) => new Date(moment.getTime() + hours * 3_600_000)

async function add(app: TestApp, ...rows: Row[]) {
  await app.db.insert(inquiries).values(
    rows.map((row) => ({
      name: 'A',
      email: 'a@example.com',
      message: 'm',
      contentHash: new Uint8Array(32),
      ...row,
    })),
  )
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

test('weeks count arrivals and the median first reply; quarantined messages are left out', async () => {
  await using app = await openTestApp()
  const agent = await app.person('agent')
  const then = daysAgo(21)
  await add(
    app,
    { createdAt: then, firstContactedAt: hoursAfter(then, 2), status: 'contacted' },
    { createdAt: then, firstContactedAt: hoursAfter(then, 4), status: 'contacted' },
    { createdAt: then, firstContactedAt: hoursAfter(then, 30), status: 'closed' },
    { createdAt: then },
    { createdAt: then, quarantined: true },
    { createdAt: daysAgo(120) },
    { createdAt: daysAgo(121), firstContactedAt: daysAgo(120), status: 'new' },
    { createdAt: daysAgo(122), status: 'contacted' },
    { createdAt: daysAgo(123), status: 'closed' },
  )
  const { weeks, overdue } = await agent.call(charts.series, { timeZone: 'UTC' })
  expect(weeks.at(-4)).toMatchObject({ inquiries: 4, replyHours: 4 })
  expect(weeks.reduce((sum, { inquiries }) => sum + inquiries, 0)).toBe(4)
  expect(overdue, 'never replied to, whatever the status but closed').toBe(3)
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

test.each(['Mars/Olympus', "'; drop table inquiries; --", ''])(
  'the time zone %j is refused',
  async (timeZone) => {
    await using app = await openTestApp()
    const agent = await app.person('agent')
    await expect(agent.call(charts.series, { timeZone })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  },
)

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
  expect(funnelSentence(stagesOf(series))).toBe(
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

test('the sentences say what the drawings show', () => {
  const week = (inquiries: number, replyHours: number | null): Week => ({
    start: '2026-11-16',
    inquiries,
    replyHours,
  })
  expect(inquirySentence([week(4, null), week(5, null), week(9, null)])).toBe(
    '9 this week, 4.5 a week on average before',
  )
  expect(replySentence([week(1, 3), week(1, null), week(1, 30)], 2)).toBe(
    'The median reply broke the 24-hour promise in 1 of 2 weeks. 2 wait longer than that now.',
  )
  expect(replySentence([week(1, 3)], 0)).toBe(
    'The median reply kept the 24-hour promise every week.',
  )
  expect([durationOf(0.5), durationOf(6.25), durationOf(30.4)]).toEqual(['30 min', '6.3 h', '30 h'])
})
