import { eq, sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { bookings, hosts, meetingTypes } from '#server/database/schema.ts'
import {
  addHost,
  book,
  confirm,
  freeStartsOf,
  hold,
  openBooking,
  startAt,
  wrongCells,
} from '#test/harness/bookings.ts'
import { failureOf } from '#test/harness/failure-of.ts'
import { openTestApp, type TestApp } from '#test/harness/test-app.ts'
import { availability } from '../availability/contract.ts'
import { holds, meetings } from './contract.ts'
import { freeOldCells, removeOldHolds } from './sweeping.server.ts'

const expire = sql`update bookings set hold_expires_at = now() - interval '1 second'`

test('before anybody takes calls nothing can be held', async () => {
  await using app = await openTestApp({ seeded: true })
  const start = new Date(Math.ceil(Date.now() / 3_600_000 + 48) * 3_600_000).toISOString()
  expect(await failureOf(hold(app, start))).toMatchObject({
    code: 'invalid_input',
    message: 'Please choose one of the times offered.',
    fields: { start: 'Please choose one of the times offered.' },
  })
  expect(await app.db.$count(bookings)).toBe(0)
})

test('a hold takes its slot for five minutes, buffers included, and then gives it up', async () => {
  const { app } = await openBooking()
  await using _ = app
  const all = await freeStartsOf(app)
  const start = all[4] ?? ''
  const held = await hold(app, start)
  expect(held).toMatchObject({ start, toBeConfirmed: false, host: { name: expect.any(String) } })
  expect(held.holdToken).toMatch(/^[\w-]{43}$/)
  expect(Date.parse(held.end) - Date.parse(start)).toBe(30 * 60_000)
  const left = Date.parse(held.expiresAt) - Date.now()
  expect(left).toBeGreaterThan(4 * 60_000)
  expect(left).toBeLessThan(6 * 60_000)
  // The buffer of 15 minutes blocks the next slot too, and the buffer of the previous slot would
  // overlap this one.
  const free = await freeStartsOf(app)
  expect(all.filter((one) => !free.includes(one))).toEqual(all.slice(3, 6))
  expect(await wrongCells(app)).toEqual([])
  const taken = await failureOf(hold(app, start))
  expect([taken.status, taken.code, taken.message]).toEqual([
    409,
    'slot_taken',
    'This time has just been taken. Please choose another.',
  ])
  await app.db.execute(expire)
  expect(await freeStartsOf(app)).toEqual(all)
  await hold(app, start)
  expect(await wrongCells(app)).toEqual([])
  expect(await failureOf(confirm(app, held.holdToken))).toMatchObject({
    status: 409,
    code: 'hold_expired',
    message: 'This time was no longer kept for you and has been taken. Please choose another.',
  })
})

test('only offered starts are held', async () => {
  const { app } = await openBooking()
  await using _ = app
  const start = Date.parse(await startAt(app, 0))
  const soon = Date.now() + 60_000
  for (const wrong of [start + 60_000, start + 15 * 60_000, start + 1, soon, 0, start * 2]) {
    const refused = await failureOf(hold(app, new Date(wrong).toISOString()))
    expect(refused, String(wrong)).toMatchObject({ code: 'invalid_input', status: 400 })
  }
  const at = new Date(start).toISOString()
  for (const more of [{ zone: '+02:00' }, { zone: 'Nowhere/Land' }]) {
    expect(await failureOf(hold(app, at, more))).toMatchObject({
      fields: { zone: 'Unknown time zone' },
    })
  }
  const unknown = await failureOf(hold(app, at, { type: 'no-such' }))
  expect(unknown.code).toBe('not_found')
})

test.each([
  ['a free time of one host', [], 1, false],
  ['a free time of three hosts', ['second', 'third'], 3, false],
  ['a time that is taken already', [], 1, true],
])(
  'two hundred at once want %s; those who get none learn it without a transaction',
  async (...given) => {
    const [, more, times, isTaken] = given
    const { app } = await openBooking()
    await using _ = app
    for (const name of more) await addHost(app, name)
    const start = await startAt(app, 4)
    if (isTaken) await hold(app, start, {}, '192.0.2.1')
    const begun = vi.spyOn(app.db, 'transaction')
    const all = await Promise.allSettled(
      Array.from({ length: 200 }, (_, at) => hold(app, start, {}, `198.51.${at}.1`)),
    )
    const transactions = begun.mock.calls.length
    begun.mockRestore()
    const codes = all.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
    const refused = isTaken ? 200 : 200 - times
    expect(codes).toEqual(Array.from({ length: refused }, () => 'slot_taken'))
    // Every waiting attempt holds a connection. One per attempt would make other requests time out.
    expect(transactions).toBeLessThan(20)
    expect(await app.db.$count(bookings)).toBe(times)
    expect(await wrongCells(app)).toEqual([])
  },
)

test('many at once at different times all get theirs', async () => {
  const { app } = await openBooking()
  await using _ = app
  const starts = (await freeStartsOf(app)).filter((_, at) => at % 3 === 0)
  await Promise.all(starts.map((start, at) => hold(app, start, {}, `198.51.${at}.1`)))
  expect(await app.db.$count(bookings)).toBe(starts.length)
})

test('a hold is extended twice; one that ended is confirmed while nobody took its time', async () => {
  const { app } = await openBooking()
  await using _ = app
  const { holdToken: token } = await hold(app, await startAt(app, 0))
  const extend = () => app.stranger().call(holds.extend, { token })
  await app.db.execute(expire)
  const { expiresAt } = await extend()
  expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now())
  await extend()
  expect(await failureOf(extend())).toMatchObject({ code: 'hold_expired' })
  await app.db.execute(expire)
  expect(await confirm(app, token)).toMatchObject({ state: 'booked' })
  expect(await failureOf(extend())).toMatchObject({ code: 'not_found' })
  const unknown = app.stranger().call(holds.extend, { token: 'x'.repeat(43) })
  expect(await failureOf(unknown)).toMatchObject({ code: 'not_found' })
})

