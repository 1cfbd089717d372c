import { Client, type ClientConfig, Pool, type PoolClient, types } from 'pg'
import { connectionOf, startConnectionWatchdog } from './connection-watchdog.ts'
import { readOnlyCode } from './failures.ts'
import { migratePostgres } from './migrations.ts'
import { retryOnConflict } from './transactions.ts'

const OLDEST_VERSION = 15

/** Connecting may take this long on a busy machine; a request must not wait that long. */
const startTimeoutMs = 20_000
const requestTimeoutMs = 2_000

// The result of count(*) is read as a number; values beyond 2^53 stay bigint.
types.setTypeParser(types.builtins.INT8, (text) => {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : BigInt(text)
})

/**
 * Connects and migrates.
 * @throws Error of one line without the password.
 */
export async function openPostgres(
  url: string,
  log: (line: string) => void,
): Promise<{ pool: Pool; limitWaits(): void; close(): Promise<void> }> {
  const migrating = await connectPostgres(url)
  try {
    await migratePostgres(migrating)
  } finally {
    await migrating.end()
  }
  const pool = new Pool({
    ...connectionTo(url),
    max: 10,
    statement_timeout: 5_000,
    lock_timeout: 2_000,
    idle_in_transaction_session_timeout: 10_000,
  })
  // Without a listener, a restart of the server would end this process.
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
    limitWaits() {
      pool.options.connectionTimeoutMillis = requestTimeoutMs
    },
    async close() {
      endWatch()
      await pool.end()
    },
  }
}

/**
 * Drizzle (0.45) sends `begin` before the `try` that releases a connection, so the pool would lose
 * dead ones. Read-only connections are closed, because after a failover the same host name leads to
 * a writable server.
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
  // A call with a callback comes from `pool.query`, which always releases.
  const either = (done?: Parameters<typeof connect>[0]) => (done ? connect(done) : connectSafely())
  pool.connect = either as Pool['connect']
}

function connectionTo(url: string): ClientConfig {
  return {
    connectionString: url,
    application_name: 'counterfoil',
    connectionTimeoutMillis: startTimeoutMs,
    keepAlive: true,
    options: '-c TimeZone=UTC',
  }
}

/**
 * Connects without time limits.
 * @throws Error in the same cases as `openPostgres`.
 */
export async function connectPostgres(url: string): Promise<Client> {
  const client = new Client(connectionTo(url))
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    throw new Error(
      `PostgreSQL at ${nameOf(url)} does not answer (${reasonOf(error)}). Start it, or correct DATABASE_URL.`,
    )
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

/** The name of the database without credentials, which is safe to show. */
export function nameOf(url: string): string {
  if (!URL.canParse(url)) return 'DATABASE_URL'
  const { host, pathname, searchParams } = new URL(url)
  return `${host || searchParams.get('host') || 'localhost'}${pathname}`
}

function reasonOf(error: unknown): string {
  // The AggregateError of a host with two addresses has an empty message.
  if (!(error instanceof Error)) return String(error)
  return error.message || ('code' in error ? String(error.code) : error.name)
}
