import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { eventually } from '#test/harness/eventually.ts'
import { failureOf } from '#test/harness/failure-of.ts'
import {
  connect,
  type GoogleTestApp,
  openGoogleTestApp,
  openTransactions,
  press,
  simulatedClock,
} from '#test/harness/google.ts'
import { openTestApp } from '#test/harness/test-app.ts'
import { google } from './contract.ts'

const counted = ({ standIn }: GoogleTestApp, call: string) =>
  standIn.calls.filter((one) => one === call).length

test('ten minutes of a used-up quota cost few calls and nobody any waiting', async () => {
  const clock = simulatedClock()
  await using scene = await openGoogleTestApp({ clock })
  const { standIn } = scene
  await connect(scene, 'calendar')
  await connect(scene, 'drive')
  const call = 'calendar.calendarList.list'
  standIn.faults.push({ call, status: 403, reason: 'userRateLimitExceeded', times: Infinity })
  const first = await failureOf(press(scene, 'calendar'))
  expect(first.message).toBe(
    'Google is busy with too many requests. Please try again in a few minutes.',
  )
  expect([first.status, counted(scene, call)]).toEqual([503, 4])
  expect(clock.now()).toBeLessThanOrEqual(20_000)
  await failureOf(press(scene, 'calendar'))
  expect(counted(scene, call), 'the fifth failure in a row is the last').toBe(5)
  while (clock.now() < 600_000) {
    const [before, asked] = [clock.now(), standIn.calls.length]
    const refused = await failureOf(press(scene, 'calendar'))
    expect([refused.code, clock.now() - before]).toEqual(['unavailable', 0])
    expect(standIn.calls.length - asked).toBeLessThanOrEqual(1)
    expect(refused.retryAfter).toBeGreaterThanOrEqual(1)
    expect(refused.retryAfter).toBeLessThanOrEqual(30)
    clock.pass(10_000)
  }
  expect(counted(scene, call)).toBeLessThanOrEqual(5 + 600 / 30)
  expect(await press(scene, 'drive'), 'another service is not held up').toMatchObject({
    state: 'done',
  })
  standIn.faults.length = 0
  clock.pass(30_000)
  expect(await press(scene, 'calendar')).toMatchObject({ state: 'done' })
})

test('a Retry-After of Google is obeyed, and passed on when it is too long', async () => {
  const clock = simulatedClock()
  await using scene = await openGoogleTestApp({ clock })
  const { standIn } = scene
  await connect(scene, 'calendar')
  const insert = { call: 'calendar.calendars.insert', status: 429, reason: 'rateLimitExceeded' }
  standIn.faults.push({ ...insert, retryAfter: 3, times: 2 })
  await press(scene, 'calendar')
  expect([clock.now(), counted(scene, insert.call)]).toEqual([6_000, 3])
  standIn.faults.push({ ...insert, call: 'calendar.calendars.get', retryAfter: 60 })
  const refused = await failureOf(press(scene, 'calendar'))
  expect([refused.code, refused.retryAfter, clock.now()]).toEqual(['unavailable', 60, 6_000])
})

test('a refusal of what was asked is not repeated and closes nothing', async () => {
  await using scene = await openGoogleTestApp({ clock: simulatedClock() })
  const { standIn } = scene
  await connect(scene, 'calendar')
  const insert = { call: 'calendar.calendars.insert', status: 403 }
  for (let n = 1; n <= 12; n++) {
    standIn.faults.push({ ...insert, reason: n % 2 ? 'insufficientPermissions' : 'forbidden' })
    const refused = await failureOf(press(scene, 'calendar'))
    expect([refused.status, counted(scene, insert.call)]).toEqual([409, n])
  }
  expect(await press(scene, 'calendar')).toMatchObject({ state: 'done' })
})

test('a token endpoint that fails is left alone for a while, and no grant counts as revoked', async () => {
  const clock = simulatedClock()
  await using scene = await openGoogleTestApp({ clock })
  const { admin, standIn } = scene
  await connect(scene, 'drive')
  const before = counted(scene, 'token')
  standIn.faults.push({ call: 'token', status: 500, times: Infinity })
  for (let n = 0; n < 9; n++) {
    expect((await failureOf(press(scene, 'drive'))).code).toBe('unavailable')
  }
  expect(counted(scene, 'token') - before).toBe(5)
  expect((await admin.call(google.status, {})).grants[0]?.state).toBe('ok')
  standIn.faults.length = 0
  clock.pass(30_000)
  expect(await press(scene, 'drive')).toMatchObject({ state: 'done' })
})

