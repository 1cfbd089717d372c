import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { methodAndPath } from '#contract/endpoint.ts'
import { hashPassword } from '#features/identity/passwords/hash-password.server.ts'
import { newDatabaseOn } from '#test/harness/database.ts'
import { type PostgresServer, startPostgres } from '#test/harness/postgres-server.ts'
import { pathOf, sampleInput } from '#test/harness/sample-input.ts'
import { temporaryDirectory } from '#test/harness/temporary-directory.ts'
import { appOver, origin, password, testDependencies } from '#test/harness/test-app.ts'
import { seedSite } from '../../seed.ts'
import { register } from '../../services.ts'
import { openStorage } from '../files/open-storage.ts'
import { type OpenDatabase, openDatabase, type Transaction } from './open.ts'
import { users } from './schema.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.stop())

async function open(): Promise<OpenDatabase> {
  return openDatabase({ dataDir: temporaryDirectory(), databaseUrl: await newDatabaseOn(server) })
}

/** Simulates a primary that becomes a standby: open connections stay but refuse writes. */
async function setReadOnly(value: 'on' | 'off'): Promise<void> {
  const admin = new Client({ connectionString: server.url })
  await admin.connect()
  await admin.query(`ALTER SYSTEM SET default_transaction_read_only = ${value}`)
  await admin.query('SELECT pg_reload_conf()')
  await admin.end()
}

const post = (app: FastifyInstance, url: string, payload: object, cookie = '') =>
  app.inject({ method: 'POST', url, payload, headers: { origin, ...(cookie && { cookie }) } })

const message = { name: 'Ada', email: 'ada@n.example', message: 'Hello', filledInMs: 9000 }

test('while the database takes no changes, writes are 503 with Retry-After, readiness says so and reads go on', async () => {
  const database = await open()
  const { db } = database
  await seedSite(db)
  await db
    .insert(users)
    .values({ username: 'mara', role: 'owner', passwordHash: await hashPassword(password) })
  const dependencies = [{ name: 'database', answers: () => database.ping() }]
  const base = testDependencies(db, { DATA_DIR: temporaryDirectory() })
  // Exports are staged on disk.
  const app = await appOver({ ...base, storage: await openStorage(base.config) }, { dependencies })
  const credentials = { username: 'mara', password }
  const signedIn = await post(app, '/api/auth/login', credentials)
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? ''
  // The first request for the key creates the pair.
  await app.inject({ url: '/api/admin/push/key', headers: { cookie } })
  // The next request of a session idle for this long updates `last_seen_at`.
  await db.execute(sql`UPDATE sessions SET last_seen_at = now() - interval '1 hour'`)
  await setReadOnly('on')
  try {
    await expect.poll(async () => (await app.inject('/readyz')).statusCode).toBe(503)
    const client = { name: 'Ada', email: 'ada@n.example' }
    for (const refused of [
      await post(app, '/api/contact', message),
      await post(app, '/api/auth/login', credentials),
      await post(app, '/api/admin/clients', client, cookie),
    ]) {
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5'])
      expect(refused.json()).toMatchObject({
        code: 'unavailable',
        message: 'Changes cannot be saved right now. Please try again shortly.',
      })
    }
    for (const { endpoint } of register) {
      if (methodAndPath(endpoint).method !== 'GET') continue
      const query = new URLSearchParams(sampleInput(endpoint) as Record<string, string>)
      const read = await app.inject({ url: `${pathOf(endpoint)}?${query}`, headers: { cookie } })
      const isFine =
        read.statusCode < 500 ||
        read.json().code === 'google_not_configured' ||
        // An export is refused when it cannot be recorded.
        (endpoint.stream === 'download' && read.json().code === 'unavailable')
      expect([endpoint.call, isFine, read.statusCode]).toEqual([
        endpoint.call,
        true,
        read.statusCode,
      ])
    }
    const unknown = { cookie: `__Host-session=${'x'.repeat(43)}` }
    for (const [headers, status] of [[{ cookie }, 200] as const, [unknown, 401] as const]) {
      const me = await app.inject({ url: '/api/auth/me', headers })
      expect(me.statusCode).toBe(status)
    }
  } finally {
    await setReadOnly('off')
  }
  await expect.poll(async () => (await app.inject('/readyz')).statusCode).toBe(200)
  expect((await post(app, '/api/contact', message)).statusCode).toBe(201)
  await app.close()
  await database.close()
})

