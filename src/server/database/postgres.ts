import { Client, type ClientConfig, Pool, type PoolClient, types } from 'pg'
import { connectionOf, startConnectionWatchdog } from './connection-watchdog.ts'
import { readOnlyCode } from './failures.ts'
import { migratePostgres } from './migrations.ts'
import { retryOnConflict } from './transactions.ts'

const OLDEST_VERSION = 15

// Makes count(*) a number: exact up to 2^53, a bigint beyond.
types.setTypeParser(types.builtins.INT8, (text) => {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : BigInt(text)
})

/**
 * Connects to PostgreSQL and migrates it. Throws an Error of one line, without the password, when
 * the server does not answer or is too old.
 * @param log takes a line when an idle connection breaks; the pool replaces it by itself.
 */
export async function openPostgres(
  url: string,
  log: (line: string) => void,
): Promise<{ pool: Pool; close(): Promise<void> }> {
  await migrate(url)
  const pool = new Pool({
    ...connectionTo(url),
    max: 10,
    statement_timeout: 5_000,
    lock_timeout: 2_000,
    idle_in_transaction_session_timeout: 10_000,
  })
  // Without a listener a restart of the server would end this process. The pool reports idle
  // connections only; a connection that breaks between two statements fails the second one.
  pool.on('error', (error) => {
    if (!pool.ending) log(`PostgreSQL closed an idle connection: ${error.message}`)
  })
  pool.on('connect', (client) => client.on('error', () => {}))
  takeBackTheDead(pool)
  const query = pool.query.bind(pool) as (...statement: unknown[]) => Promise<unknown>
  pool.query = ((...statement: unknown[]) =>
    retryOnConflict(() => query(...statement))) as Pool['query']
  const endWatch = startConnectionWatchdog(pool, connectionTo(url), log)
  return {
    pool,
    async close() {
      endWatch()
      await pool.end()
    },
  }
}

/**
 * Drizzle (0.45) sends `begin` before the `try` that releases a connection, so each one that died
 * in between would be lost to the pool for good; ten of them would stop everything. A dead
 * connection is released here, and a second release has no effect. A read-only one is not kept:
 * after a failover the server's name leads to a writable one.
 */
function takeBackTheDead(pool: Pool): void {
  const frozen = new WeakSet<PoolClient>()
  pool.on('connect', (client) => {
    connectionOf(client).on('errorMessage', ({ code }) => {
      if (code === readOnlyCode) frozen.add(client)
    })
  })
  const connect = pool.connect.bind(pool)
  const connectSafely = async () => {
    const client = await connect()
    const { release } = client
    let isGivenBack = false
    const giveBack = (error?: Error | boolean) => {
      if (isGivenBack) return
      isGivenBack = true
      client.off('end', onEnd)
      release(error ?? frozen.has(client))
    }
    const onEnd = () => giveBack(new Error('Connection terminated'))
    client.on('end', onEnd)
    client.release = giveBack
    return client
  }
  // With a callback the caller is `pool.query`, which always releases its connection.
  const either = (done?: Parameters<typeof connect>[0]) => (done ? connect(done) : connectSafely())
  pool.connect = either as Pool['connect']
}

function connectionTo(url: string): ClientConfig {
  return {
    connectionString: url,
    application_name: 'counterfoil',
    connectionTimeoutMillis: 2_000,
    keepAlive: true,
    options: '-c TimeZone=UTC',
  }
}

async function migrate(url: string): Promise<void> {
  const client = await connectPostgres(url)
  try {
    await migratePostgres(client)
  } finally {
    await client.end()
  }
}

/** A connection without time limits, for long work. Throws as `openPostgres` does. */
export async function connectPostgres(url: string): Promise<Client> {
  const client = new Client(connectionTo(url))
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    throw new Error(`PostgreSQL at ${nameOf(url)} does not answer (${reasonOf(error)}). ${mend}`)
  }
  try {
    const { rows } = await client.query<{ version: number }>(
      "SELECT current_setting('server_version_num')::int / 10000 AS version",
    )
    const version = rows[0]?.version ?? 0
    if (version < OLDEST_VERSION) {
      throw new Error(
        `PostgreSQL at ${nameOf(url)} is version ${version}; ${OLDEST_VERSION} or later is needed.`,
      )
    }
    return client
  } catch (error) {
    await client.end()
    throw error
  }
}

const mend = 'Start it, or correct DATABASE_URL.'

/** Host and database of a connection string, safe to show. */
export function nameOf(url: string): string {
  if (!URL.canParse(url)) return 'DATABASE_URL'
  const { host, pathname, searchParams } = new URL(url)
  return `${host || searchParams.get('host') || 'localhost'}${pathname}`
}

function reasonOf(error: unknown): string {
  // When both addresses of a name refuse, the AggregateError has an empty message.
  if (!(error instanceof Error)) return String(error)
  return error.message || ('code' in error ? String(error.code) : error.name)
}
