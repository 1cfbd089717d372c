import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newDatabaseOn } from '#test/harness/database.ts'
import { type PostgresServer, startPostgres } from '#test/harness/postgres-server.ts'
import { temporaryDirectory } from '#test/harness/temporary-directory.ts'
import { isUnavailable } from './failures.ts'
import { type OpenDatabase, openDatabase } from './open.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.stop())

const start = (databaseUrl: string, log?: (line: string) => void): Promise<OpenDatabase> =>
  openDatabase({ dataDir: temporaryDirectory(), databaseUrl, log })

async function open(databaseUrl: string, log?: (line: string) => void): Promise<OpenDatabase> {
  const opened = await start(databaseUrl, log)
  opened.limitWaits()
  return opened
}

test('processes that start at once on an empty database all succeed', async () => {
  const url = await newDatabaseOn(server)
  const opened = await Promise.all([1, 2, 3, 4].map(() => open(url)))
  const { rows } = await (opened[0] as OpenDatabase).db.execute(
    sql`SELECT count(*) AS runs, count(DISTINCT hash) AS migrations FROM drizzle.__drizzle_migrations`,
  )
  expect(rows[0]?.runs).toBe(rows[0]?.migrations)
  expect(rows[0]?.runs).toBeGreaterThan(0)
  await Promise.all(opened.map(({ close }) => close()))
})

test('connections have the time limits, UTC and a name', async () => {
  const app = await open(await newDatabaseOn(server))
  const { rows } = await app.db.execute(sql`
    SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
           current_setting('idle_in_transaction_session_timeout') AS idle,
           current_setting('TimeZone') AS zone, current_setting('application_name') AS name`)
  expect(rows).toEqual([
    { statement: '5s', lock: '2s', idle: '10s', zone: 'UTC', name: 'counterfoil' },
  ])
  await app.close()
})

test('a restart of the server ends no process, and the pool recovers', async () => {
  const lines: string[] = []
  const app = await open(await newDatabaseOn(server), (line) => lines.push(line))
  const cut = app.db.execute(sql`SELECT pg_sleep(3)`).catch((error: unknown) => error)
  await Promise.all([app.ping(), app.ping()])
  await server.restart()
  expect(isUnavailable(await cut)).toBe(true)
  await app.ping()
  expect(lines.length).toBeGreaterThan(0)
  expect(lines[0]).toMatch(/^PostgreSQL closed an idle connection: /)
  await app.close()
})

test('waiting too long for a lock is answered as unavailable', async () => {
  const app = await open(await newDatabaseOn(server))
  await app.db.execute(sql`CREATE TABLE locked (id int)`)
  const failure = await app.db.transaction(async (tx) => {
    await tx.execute(sql`LOCK TABLE locked`)
    return app.db.execute(sql`SELECT * FROM locked`).catch((error: unknown) => error)
  })
  expect(isUnavailable(failure)).toBe(true)
  await app.close()
})

test('a server that does not answer is named in one line, without the password', async () => {
  const opening = open('postgres://me:secret@127.0.0.1:9/counterfoil')
  await expect(opening).rejects.toThrow(
    'PostgreSQL at 127.0.0.1:9/counterfoil does not answer (connect ECONNREFUSED 127.0.0.1:9). ' +
      'Start it, or correct DATABASE_URL.',
  )
})

test('a frozen server blocks no request, and is used again once it answers', async () => {
  const lines: string[] = []
  const app = await open(await newDatabaseOn(server), (line) => lines.push(line))
  await Promise.all([app.ping(), app.ping()])
  server.freeze()
  try {
    const failures = await Promise.all(
      [1, 2, 3].map(() => app.db.execute(sql`SELECT 1`).catch((error: unknown) => error)),
    )
    expect(failures.map(isUnavailable)).toEqual([true, true, true])
    expect(lines.join()).toContain('does not answer')
  } finally {
    server.thaw()
  }
  await expect.poll(() => app.ping().then(() => 'back', String)).toBe('back')
  await app.close()
})

test('a start waits for a server under which requests are refused', async () => {
  const url = await newDatabaseOn(server)
  const [starting, serving] = [await start(url), await open(url)]
  await Promise.all([starting.ping(), serving.ping()])
  server.freeze()
  const late = Promise.all([starting.ping(), starting.ping()])
  try {
    // First the open connection is given up, then the new one.
    for (const _ of [1, 2]) {
      const failure = await serving.db.execute(sql`SELECT 1`).catch((error: unknown) => error)
      expect(isUnavailable(failure)).toBe(true)
    }
  } finally {
    server.thaw()
  }
  await late
  await Promise.all([starting.close(), serving.close()])
})

test('a process that was too busy to read the answer keeps its connections', async () => {
  const lines: string[] = []
  const app = await open(await newDatabaseOn(server), (line) => lines.push(line))
  const idOf = async () => (await app.db.execute(sql`SELECT pg_backend_pid() AS id`)).rows
  const before = await idOf()
  // The probe connects first, and sends its query when the next one is due.
  const watching = sql`SELECT FROM pg_stat_activity WHERE application_name LIKE '% watch' AND state = 'idle'`
  await expect.poll(async () => (await app.db.execute(watching)).rowCount).toBe(1)
  const nothingFor = (milliseconds: number) => {
    for (const until = Date.now() + milliseconds; Date.now() < until; );
  }
  // Timers of the same length run in order, so this one runs right after a probe was sent.
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      clearInterval(timer)
      setImmediate(() => resolve(nothingFor(2_500)))
    }, 500)
    nothingFor(1_000)
  })
  expect(await idOf()).toEqual(before)
  expect(lines).toEqual([])
  await app.close()
})

test('closing leaves no connection, even one that was being made', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const url = await newDatabaseOn(server)
  const app = await open(url)
  await app.ping()
  vi.advanceTimersToNextTimer()
  vi.useRealTimers()
  await app.close()
  const other = await open(await newDatabaseOn(server))
  const left = () =>
    other.db.execute(
      sql`SELECT application_name FROM pg_stat_activity WHERE datname = ${new URL(url).pathname.slice(1)}`,
    )
  await expect.poll(async () => (await left()).rows).toEqual([])
  await other.close()
})

test('a kill between two statements fails their transaction only', async () => {
  const app = await open(await newDatabaseOn(server))
  const broken = await app.db
    .transaction(async (tx) => {
      await tx.execute(sql`SELECT 1`)
      await server.kill()
      await server.start()
      await tx.execute(sql`SELECT 2`)
    })
    .catch((error: unknown) => error)
  expect(isUnavailable(broken)).toBe(true)
  await app.ping()
  await app.close()
})

test('a transaction that cannot even begin gives its connection back', async () => {
  const app = await open(await newDatabaseOn(server))
  const all = Array.from({ length: 10 })
  await Promise.all(all.map(() => app.db.execute(sql`SELECT pg_sleep(0.2)`)))
  server.freeze()
  try {
    const begun = all.map(() => app.db.transaction((tx) => tx.execute(sql`SELECT 1`)))
    const outcomes = await Promise.allSettled(begun)
    expect(outcomes.map(({ status }) => status)).toEqual(all.map(() => 'rejected'))
  } finally {
    server.thaw()
  }
  await expect.poll(() => app.ping().then(() => 'back', String)).toBe('back')
  await app.close()
})
