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
    automationId: (await app.db.select().from(runs))[0]?.automationId ?? '',
    cause: 'failed',
    class: 'run',
    note: `ask ${email}`,
    openedAt: new Date(),
  })
  await owner.call(dataExchange.erasePerson, { email, confirmation: email })
  const bodies = (await app.db.select().from(pings).orderBy(pings.n)).map(({ body }) => body)
  expect(bodies.map((body) => body && Buffer.from(body).toString())).toEqual([
    null,
    'sent to nobody',
    null,
  ])
  expect((await app.db.select().from(runs)).map(({ note }) => note)).toEqual([null, null, null])
  expect((await app.db.select().from(incidents))[0]?.note).toBe('')
  await ping(app, `${path}/fail`)
  await owner.call(clients.remove, { id: clientId })
  expect(await app.db.$count(pings)).toBe(0)
  const left = await app.db.select({ title: notifications.title }).from(notifications)
  expect(JSON.stringify(left)).not.toContain('Northfold')
})

const encoded: [what: string, text: string][] = [
  ['percent', 'to=Ada%40person.test&x=1'],
  ['percent, every character and twice', '%2561%2564%2561%2540%2570erson%252etest'],
  ['JSON', '{"to":"ada\\u0040person.test"}'],
  ['JSON, letters too', '{"to":"\\u0041DA\\u0040person\\u002Etest"}'],
  ['JSON in JSON', JSON.stringify({ log: '{"to":"ada\\u0040person.test"}' })],
  ['a script', "mail('ada\\x40person.test')"],
  ['HTML', '<p>ada&#64;person&#x2e;test</p>'],
  ['HTML by name', '<p>ada&commat;person&period;test</p>'],
  ['quoted-printable', 'To: ada=40person.t=\r\nest'],
  ['a form in plain letters', 'email=ada@person.test'],
  ['upper case', 'ADA@PERSON.TEST'],
]

test('an erasure finds the address however it is encoded, and nothing else', async () => {
  await using app = await openTestApp()
  const owner = await app.person('owner')
  const { path, id } = await register(app)
  const email = 'ada@person.test'
  await owner.call(clients.create, { name: 'Ada', email })
  const others = ['ben%40person.test', 'adam=40person.test', '100%40 \\u00 &#; \\x4', 'größe=40']
  for (const body of [...encoded.map(([, text]) => text), ...others]) {
    await ping(app, path, { method: 'POST', payload: body, type: 'text/plain' })
  }
  const automation = { automationId: id, outcome: 'ok' } as const
  await app.db
    .insert(runs)
    .values([
      ...encoded.map(([, note]) => ({ ...automation, note })),
      ...others.map((note) => ({ ...automation, note })),
    ])
  await owner.call(dataExchange.erasePerson, { email, confirmation: email })
  const bodies = await app.db.select().from(pings).orderBy(pings.n)
  const kept = bodies.map(({ body }) => body && Buffer.from(body).toString())
  expect(kept).toEqual([...encoded.map(() => null), ...others])
  const notes = await app.db.select({ note: runs.note }).from(runs).orderBy(runs.id)
  expect(notes.flatMap(({ note }) => note ?? [])).toEqual(others)
})

test('an address of another alphabet is found by either form of its domain', async () => {
  await using app = await openTestApp()
  const owner = await app.person('owner')
  const { path } = await register(app)
  const email = 'anna@xn--bcher-kva.example'
  await owner.call(clients.create, { name: 'Anna', email })
  for (const body of ['Anna@Bücher.example', 'anna%40b%C3%BCcher.example', email]) {
    await ping(app, path, { method: 'POST', payload: body, type: 'text/plain' })
  }
  await owner.call(dataExchange.erasePerson, { email, confirmation: email })
  expect((await app.db.select().from(pings)).map(({ body }) => body)).toEqual([null, null, null])
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
