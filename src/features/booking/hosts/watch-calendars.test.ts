import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { notifications, users } from '#server/database/schema.ts'
import { addHost, book, confirm, hold, startAt } from '#test/harness/bookings.ts'
import { openCalendar } from '#test/harness/calendar-server.ts'
import { openTestApp } from '#test/harness/test-app.ts'
import { agenda } from '../agenda/contract.ts'
import { confirmPending } from '../bookings/confirm-pending.server.ts'
import { bookingHosts } from './contract.ts'
import { watchCalendars } from './watch-calendars.server.ts'

async function openWatched() {
  const { url, says, fails, allow } = await openCalendar()
  const app = await openTestApp({ seeded: true, environment: { OUTBOUND_ALLOW: allow } })
  const owner = await app.person('owner')
  const hostId = await addHost(app, 'sam')
  const agent = await app.person('agent', 'kim')
  const host = { userId: hostId }
  await owner.call(bookingHosts.save, { ...host, icsUrl: url })
  const check = () => owner.call(bookingHosts.check, host)
  const watch = () => watchCalendars.run({ ...app.deps, log: app.fastify.log }, {})
  /** Makes everything recorded that much older. */
  const age = (minutes: number) =>
    app.db.execute(sql`update host_busy set ok_at = ok_at - make_interval(mins => ${minutes}),
      unreadable_since = unreadable_since - make_interval(mins => ${minutes})`)
  const notices = async () => {
    const rows = await app.db
      .select({ event: notifications.event, who: users.username })
      .from(notifications)
      .innerJoin(users, eq(users.id, notifications.userId))
      .where(sql`event like 'booking.calendar%' or event = 'booking.unconfirmed'`)
      .orderBy(notifications.createdAt, users.username)
    return rows.map(({ event, who }) => `${who}: ${event}`)
  }
  const calendars = async () => (await agent.call(agenda.list, {})).calendars
  return { app, says, fails, check, watch, age, notices, calendars, owner, host, agent }
}

test('host and owners hear once of a calendar that stays unreadable, and once when it works', async () => {
  const { app, fails, says, check, watch, age, notices, calendars } = await openWatched()
  await using _ = app
  await check()
  await watch()
  expect(await calendars()).toMatchObject([{ source: 'ics', readable: true, error: null }])
  fails()
  await age(21)
  await check()
  await watch()
  expect(await calendars()).toMatchObject([
    { host: { name: 'sam' }, readable: false, error: 'not_reachable' },
  ])
  await age(14)
  await watch()
  expect(await notices()).toEqual([])
  await age(1)
  await watch()
  await watch()
  const owner = (await app.db.select().from(users).where(eq(users.role, 'owner')))[0]?.username
  const who = ['sam', owner ?? ''].sort()
  const lost = who.map((name) => `${name}: booking.calendar_unreadable`)
  expect(await notices()).toEqual(lost)
  says('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n')
  await check()
  await watch()
  await watch()
  expect(await notices()).toEqual([
    ...lost,
    ...who.map((name) => `${name}: booking.calendar_readable`),
  ])
})

test('a short failure is not reported, and calendars of others are left out of one’s own agenda', async () => {
  const { app, fails, says, check, watch, age, notices, agent } = await openWatched()
  await using _ = app
  await check()
  fails()
  await age(21)
  await watch()
  expect((await agent.call(agenda.list, { host: 'me' })).calendars).toEqual([])
  says('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n')
  await check()
  await watch()
  fails()
  await age(30)
  await watch()
  expect(await notices()).toEqual([])
})

test('a call that waits for an hour, or begins within two, is told to host and owners once', async () => {
  const { app, fails, check, age, notices } = await openWatched()
  await using _ = app
  await check()
  fails()
  await age(30)
  const run = () => confirmPending.run({ ...app.deps, log: app.fastify.log }, {})
  const { holdToken } = await hold(app, await startAt(app, 2))
  expect(await confirm(app, holdToken)).toMatchObject({ state: 'pending' })
  await run()
  expect(await notices()).toEqual([])
  await app.db.execute(sql`update bookings set updated_at = updated_at - interval '61 minutes'`)
  await run()
  await run()
  expect((await notices()).length).toBe(2)
  await book(app, 8, { email: 'ben@n.test' })
  await run()
  expect((await notices()).length).toBe(2)
})

test.each([
  ['ahead of', 40],
  ['behind', -40],
])(
  'the clock of the process %s that of the database makes no answer old or new',
  async (_what, minutes) => {
    const { app, fails, check, watch, age, notices, calendars } = await openWatched()
    await using _ = app
    await check()
    const start = await startAt(app, 2)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
    onTestFinished(() => void vi.useRealTimers())
    fails()
    expect(await calendars()).toMatchObject([{ readable: true }])
    expect(await hold(app, start)).toMatchObject({ toBeConfirmed: false })
    await age(6)
    expect(await hold(app, await startAt(app, 4))).toMatchObject({ toBeConfirmed: true })
    await age(15)
    expect(await calendars()).toMatchObject([{ readable: false }])
    await watch()
    await age(14)
    await watch()
    expect(await notices()).toEqual([])
    await age(1)
    await watch()
    expect(await notices()).toHaveLength(2)
  },
)
