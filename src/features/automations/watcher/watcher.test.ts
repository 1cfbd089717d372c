import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { clients } from '#features/clients/contract.ts'
import { notifications } from '#features/notifications/delivery/contract.ts'
import { automationDays, outages, receipts, automations as table } from '#server/database/schema.ts'
import { age, ping, register } from '#test/harness/automations.ts'
import { breakOff } from '#test/harness/raw-http.ts'
import { openTestApp, type Person, type TestApp } from '#test/harness/test-app.ts'
import { incidents } from '../incidents/contract.ts'
import { automationRuns } from '../pings/contract.ts'
import { dayIn } from '../pings/days.server.ts'
import { automations } from '../register/contract.ts'
import { closeDays, dayLine } from './close-days.server.ts'
import { recordHeartbeat } from './heartbeat.server.ts'
import { watchTurn } from './turn.server.ts'
import { pingWatchdog } from './watchdog.server.ts'

async function turn({ deps }: TestApp) {
  await recordHeartbeat(deps.db)
  return watchTurn(deps)
}

const titles = async (person: Person) =>
  (await person.call(notifications.list, {})).items.map(({ title }) => title)

const receiptKinds = async ({ db }: TestApp) =>
  (await db.select({ kind: receipts.kind }).from(receipts).orderBy(receipts.no)).map(
    ({ kind }) => kind,
  )

/** Adds an outage from `from` until `to` seconds ago. */
const away = ({ db }: TestApp, from: number, to: number) =>
  db.insert(outages).values({
    reason: 'away',
    fromAt: sql`now() - make_interval(secs => ${from})`,
    toAt: sql`now() - make_interval(secs => ${to})`,
  })

test('a pause with an end resumes by itself, once', async () => {
  await using app = await openTestApp()
  const { admin, id, path } = await register(app)
  await ping(app, path)
  const past = admin.call(automations.pause, { id, until: new Date(0).toISOString() })
  await expect(past).rejects.toMatchObject({ fields: { until: 'Choose a time to come' } })
  const until = new Date(Date.now() + 3_600_000).toISOString()
  const paused = await admin.call(automations.pause, { id, until })
  expect(paused).toMatchObject({ state: 'paused', pausedUntil: until, dueAt: null })
  await turn(app)
  expect((await admin.call(automations.show, { id })).state).toBe('paused')
  await app.db.update(table).set({ pausedUntil: sql`now()` })
  await Promise.all([turn(app), turn(app)])
  await turn(app)
  const resumed = await admin.call(automations.show, { id })
  expect(resumed).toMatchObject({ state: 'up', pausedUntil: null, version: paused.version + 1 })
  expect(Date.parse(resumed.dueAt ?? '')).toBeGreaterThan(Date.now())
})

test('what is due is late; after the grace it is down, with one incident, told and recorded once', async () => {
  await using app = await openTestApp()
  const owner = await app.person('owner', 'olga')
  const { admin, id, path } = await register(app)
  await ping(app, path)
  await turn(app)
  expect((await admin.call(automations.show, { id })).state).toBe('up')
  await age(app, 601)
  await turn(app)
  expect((await admin.call(automations.show, { id })).state).toBe('late')
  await age(app, 60)
  await Promise.all([turn(app), turn(app)])
  await turn(app)
  const down = await admin.call(automations.show, { id })
  expect(down).toMatchObject({ state: 'down', openIncident: { cause: 'missed' } })
  const runs = await admin.call(automationRuns.list, { id })
  expect(runs.items.map(({ outcome }) => outcome)).toEqual(['missed', 'ok'])
  expect((await admin.call(automationRuns.days, { id })).items).toMatchObject([
    { expected: 1, missed: 1, late: 0 },
  ])
  expect(await titles(owner)).toEqual(['[Missed] Invoices · Northfold'])
  await ping(app, path)
  expect(await titles(owner)).toEqual(['[Over] Invoices · Northfold'])
  const kinds = await receiptKinds(app)
  expect(kinds.filter((kind) => kind.startsWith('incident.'))).toEqual([
    'incident.opened',
    'incident.closed',
  ])
  const [, late] = (await admin.call(automationRuns.list, { id })).items
  expect(late?.outcome).toBe('missed')
})

test('a ping that comes before the judgment wins', async () => {
  await using app = await openTestApp()
  const { admin, id, path } = await register(app)
  await ping(app, path)
  await age(app, 700)
  await ping(app, path)
  expect(await turn(app)).toBe(0)
  const day = (await admin.call(automationRuns.days, { id })).items[0]
  expect(day).toMatchObject({ late: 1, missed: 0 })
})

