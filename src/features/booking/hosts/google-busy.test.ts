import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { googleGrants, hostBusy, meetingTypes as types } from '#server/database/schema.ts'
import {
  addHost,
  berlin,
  book,
  confirm,
  freeStartsOf,
  hold,
  startAt,
} from '#test/harness/bookings.ts'
import { connect } from '#test/harness/google.ts'
import { type GoogleBooking, hostAddress, openGoogleBooking } from '#test/harness/google-booking.ts'
import { meetings } from '../bookings/contract.ts'
import { bookingHosts } from './contract.ts'
import { refreshCalendars } from './refresh-calendars.server.ts'

const halfHour = (start: string) => ({
  start,
  end: new Date(Date.parse(start) + 30 * 60_000).toISOString(),
})

const queries = ({ standIn }: GoogleBooking) =>
  standIn.calls.filter((call) => call === 'calendar.freebusy.query').length

test('busy times at Google take slots away, and only those', async () => {
  await using scene = await openGoogleBooking()
  const { app, standIn, check } = scene
  expect(await check()).toEqual({
    readable: true,
    sources: [expect.objectContaining({ source: 'google', address: hostAddress, error: null })],
  })
  const before = await freeStartsOf(app)
  const start = before[4] ?? ''
  standIn.workspace.busy.set(hostAddress, [halfHour(start)])
  expect(await check()).toMatchObject({ sources: [{ busyCount: 1 }] })
  const after = await freeStartsOf(app)
  expect(before.filter((one) => !after.includes(one))).toEqual([before[3], start])
})

test('Google is asked again at hold and at confirm what is older than a minute', async () => {
  await using scene = await openGoogleBooking()
  const { app, standIn, check, age } = scene
  await check()
  const [first, second] = [await startAt(app, 2), await startAt(app, 8)]
  standIn.workspace.busy.set(hostAddress, [halfHour(first)])
  await age(2)
  await expect(hold(app, first)).rejects.toMatchObject({ code: 'slot_taken' })
  const asked = queries(scene)
  const { holdToken } = await hold(app, second)
  expect(queries(scene)).toBe(asked)
  standIn.workspace.busy.set(hostAddress, [halfHour(second)])
  await age(2)
  await expect(confirm(app, holdToken)).rejects.toMatchObject({ code: 'slot_taken' })
})

test('what Google said counts for five minutes where times are listed', async () => {
  await using scene = await openGoogleBooking()
  const { app, admin, check, age, hostId } = scene
  await check()
  const shown = async () => (await admin.call(bookingHosts.show, { userId: hostId })).sources[0]
  await age(4)
  expect(await shown()).toMatchObject({ readable: true })
  await age(2)
  expect(await shown()).toMatchObject({ readable: false })
  await app.db.update(hostBusy).set({ askedAt: new Date(Date.now() - 3 * 60_000) })
  const run = () => refreshCalendars.run({ ...app.deps, log: app.fastify.log }, {})
  await run()
  expect(await shown()).toMatchObject({ readable: false })
  await app.db.update(hostBusy).set({ askedAt: new Date(Date.now() - 5 * 60_000) })
  await run()
  expect(await shown()).toMatchObject({ readable: true })
})

type Break = (scene: GoogleBooking) => Promise<unknown> | unknown

const fails =
  (fault: object): Break =>
  ({ standIn }) =>
    standIn.faults.push({ call: 'calendar.freebusy.query', times: 9, ...fault })

const says =
  (address: object | undefined): Break =>
  ({ standIn }) =>
    standIn.answers.set('calendar.freebusy.query', {
      calendars: address ? { [hostAddress]: address } : {},
    })

test.each<[string, string, Break]>([
  ['no_answer', 'a server error', fails({ status: 500 })],
  ['no_answer', 'the answer of another', says(undefined)],
  ['no_answer', 'an answer without busy times', says({})],
  ['no_answer', 'times that are none', says({ busy: [{ start: 'soon', end: 'later' }] })],
  ['no_answer', 'an error of the calendar', says({ errors: [{ reason: 'internalError' }] })],
  ['not_shared', 'an unknown calendar', says({ errors: [{ reason: 'notFound' }], busy: [] })],
  ['rate_limited', 'too many requests', fails({ status: 429 })],
  ['rate_limited', 'a used-up quota', fails({ status: 403, reason: 'rateLimitExceeded' })],
  ['scope_missing', 'a missing scope', fails({ status: 403, reason: 'insufficientPermissions' })],
  [
    'scope_missing',
    'a consent of before',
    ({ app }) => app.db.update(googleGrants).set({ scopes: ['openid'] }),
  ],
  [
    'reconnect',
    'a withdrawn consent',
    ({ standIn }) => {
      standIn.consents.refreshTokens.clear()
      standIn.consents.accessTokens.clear()
    },
  ],
  ['not_connected', 'no consent', ({ app }) => app.db.delete(googleGrants)],
])('%s is said of %s; the host is not free then', async (error, _what, breakIt) => {
  await using scene = await openGoogleBooking()
  await breakIt(scene)
  expect(await scene.check()).toMatchObject({ readable: false, sources: [{ error }] })
  const { toBeConfirmed } = await hold(scene.app, await startAt(scene.app, 2))
  expect(toBeConfirmed).toBe(true)
})