test('an hour after its end a hold is gone, and later deleted with its cells', async () => {
  const { app } = await openBooking()
  await using _ = app
  const lost = await hold(app, await startAt(app, 0))
  const kept = await hold(app, await startAt(app, 3))
  await app.db.execute(expire)
  // This hold takes the time of the first one.
  await hold(app, lost.start)
  await app.db.execute(sql`update bookings set hold_expires_at = now() - interval '61 minutes'
    where hold_expires_at < now()`)
  for (const { holdToken } of [lost, kept]) {
    expect(await failureOf(confirm(app, holdToken))).toMatchObject({ code: 'not_found' })
  }
  const deps = { ...app.deps, log: { info() {}, warn() {}, error() {} } }
  await removeOldHolds.run(deps, {})
  const remaining = await app.db.select({ state: bookings.state }).from(bookings)
  expect(remaining).toEqual([{ state: 'held' }])
  expect(await wrongCells(app)).toEqual([])
})

test('a hold is given up by name or for another, whose time may overlap', async () => {
  const { app } = await openBooking()
  await using _ = app
  const [first, second] = [await startAt(app, 0), await startAt(app, 1)]
  const { holdToken } = await hold(app, first)
  expect(await failureOf(hold(app, second))).toMatchObject({ code: 'slot_taken' })
  const next = await hold(app, second, { replaces: holdToken })
  expect(await failureOf(confirm(app, holdToken))).toMatchObject({ code: 'not_found' })
  await hold(app, await startAt(app, 6), {}, '203.0.113.1')
  const taken = await freeStartsOf(app).then((free) => hold(app, free[0] ?? '', {}, '203.0.113.2'))
  // A hold that cannot be made leaves the previous one in place.
  const inVain = hold(app, taken.start, { replaces: next.holdToken })
  expect(await failureOf(inVain)).toMatchObject({ code: 'slot_taken' })
  const remove = (token: string) => app.stranger().call(holds.remove, { token })
  expect(await remove(next.holdToken)).toEqual({ success: true })
  expect(await remove(next.holdToken)).toEqual({ success: true })
  expect(await remove('x'.repeat(43))).toEqual({ success: true })
  expect(await failureOf(remove('no token'))).toMatchObject({ code: 'not_found' })
  expect(await wrongCells(app)).toEqual([])
  const { meetingToken } = await book(app)
  await remove(taken.holdToken)
  await app.stranger().call(meetings.show, { token: meetingToken })
})

