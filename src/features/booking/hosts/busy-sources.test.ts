import type { RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookings, hostBusy, hosts, users } from '#server/database/schema.ts'
import { addHost, confirm, freeStartsOf, hold, startAt } from '#test/harness/bookings.ts'
import { calendarOf, openCalendar } from '#test/harness/calendar-server.ts'
import { openTestApp, type TestApp } from '#test/harness/test-app.ts'
import { confirmPending } from '../bookings/confirm-pending.server.ts'
import { bookingHosts } from './contract.ts'
import { refreshCalendars } from './refresh-calendars.server.ts'

const compact = (iso: string, plusMinutes = 0) =>
  `${new Date(Date.parse(iso) + plusMinutes * 60_000).toISOString().replace(/[-:]|\.\d+/g, '')}`

async function openWithCalendar() {
  const opened = await openCalendar()
  const app = await openTestApp({ seeded: true, environment: { OUTBOUND_ALLOW: opened.allow } })
  const hostId = await addHost(app)
  const admin = await app.person('admin')
  const me = { userId: hostId }
  const check = () => admin.call(bookingHosts.check, me)
  await admin.call(bookingHosts.save, { ...me, icsUrl: opened.url })
  /** Makes the data of the calendar that much older. */
  const age = (minutes: number) =>
    app.db.execute(sql`update host_busy set ok_at = ok_at - make_interval(mins => ${minutes})`)
  return { ...opened, app, admin, me, check, age, hostId }
}

const stateOf = async ({ db }: TestApp) => (await db.select().from(bookings)).at(-1)

test('busy times of a calendar take slots away; its address is never shown', async () => {
  const { app, admin, me, check, says, url } = await openWithCalendar()
  await using _ = app
  const shown = await admin.call(bookingHosts.show, me)
  expect(shown.sources).toMatchObject([{ source: 'ics', address: new URL(url).host }])
  expect(JSON.stringify(shown)).not.toContain('secret')
  const [stored] = await app.db.select().from(hosts)
  expect(stored?.icsEncrypted).toMatch(/\w/)
  expect(stored?.icsEncrypted).not.toContain('secret')
  expect(await check()).toMatchObject({ readable: true, sources: [{ error: null, busyCount: 0 }] })
  const before = await freeStartsOf(app)
  const start = before[4] ?? ''
  says(calendarOf([compact(start), compact(start, 30)]))
  expect(await check()).toMatchObject({ readable: true, sources: [{ busyCount: 1 }] })
  const after = await freeStartsOf(app)
  expect(before.filter((one) => !after.includes(one))).toEqual([before[3], start])
  await expect(hold(app, start)).rejects.toMatchObject({ code: 'slot_taken' })
  await admin.call(bookingHosts.save, { ...me, icsUrl: null })
  expect((await admin.call(bookingHosts.show, me)).sources).toEqual([])
  expect(await freeStartsOf(app)).toEqual(before)
})

test('a calendar is asked again at hold and at confirm', async () => {
  const { app, check, says, age } = await openWithCalendar()
  await using _ = app
  await check()
  const [first = '', second = ''] = [await startAt(app, 2), await startAt(app, 8)]
  says(calendarOf([compact(first), compact(first, 30)]))
  await age(6)
  await expect(hold(app, first)).rejects.toMatchObject({ code: 'slot_taken' })
  const { holdToken } = await hold(app, second)
  says(calendarOf([compact(second), compact(second, 30)]))
  await age(6)
  await expect(confirm(app, holdToken)).rejects.toMatchObject({ code: 'slot_taken' })
  const helper = await addHost(app)
  expect(await confirm(app, holdToken)).toMatchObject({ state: 'booked' })
  expect((await stateOf(app))?.hostId).toBe(helper)
})

test('a slow calendar is asked by the job although visitors gave up, that of a user who left is not', async () => {
  const { app, check, says, age, calendar } = await openWithCalendar()
  await using _ = app
  await check()
  let asked = 0
  calendar.answer = (_request, response) => {
    asked++
    response.writeHead(500).end()
  }
  await age(11)
  const old = new Date(Date.now() - 11 * 60_000)
  await app.db.update(hostBusy).set({ askedAt: old })
  await hold(app, await startAt(app, 2))
  expect(asked).toBe(1)
  says(calendarOf())
  const run = () => refreshCalendars.run({ ...app.deps, log: app.fastify.log }, {})
  await run()
  const readable = async () => (await app.db.select().from(hostBusy))[0]?.error === null
  expect(await readable()).toBe(true)
  calendar.answer = (_request, response) => {
    asked++
    response.end(calendarOf())
  }
  await app.db.update(hostBusy).set({ askedAt: old })
  await app.db
    .update(users)
    .set({ active: false })
    .where(inArray(users.id, app.db.select({ id: hosts.userId }).from(hosts)))
  await run()
  expect(asked).toBe(1)
})