test('an address of strangers is not shared, and a colleague without Google takes the call', async () => {
  await using scene = await openGoogleBooking({ googleAddress: 'eve@strangers.example' })
  expect(await scene.check()).toMatchObject({ readable: false, sources: [{ error: 'not_shared' }] })
  const colleague = await addHost(scene.app)
  await book(scene.app, 2)
  const [stored] = await scene.app.db
    .execute<{ host: string }>('select host_id as host from bookings')
    .then(({ rows }) => rows)
  expect(stored?.host).toBe(colleague)
})

test('a silent Google keeps a visitor waiting two seconds, once for all', async () => {
  await using scene = await openGoogleBooking()
  const { app, standIn, check, age } = scene
  await check()
  const start = await startAt(app, 2)
  await age(2)
  standIn.faults.push({ call: 'calendar.freebusy.query', hangs: true, times: 9 })
  const before = queries(scene)
  const startedAt = performance.now()
  const held = await Promise.allSettled([hold(app, start), hold(app, start, {}, '203.0.113.9')])
  expect(performance.now() - startedAt).toBeLessThan(10_000)
  expect(queries(scene)).toBe(before + 1)
  expect(held.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(held.find(({ status }) => status === 'fulfilled')).toMatchObject({
    value: { toBeConfirmed: true },
  })
})

test('fifty-one hosts are two queries, a horizon of 60 days two more', async () => {
  await using scene = await openGoogleBooking()
  const { app, check } = scene
  await check()
  expect(queries(scene)).toBe(1)
  await app.db.update(types).set({ horizonDays: 60 })
  await check()
  expect(queries(scene)).toBe(3)
})

test('a call that is moved does not stand in its own way', async () => {
  await using scene = await openGoogleBooking()
  const { app, standIn, check } = scene
  await check()
  const { meetingToken, start } = await book(app, 4)
  const now = new Date(start).toISOString()
  standIn.workspace.busy.set(hostAddress, [halfHour(now)])
  await check()
  const mover = app.stranger()
  const { days } = await mover.call(meetings.slots, {
    token: meetingToken,
    zone: 'UTC',
    from: now.slice(0, 10),
    days: 1,
  })
  const offered = days.flatMap(({ slots }) =>
    slots.map((slot) => new Date(slot.start).toISOString()),
  )
  expect(offered).toContain(now)
  const near = new Date(Date.parse(now) + 30 * 60_000).toISOString()
  expect(offered).toContain(near)
  const move = { token: meetingToken, start: near, zone: berlin, sequence: 0 }
  expect(await mover.call(meetings.move, move)).toMatchObject({ sequence: 1 })
  // A longer busy time is another meeting, not the booking.
  standIn.workspace.busy.set(hostAddress, [{ ...halfHour(near), start: now }])
  await check()
  const again = { token: meetingToken, start: now, zone: berlin, sequence: 1 }
  await expect(mover.call(meetings.move, again)).rejects.toMatchObject({ code: 'slot_taken' })
})

test('connecting again asks for busy times, and makes them readable', async () => {
  await using scene = await openGoogleBooking({ isConnected: false })
  const { app, check } = scene
  expect(await check()).toMatchObject({ sources: [{ error: 'not_connected' }] })
  await connect(scene, 'calendar', { without: 'calendar.freebusy' })
  expect(await check()).toMatchObject({ sources: [{ error: 'scope_missing' }] })
  await connect(scene, 'calendar')
  expect(await check()).toMatchObject({ readable: true })
  const [grant] = await app.db
    .select()
    .from(googleGrants)
    .where(eq(googleGrants.scopeGroup, 'calendar'))
  expect(grant?.scopes.some((scope) => scope.endsWith('calendar.freebusy'))).toBe(true)
})
