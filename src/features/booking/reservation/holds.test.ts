import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookings, meetingTypes } from '#server/database/schema.ts'
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
import { openTestApp } from '#test/harness/test-app.ts'
import { holds, meetings } from './contract.ts'
import { freeOldCells, removeOldHolds } from './sweeping.server.ts'

const expire = sql`update bookings set hold_expires_at = now() - interval '1 second'`

test('before anybody takes calls nothing can be held', async () => {
  await using app = await openTestApp({ seeded: true })
  const start = new Date(Math.ceil(Date.now() / 3_600_000 + 48) * 3_600_000).toISOString()
  expect(await failureOf(hold(app, start))).toMatchObject({
    ...{ code: 'invalid_input', message: 'Please choose one of the times offered.' },
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
  // The 15 minutes after it take the next slot as well, and those of the one before it this one.
  const free = await freeStartsOf(app)
  expect(all.filter((one) => !free.includes(one))).toEqual(all.slice(3, 6))
  expect(await wrongCells(app)).toEqual([])
  const taken = await failureOf(hold(app, start))
  expect([taken.status, taken.code, taken.message]).toEqual([
    ...[409, 'slot_taken', 'This time has just been taken. Please choose another.'],
  ])
  await app.db.execute(expire)
  expect(await freeStartsOf(app)).toEqual(all)
  await hold(app, start)
  expect(await wrongCells(app)).toEqual([])
  expect(await failureOf(confirm(app, held.holdToken))).toMatchObject({
    ...{ status: 409, code: 'hold_expired' },
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

test('many at once get one slot of each host', async () => {
  const { app } = await openBooking()
  await using _ = app
  const race = async (start: string) => {
    const all = await Promise.allSettled(
      Array.from({ length: 30 }, (_, at) => hold(app, start, {}, `203.0.113.${at}`)),
    )
    const codes = all.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
    expect(new Set(codes)).toEqual(new Set(['slot_taken']))
    return all.length - codes.length
  }
  expect(await race(await startAt(app, 0))).toBe(1)
  await addHost(app, 'second')
  await addHost(app, 'third')
  expect(await race(await startAt(app, 4))).toBe(3)
  expect(await app.db.$count(bookings)).toBe(4)
  expect(await wrongCells(app)).toEqual([])
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
  // Takes the time of the first one.
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
  // What replaces in vain keeps the one before.
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

test('an address has three live holds, everybody together two hundred', async () => {
  const { app, hostId } = await openBooking()
  await using _ = app
  const starts = await freeStartsOf(app)
  const at = (index: number) => starts[index * 2] ?? ''
  const three = []
  for (const index of [0, 1, 2]) three.push(await hold(app, at(index)))
  const refused = await failureOf(hold(app, at(3)))
  expect(refused).toMatchObject({ code: 'too_many_requests', retryAfter: expect.any(Number) })
  const { holdToken } = await hold(app, at(3), { replaces: three[0]?.holdToken })
  expect(holdToken).toBeTruthy()
  await hold(app, at(4), {}, '203.0.113.1')
  const [type] = await app.db.select().from(meetingTypes)
  await app.db.execute(sql`
    insert into bookings (id, meeting_type_id, host_id, state, starts_at, ends_at, buffer_before,
      buffer_after, wall_time, hold_expires_at)
    select gen_random_uuid(), ${type?.id}, ${hostId}, 'held', now() + interval '90 days',
      now() + interval '91 days', 0, 0, '', now() + interval '5 minutes'
    from generate_series(1, 196)`)
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