test('a run that does not end within the grace is too long; its success closes the incident', async () => {
  await using app = await openTestApp()
  const { admin, id, path } = await register(app, { scheduleKind: 'none' })
  await ping(app, `${path}/start`)
  await age(app, 61)
  await turn(app)
  const down = await admin.call(automations.show, { id })
  expect(down).toMatchObject({ state: 'down', openIncident: { cause: 'overrun' } })
  await ping(app, path)
  expect(await admin.call(automations.show, { id })).toMatchObject({
    state: 'up',
    openIncident: null,
  })
  const [run, ...others] = (await admin.call(automationRuns.list, { id })).items
  expect(others).toEqual([])
  expect(run).toMatchObject({ outcome: 'overrun', durationMs: expect.any(Number) })
})

test('what may have come while the product was away is not observed, and told once', async () => {
  await using app = await openTestApp()
  const owner = await app.person('owner', 'olga')
  const { admin, id, path } = await register(app)
  await ping(app, path)
  await age(app, 700)
  await away(app, 80, 20)
  await turn(app)
  const seen = await admin.call(automations.show, { id })
  expect(seen).toMatchObject({ state: 'unobserved', openIncident: null })
  const wait = Date.parse(seen.dueAt ?? '') - Date.now()
  expect(Math.abs(wait - 580_000)).toBeLessThan(5_000)
  expect((await admin.call(automationRuns.days, { id })).items).toMatchObject([
    { expected: 0, missed: 0, unobserved: 1 },
  ])
  expect(await titles(owner)).toEqual([
    expect.stringMatching(/^Away \d\d:\d\d–\d\d:\d\d\. 1 expected ping was not seen\.$/),
  ])
  expect((await admin.call(incidents.list, {})).items).toEqual([])
  await age(app, 700)
  await turn(app)
  expect((await admin.call(automations.show, { id })).state).toBe('down')
})

test('a run under way while the product was away gets its time once more', async () => {
  await using app = await openTestApp()
  const { admin, id, path } = await register(app, { scheduleKind: 'none' })
  await ping(app, `${path}/start`)
  await age(app, 90)
  await away(app, 60, 10)
  await turn(app)
  const extended = await admin.call(automations.show, { id })
  expect(extended.openIncident).toBeNull()
  expect(Math.abs(Date.parse(extended.alertAfter ?? '') - Date.now() - 50_000)).toBeLessThan(5_000)
  await age(app, 60)
  await turn(app)
  expect((await admin.call(automations.show, { id })).openIncident?.cause).toBe('overrun')
})

test('a gap between signs of life is an outage, and nothing is judged before it is known', async () => {
  await using app = await openTestApp()
  const { admin, id, path } = await register(app)
  await turn(app)
  await ping(app, path)
  await age(app, 700)
  await app.db.execute(sql`update watch set awake_at = now() - interval '100 seconds'`)
  expect(await watchTurn(app.deps)).toBeUndefined()
  expect((await admin.call(automations.show, { id })).state).toBe('up')
  await turn(app)
  expect((await admin.call(automations.show, { id })).state).toBe('unobserved')
  expect(await app.db.$count(outages)).toBe(1)
})

/** Makes the table of pings inaccessible while `act` runs. */
async function withoutPings({ db }: TestApp, act: () => Promise<unknown>): Promise<void> {
  await db.execute(sql`alter table pings rename to pings_away`)
  await act()
  await db.execute(sql`alter table pings_away rename to pings`)
}

test('pings that the database refused are an outage too, those to invented addresses are not', async () => {
  await using app = await openTestApp()
  const { path } = await register(app)
  await turn(app)
  const invented = `/ping/${crypto.randomUUID()}`
  await app.db.execute(sql`alter table automations rename to automations_away`)
  for (const method of ['GET', 'POST'] as const) {
    expect((await ping(app, invented, { method })).statusCode).toBe(503)
  }
  await app.db.execute(sql`alter table automations_away rename to automations`)
  await turn(app)
  expect(await app.db.$count(outages)).toBe(0)
  await withoutPings(app, () => ping(app, path))
  await turn(app)
  expect(await app.db.select().from(outages)).toMatchObject([{ reason: 'refused' }])
})

test('pings that their senders break off excuse nobody: a real silence raises its alarm', async () => {
  await using app = await openTestApp()
  const { admin, id, path } = await register(app)
  await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  const post = (url: string, header: string) =>
    `POST ${url} HTTP/1.1\r\nHost: counterfoil.example\r\n${header}\r\n\r\n`
  await ping(app, path)
  await age(app, 700)
  for (const text of [
    `${post(`/ping/${crypto.randomUUID()}`, 'Content-Length: 100')}half`,
    `${post(path, 'Content-Length: 100')}half`,
    `${post(`${path}/start`, 'Transfer-Encoding: chunked')}5\r\nha`,
    `${post(`${path}/fail`, 'Transfer-Encoding: chunked')}not a chunk\r\n`,
  ]) {
    await breakOff(app.fastify.server, text)
  }
  await turn(app)
  expect(await app.db.$count(outages)).toBe(0)
  expect((await admin.call(automations.show, { id })).openIncident?.cause).toBe('missed')
  expect(app.logged.filter(({ event }) => event === 'ping')).toEqual([])
})