/** Free starts by day in the firm's zone, from the day after that of `freeStartsOf`. */
async function startsByDay(app: TestApp, days: number): Promise<string[][]> {
  const from = new Date(Date.parse(await startAt(app, 0)) + 86_400_000).toISOString().slice(0, 10)
  const { timeZone: zone } = app.deps.content.resolved().hours
  const wanted = { type: 'consultation', zone, from, days }
  const found = await app.stranger('192.0.2.1').call(availability.slots, wanted)
  return found.days.map(({ slots }) => slots.map(({ start }) => start))
}

/** Every second start, so that holding one does not block another. */
const startsApart = async (app: TestApp, days: number) =>
  (await startsByDay(app, days)).map((day) => day.filter((_, at) => at % 2 === 0))

/**
 * Holds the times one after another, each from another address.
 *
 * @returns the number of successful holds.
 */
async function holdAll(app: TestApp, starts: string[], addressOf: (at: number) => string) {
  let kept = 0
  for (const [at, start] of starts.entries()) {
    const code = await hold(app, start, {}, addressOf(at)).then(
      () => undefined,
      (error) => error.code,
    )
    expect([undefined, 'too_many_requests', 'slot_taken']).toContain(code)
    kept += code === undefined ? 1 : 0
  }
  return kept
}

for (const [network, addressOf, other] of [
  ['a /64', (at: number) => `2001:db8:0:100::${at + 1}`, '2001:db8:1::1'],
  ['a /56', (at: number) => `2001:db8:0:1${at.toString(16).padStart(2, '0')}::1`, '2001:db8:1::1'],
  ['a /48', (at: number) => `2001:db8:0:${(at + 1).toString(16)}00::1`, '2001:db8:1::1'],
  ['an IPv4 /24', (at: number) => `203.0.113.${at}`, '203.0.114.1'],
] as const) {
  test(`strangers of ${network} hold at most a quarter of a day's times`, async () => {
    const { app } = await openBooking()
    await using _ = app
    const [[all = []], [day = []]] = [await startsByDay(app, 1), await startsApart(app, 1)]
    const kept = await holdAll(app, day, addressOf)
    expect(kept).toBeGreaterThanOrEqual(5)
    expect(kept).toBeLessThanOrEqual(all.length / 4)
    const free = (await startsByDay(app, 1)).flat().at(-1) ?? ''
    const refused = await failureOf(hold(app, free, {}, addressOf(day.length)))
    expect(refused).toMatchObject({ code: 'too_many_requests', retryAfter: expect.any(Number) })
    await hold(app, free, {}, other)
    await app.db.execute(expire)
    await hold(app, day[0] ?? '', {}, addressOf(0))
  })
}

test('the wider a network, the more it holds on all days; nobody holds everything', async () => {
  const { app } = await openBooking()
  await using _ = app
  const days = (await startsApart(app, 20)).map((starts) => starts.slice(0, 5))
  const starts = days.flat()
  const part = starts.length / 2
  expect(await holdAll(app, starts.slice(0, 25), () => '2001:db8:0:100::1')).toBe(20)
  const inside56 = (at: number) => `2001:db8:0:1${(at % 9) + 1}0::1`
  expect(await holdAll(app, starts.slice(25, part), inside56)).toBe(10)
  const inside48 = (at: number) => `2001:db8:0:${(at % 9) + 2}00::1`
  expect(await holdAll(app, starts.slice(part), inside48)).toBe(10)
  await hold(app, (await freeStartsOf(app)).at(-1) ?? '', {}, '2001:db8:1::1')
})

