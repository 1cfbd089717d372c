import { Client, type ClientConfig, Pool, types } from 'pg'
import { migratePostgres } from './migrations.ts'
import { giveUpOnSilence } from './silence.ts'

const OLDEST_VERSION = 15

// As PGlite does, so that count(*) is a number with both: exact up to 2^53, a bigint beyond.
types.setTypeParser(types.builtins.INT8, (text) => {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : BigInt(text)
})

/**
 * Connects to PostgreSQL and brings its schema up to date. Throws an Error of one line, without the
 * password, when the server does not answer or is too old.
 * @param log takes a line when an idle connection breaks; the pool replaces it by itself.
 */
export async function openPostgres(
  url: string,
  log: (line: string) => void,
): Promise<{ pool: Pool; close(): Promise<void> }> {
  const connection: ClientConfig = {
    connectionString: url,
    application_name: 'counterfoil',
    connectionTimeoutMillis: 2_000,
    keepAlive: true,
    options: '-c TimeZone=UTC',
  }
  await migrate(connection, url)
  const pool = new Pool({
    ...connection,
    max: 10,
    statement_timeout: 5_000,
    lock_timeout: 2_000,
    idle_in_transaction_session_timeout: 10_000,
  })
  // Without a listener a restart of the server would end this process.
  pool.on('error', (error) => log(`PostgreSQL closed an idle connection: ${error.message}`))
  const endWatch = giveUpOnSilence(pool, connection, log)
  return {
    pool,
    async close() {
      endWatch()
      await pool.end()
    },
  }
}

async function migrate(connection: ClientConfig, url: string): Promise<void> {
  const client = new Client(connection)
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
    await migratePostgres(client)
  } finally {
    await client.end()
  }
}

const mend = 'Start it, or correct DATABASE_URL.'

function nameOf(url: string): string {
  if (!URL.canParse(url)) return 'DATABASE_URL'
  const { host, pathname, searchParams } = new URL(url)
  return `${host || searchParams.get('host') || 'localhost'}${pathname}`
}

function reasonOf(error: unknown): string {
  // Both addresses of a name refusing makes an AggregateError with an empty message.
  if (!(error instanceof Error)) return String(error)
  return error.message || ('code' in error ? String(error.code) : error.name)
}