test.each([
  ['due before it is missed', 30, 'missed'],
  ['due during it is not observed', 70, undefined],
])('a stall of the process excuses only what was due then: %s', async (_, stalledBefore, cause) => {
  await using app = await openTestApp()
  const { admin, id, path } = await register(app)
  await turn(app)
  await ping(app, path)
  // A run was due 65 seconds ago, with a grace period of a minute.
  await age(app, 665)
  await app.db.execute(
    sql`update watch set awake_at = now() - make_interval(secs => ${stalledBefore})`,
  )
  await recordHeartbeat(app.db, true)
  await watchTurn(app.deps)
  expect((await admin.call(automations.show, { id })).openIncident?.cause).toBe(cause)
  expect(await app.db.select().from(outages)).toMatchObject([{ reason: 'stalled' }])
})

test('a stall that began after a run gives it no more time, one at its end does', async () => {
  await using app = await openTestApp()
  const { admin, id, path } = await register(app, { scheduleKind: 'none' })
  const stall = async (from: number, to: number) =>
    app.db.insert(outages).values({
      reason: 'stalled',
      fromAt: sql`now() - make_interval(secs => ${from})`,
      toAt: sql`now() - make_interval(secs => ${to})`,
    })
  const incident = async () => (await admin.call(automations.show, { id })).openIncident?.cause
  await ping(app, `${path}/start`)
  await age(app, 65)
  await stall(40, 30)
  await stall(10, 2)
  await turn(app)
  expect(await incident()).toBeUndefined()
  await ping(app, path)
  await ping(app, `${path}/start`)
  await app.db.delete(outages)
  await age(app, 65)
  await stall(40, 30)
  await turn(app)
  expect(await incident()).toBe('overrun')
})

test('a day is closed with a receipt for each client over its rows, and read-only from then on', async () => {
  await using app = await openTestApp()
  const { admin, id, path, clientId } = await register(app)
  await turn(app)
  await ping(app, path)
  // About noon of today in the firm's zone, whatever the present hour.
  const zone = app.deps.content.resolved().hours.timeZone
  const noon = Date.parse(`${dayIn(zone, Date.now())}T20:00:00Z`)
  expect(await closeDays(app.deps, noon)).toBe(1)
  const tomorrow = noon + 24 * 3_600_000
  const closed = await Promise.all([closeDays(app.deps, tomorrow), closeDays(app.deps, tomorrow)])
  expect(closed.sort()).toEqual([0, 1])
  const [row] = await app.db.select().from(automationDays)
  if (!row) throw new Error('no day')
  expect(row.closedAt).not.toBeNull()
  const [receipt] = await app.db.select().from(receipts).where(eq(receipts.kind, 'days.closed'))
  expect(receipt?.id).toBe(row.receiptId)
  const line = dayLine(clientId, row)
  expect(line).toMatch(/^\{"automation":".*"type":"day-row\/1","unobserved":0,"zone":".*"\}$/)
  const sha256 = createHash('sha256').update(`${line}\n`).digest('hex')
  expect(JSON.parse(receipt?.record ?? '{}').data).toEqual({ day: row.day, rows: 1, sha256 })
  await ping(app, path)
  const days = (await admin.call(automationRuns.days, { id, from: row.day })).items
  expect(days.map(({ ok }) => ok)).toEqual([1, 1])
})

test('a client is deleted with its automations', async () => {
  await using app = await openTestApp()
  const { admin, clientId, path } = await register(app)
  await ping(app, `${path}/fail`)
  await admin.call(clients.remove, { id: clientId })
  expect(await app.db.$count(table)).toBe(0)
  expect((await ping(app, path)).statusCode).toBe(404)
})

test('the watchdog is told once a minute that all is well, or what is not', async () => {
  const calls: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      calls.push(`${request.url} ${body.replaceAll('\n', ' ')}`)
      response.end('OK')
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await using app = await openTestApp({
    environment: {
      WATCHDOG_URL: `http://127.0.0.1:${port}/ping/x`,
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 's@n.test',
      MAIL_TO: 't@n.test',
    },
  })
  await turn(app)
  for (const _ of [1, 2]) await pingWatchdog(app.deps)
  expect(calls).toEqual(['/ping/x '])
  await app.db.execute(sql`update watch set turn_at = now() - interval '6 seconds',
    watchdog_at = now() - interval '61 seconds'`)
  await pingWatchdog(app.deps)
  expect(calls[1]).toBe('/ping/x/fail watcher')
  server.close()
})
