import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { clients } from '#features/clients/contract.ts'
import { dataExchange } from '#features/clients/data-exchange/contract.ts'
import { incidents, notifications, pings, runs } from '#server/database/schema.ts'
import { ping, register } from '#test/harness/automations.ts'
import { openTestApp } from '#test/harness/test-app.ts'
import { pruneNightly } from './nightly.server.ts'

test('an erasure empties bodies and notes that contain the address; a client takes all with it', async () => {
  await using app = await openTestApp()
  const owner = await app.person('owner')
  const { path, clientId } = await register(app)
  const email = 'ada@person.test'
  await owner.call(clients.create, { name: 'Ada', email })
  const send = (body: string, type = 'text/plain') =>
    ping(app, path, { method: 'POST', payload: body, type })
  await send('sent to ADA@person.test and \\ more')
  await send('sent to nobody')
  await send(JSON.stringify({ items: 1, note: 'for Ada@Person.test' }), 'application/json')
  await app.db.insert(incidents).values({
    ...{ automationId: (await app.db.select().from(runs))[0]?.automationId ?? '' },
    ...({ cause: 'failed', class: 'run', note: `ask ${email}` } as const),
    openedAt: new Date(),
  })
  await owner.call(dataExchange.erasePerson, { email, confirmation: email })
  const bodies = (await app.db.select().from(pings).orderBy(pings.n)).map(({ body }) => body)
  expect(bodies.map((body) => body && Buffer.from(body).toString())).toEqual([
    ...[null, 'sent to nobody', null],
  ])
  expect((await app.db.select().from(runs)).map(({ note }) => note)).toEqual([null, null, null])
  expect((await app.db.select().from(incidents))[0]?.note).toBe('')
  await ping(app, `${path}/fail`)
  await owner.call(clients.remove, { id: clientId })
  expect(await app.db.$count(pings)).toBe(0)
  const left = await app.db.select({ title: notifications.title }).from(notifications)
  expect(JSON.stringify(left)).not.toContain('Northfold')
})

test('what is beyond the number kept goes at night: pings, bodies and runs, but no failed ones', async () => {
  await using app = await openTestApp({
    environment: { RETAIN_RUNS: '3', RETAIN_PING_BODIES: '2' },
  })
  const { id, path } = await register(app)
  await ping(app, `${path}/fail`)
  for (let n = 0; n < 5; n++) await ping(app, path, { method: 'POST', payload: `body ${n}` })
  const log = { info() {}, warn() {}, error() {} }
  await pruneNightly.run({ ...app.deps, log }, {})
  const kept = await app.db.select().from(runs).where(eq(runs.automationId, id)).orderBy(runs.id)
  expect(kept.map(({ outcome }) => outcome)).toEqual(['failed', 'ok', 'ok', 'ok'])
  const rows = await app.db.select().from(pings).orderBy(pings.n)
  expect(rows.map(({ body }) => body !== null)).toEqual([false, false, false, false, true, true])
})