test.each([-10, 10])('a time of day that is %i minutes off breaks no refresh', async (minutes) => {
  await using scene = await openGoogleTestApp()
  const { app, standIn } = scene
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
  try {
    await connect(scene, 'drive')
    await press(scene, 'drive')
    await press(scene, 'sheets')
    expect(counted(scene, 'token'), 'one exchange, one refresh').toBe(2)
    const { rows } = await app.db.execute<{ lasts: number }>(
      'select extract(epoch from access_expires_at - now())::float8 as lasts from google_grants',
    )
    expect(rows[0]?.lasts).toBeGreaterThan(3_500)
    expect(rows[0]?.lasts).toBeLessThan(3_600)
    // Google drops a token that still counts as valid here.
    standIn.consents.accessTokens.clear()
    const before = standIn.calls.length
    expect(await press(scene, 'drive')).toMatchObject({ state: 'done' })
    const [refused, refreshed, repeated] = standIn.calls.slice(before)
    expect([refused, refreshed]).toEqual(['drive.files.get', 'token'])
    expect(repeated).toBe(refused)
    expect(counted(scene, 'token')).toBe(3)
    // A token is no longer used 30 seconds before it expires.
    await app.db.execute(
      "update google_grants set access_expires_at = now() + interval '30 seconds'",
    )
    await press(scene, 'drive')
    expect(counted(scene, 'token')).toBe(4)
  } finally {
    vi.useRealTimers()
  }
})

/** A second instance on the same database. `waiting` resolves when it first waits. */
async function openSecond({ app, access, admin }: GoogleTestApp) {
  const waiting = Promise.withResolvers<void>()
  const clock = {
    now: () => performance.now(),
    wait: async () => {
      waiting.resolve()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
  const second = await openTestApp({ beside: app, google: { ...access, clock } })
  return {
    admin: await second.signIn(admin.username ?? ''),
    waiting: waiting.promise,
    [Symbol.asyncDispose]: () => second[Symbol.asyncDispose](),
  }
}

test('two instances that need the same token ask Google once', async () => {
  await using scene = await openGoogleTestApp()
  const { app, standIn } = scene
  await connect(scene, 'drive')
  await using second = await openSecond(scene)
  const before = counted(scene, 'token')
  const gate = Promise.withResolvers<void>()
  standIn.faults.push({ call: 'token', until: gate.promise })
  const first = press(scene, 'drive')
  await eventually(() => expect(counted(scene, 'token')).toBe(before + 1))
  expect(await openTransactions(app.db)).toBe(0)
  const other = press({ ...scene, admin: second.admin }, 'sheets')
  await second.waiting
  gate.resolve()
  expect([(await first).state, (await other).state]).toEqual(['done', 'done'])
  expect(counted(scene, 'token')).toBe(before + 1)
  // Both may also refresh at the same moment.
  standIn.consents.accessTokens.clear()
  await Promise.all([press(scene, 'drive'), press({ ...scene, admin: second.admin }, 'sheets')])
  expect(counted(scene, 'token')).toBe(before + 2)
})

test('a grant reconnected while Google refused the old one stays', async () => {
  await using scene = await openGoogleTestApp()
  const { admin, standIn } = scene
  await connect(scene, 'drive')
  await using second = await openSecond(scene)
  const gate = Promise.withResolvers<void>()
  standIn.faults.push({ call: 'token', until: gate.promise })
  standIn.consents.refreshTokens.clear()
  const pressed = press(scene, 'drive')
  await eventually(() => expect(standIn.faults).toEqual([]))
  expect(await connect({ ...scene, admin: second.admin }, 'drive')).toContain('google_auth=success')
  gate.resolve()
  expect(await pressed).toMatchObject({ state: 'done' })
  expect((await admin.call(google.status, {})).grants[0]?.state).toBe('ok')
})

test('a refresh whose process died is taken over when its lease has lapsed', async () => {
  const clock = simulatedClock()
  await using scene = await openGoogleTestApp({ clock })
  const { app, admin } = scene
  await connect(scene, 'drive')
  const leaseFor = (seconds: number) =>
    app.db.execute(
      sql`update google_grants set refreshing_until = now() + make_interval(secs => ${seconds})`,
    )
  await leaseFor(15)
  const before = counted(scene, 'token')
  expect((await failureOf(admin.call(google.confirm, { serviceType: 'drive' }))).code).toBe(
    'unavailable',
  )
  expect(clock.now()).toBeGreaterThanOrEqual(20_000)
  expect(counted(scene, 'token')).toBe(before)
  await leaseFor(-1)
  await admin.call(google.confirm, { serviceType: 'drive' })
  expect(counted(scene, 'token')).toBe(before + 1)
})

test('no transaction is open while Google is asked for or about a consent', async () => {
  await using scene = await openGoogleTestApp()
  const { app, standIn, admin } = scene
  async function held(call: string, act: () => Promise<unknown>): Promise<void> {
    const gate = Promise.withResolvers<void>()
    standIn.faults.push({ call, until: gate.promise, when: 'after' })
    const acting = act()
    await eventually(() => expect(standIn.faults).toEqual([]))
    expect([call, await openTransactions(app.db)]).toEqual([call, 0])
    gate.resolve()
    await acting
  }
  await held('token', () => connect(scene, 'drive'))
  await held('token', () => admin.call(google.confirm, { serviceType: 'drive' }))
  await held('revoke', () => admin.call(google.disconnect, { group: 'files' }))
})