test('twenty people behind one address each hold a time and book it', async () => {
  const { app } = await openBooking()
  await using _ = app
  const starts = (await startsApart(app, 5)).flatMap((day) => day.slice(0, 4))
  expect(starts).toHaveLength(20)
  const held = await Promise.all(starts.map((start) => hold(app, start, {}, '203.0.113.7')))
  for (const [at, { holdToken }] of held.entries()) {
    const email = `person-${at}@northfold.test`
    const made = await confirm(app, holdToken, { email }, '203.0.113.7')
    expect(made.state).toBe('booked')
  }
})

test('who has as many live holds as an address may have gives one up for the next', async () => {
  const { app } = await openBooking()
  await using _ = app
  const starts = (await startsApart(app, 6)).flatMap((day) => day.slice(0, 4))
  const held = []
  for (const start of starts.slice(0, 20)) held.push(await hold(app, start))
  const next = starts[20] ?? ''
  expect(await failureOf(hold(app, next))).toMatchObject({ code: 'too_many_requests' })
  await hold(app, next, { replaces: held[0]?.holdToken })
  expect(await wrongCells(app)).toEqual([])
})

test('a firm with few times on a day still gives one to each network', async () => {
  const { app } = await openBooking()
  await using _ = app
  const morning = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, opens: '00:00', closes: '02:00' }))
  await app.db.update(hosts).set({ weekly: morning })
  const [first = '', , second = ''] = await freeStartsOf(app)
  await hold(app, first, {}, '203.0.113.1')
  expect(await failureOf(hold(app, second, {}, '203.0.113.2'))).toMatchObject({
    code: 'too_many_requests',
  })
  await hold(app, second, {}, '203.0.114.1')
})

test('everybody together has two hundred live holds', async () => {
  const { app, hostId } = await openBooking()
  await using _ = app
  const starts = await freeStartsOf(app)
  const at = (index: number) => starts[index * 2] ?? ''
  await hold(app, at(4), {}, '203.0.113.1')
  const [type] = await app.db.select().from(meetingTypes)
  await app.db.execute(sql`
    insert into bookings (id, meeting_type_id, host_id, state, starts_at, ends_at, buffer_before,
      buffer_after, wall_time, hold_expires_at)
    select gen_random_uuid(), ${type?.id}, ${hostId}, 'held', now() + interval '90 days',
      now() + interval '91 days', 0, 0, '', now() + interval '5 minutes'
    from generate_series(1, 199)`)
  expect(await failureOf(hold(app, at(6), {}, '203.0.113.2'))).toMatchObject({
    code: 'too_many_requests',
  })
  await app.db.delete(bookings).where(eq(bookings.wallTime, ''))
  await hold(app, at(6), {}, '203.0.113.2')
})

test('cells of calls that ended a day ago are freed', async () => {
  const { app } = await openBooking()
  await using _ = app
  const { start } = await book(app)
  await book(app, 4, { email: 'ben@northfold.test' })
  await app.db
    .update(bookings)
    .set({ endsAt: sql`now() - interval '25 hours'`, startsAt: sql`now() - interval '26 hours'` })
    .where(eq(bookings.startsAt, new Date(start)))
  const deps = { ...app.deps, log: { info() {}, warn() {}, error() {} } }
  await freeOldCells.run(deps, {})
  const { rows } = await app.db.execute(sql`
    select count(*)::int as cells, count(distinct booking_id)::int as bookings from booking_cells`)
  expect(rows).toEqual([{ cells: 9, bookings: 1 }])
})