test('a calendar that cannot be asked is never free: the call waits, and is booked or cancelled', async () => {
  const { app, check, says, fails, age } = await openWithCalendar()
  await using _ = app
  await check()
  fails()
  await age(30)
  const held = async (index: number) => {
    const taken = await hold(app, await startAt(app, index))
    expect(taken.toBeConfirmed).toBe(true)
    return taken
  }
  const run = () => confirmPending.run({ ...app.deps, log: app.fastify.log }, {})
  const { holdToken } = await held(2)
  expect(await confirm(app, holdToken)).toMatchObject({ state: 'pending' })
  await run()
  expect(await stateOf(app)).toMatchObject({ state: 'pending', pendingReason: 'calendar' })
  says(calendarOf())
  await run()
  expect(await stateOf(app)).toMatchObject({ state: 'booked', pendingReason: null })

  fails()
  await age(30)
  const next = await held(10)
  const other = { email: 'bo@northfold.test' }
  expect(await confirm(app, next.holdToken, other)).toMatchObject({ state: 'pending' })
  says(calendarOf([compact(next.start), compact(next.start, 30)]))
  await run()
  const cancelled = await app.db.select().from(bookings).where(sql`state = 'cancelled'`)
  expect(cancelled).toMatchObject([{ cancelledBy: 'system' }])
})

const redirect =
  (to: string): RequestListener =>
  (_request, response) =>
    response.writeHead(302, { location: to }).end()

test.each<[string, RequestListener]>([
  ['refused_address', redirect('http://127.0.0.1:1/')],
  ['refused_address', redirect('https://169.254.169.254/latest/')],
  ['refused_address', redirect('file:///etc/passwd')],
  ['not_reachable', (request, response) => redirect(request.url ?? '/')(request, response)],
  ['not_reachable', (_request, response) => response.writeHead(404).end()],
  ['not_reachable', (request) => request.socket.destroy()],
  ['not_a_calendar', (_request, response) => response.end('<html>')],
  ['too_large', (_request, response) => response.end(Buffer.alloc(5 * 1024 * 1024 + 1, 'x'))],
  [
    'too_large',
    (_request, response) =>
      response
        .writeHead(200, { 'content-encoding': 'gzip' })
        .end(gzipSync(Buffer.alloc(50 * 1024 * 1024))),
  ],
])('%s is all that is told of a hostile calendar', async (error, answer) => {
  const { app, check, calendar } = await openWithCalendar()
  await using _ = app
  calendar.answer = answer
  expect(await check()).toMatchObject({ readable: false, sources: [{ error, okAt: null }] })
})

test('an unchanged calendar is not sent again', async () => {
  const { app, check, calendar } = await openWithCalendar()
  await using _ = app
  const asked: (string | undefined)[] = []
  calendar.answer = ({ headers }, response) => {
    asked.push(headers['if-none-match'])
    if (headers['if-none-match'] === '"1"') response.writeHead(304).end()
    else response.setHeader('etag', '"1"').end(calendarOf())
  }
  await check()
  const again = await check()
  expect(again).toMatchObject({ readable: true, sources: [{ error: null }] })
  expect(asked.at(-1)).toBe('"1"')
})

test.each([
  ['http://calendar.example/a.ics'],
  ['https://ana:secret@calendar.example/a.ics'],
  ['https://127.0.0.1/a.ics'],
  ['https://169.254.169.254/a.ics'],
  ['file:///etc/passwd'],
])('%s is refused', async (icsUrl) => {
  await using app = await openTestApp({ seeded: true })
  const agent = await app.person('agent')
  const saved = agent.call(bookingHosts.save, { userId: 'me', icsUrl })
  await expect(saved).rejects.toMatchObject({ fields: { icsUrl: expect.any(String) } })
})