test('a connection that takes no changes is not used again, so that the next one finds the new primary', async () => {
  const database = await open()
  const { db } = database
  const backend = async (tx: Pick<Transaction, 'execute'>) =>
    (await tx.execute<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`)).rows[0]?.pid
  const used: unknown[] = []
  const refused = db.transaction(
    async (tx) => {
      used.push(await backend(tx))
      await tx.execute(sql`CREATE TABLE refused ()`)
    },
    { accessMode: 'read only' },
  )
  await expect(refused).rejects.toThrow()
  expect(await db.transaction(backend)).not.toBe(used[0])
  await database.close()
})

/** The first two callers wait for each other; later ones pass. */
function meeting() {
  const met = Promise.withResolvers<void>()
  let came = 0
  return () => {
    if (++came === 2) met.resolve()
    return met.promise
  }
}

async function twoRows({ db }: OpenDatabase): Promise<void> {
  await db.execute(sql`CREATE TABLE counts (id int PRIMARY KEY, n int NOT NULL)`)
  await db.execute(sql`INSERT INTO counts VALUES (1, 0), (2, 0)`)
}

const countUp = (id: number) => sql`UPDATE counts SET n = n + 1 WHERE id = ${id}`
const counts = async ({ db }: OpenDatabase) =>
  (await db.execute<{ n: number }>(sql`SELECT n FROM counts ORDER BY id`)).rows.map(({ n }) => n)

test('both transactions of a deadlock are done, each once', async () => {
  const database = await open()
  await twoRows(database)
  const meet = meeting()
  const inOrder = (first: number, second: number) =>
    database.db.transaction(async (tx) => {
      await tx.execute(countUp(first))
      await meet()
      await tx.execute(countUp(second))
    })
  await Promise.all([inOrder(1, 2), inOrder(2, 1)])
  expect(await counts(database)).toEqual([2, 2])
  await database.close()
})

test('a transaction that cannot be serialized is tried again', async () => {
  const database = await open()
  await twoRows(database)
  const meet = meeting()
  const sequentially = () =>
    database.db.transaction(
      async (tx) => {
        await tx.execute(sql`SELECT n FROM counts`)
        await meet()
        await tx.execute(countUp(1))
      },
      { isolationLevel: 'repeatable read' },
    )
  await Promise.all([sequentially(), sequentially()])
  expect(await counts(database)).toEqual([2, 0])
  await database.close()
})

test('a permanent failure is retried a few times, then reported', async () => {
  const database = await open()
  let tries = 0
  const hopeless = database.db.transaction(async (tx) => {
    tries += 1
    await tx.execute(sql`DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '40001'; END $$`)
  })
  await expect(hopeless).rejects.toMatchObject({ cause: { code: '40001' } })
  expect(tries).toBe(4)
  await database.close()
})

test('a statement of its own that loses a deadlock is tried again too', async () => {
  const database = await open()
  await twoRows(database)
  // The first attempt fails as the victim of a deadlock.
  await database.db.execute(sql`CREATE SEQUENCE tries`)
  await database.db.execute(sql`
    CREATE FUNCTION fail_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF nextval('tries') = 1 THEN RAISE EXCEPTION USING ERRCODE = '40P01'; END IF;
      RETURN NEW;
    END $$`)
  await database.db.execute(sql`
    CREATE TRIGGER fail_once BEFORE UPDATE ON counts FOR EACH ROW EXECUTE FUNCTION fail_once()`)
  await database.db.execute(countUp(1))
  expect(await counts(database)).toEqual([1, 0])
  await database.close()
})
