import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Client, ClientBase } from 'pg'
import type { Config } from '../config.ts'
import { holdFiles } from '../database/file-hold.ts'
import { connectPostgres, nameOf } from '../database/postgres.ts'
import { documentsDirectory } from '../files/open-storage.ts'
import { findOwnServer, startOwnServer } from '../own-postgres/server.ts'

export type Connection = Pick<ClientBase, 'query'>

export type Session = {
  connection: Client
  name: string
  close(): Promise<void>
}

type Location = Pick<Config, 'databaseUrl' | 'dataDir'>

async function connectTo(url: string, name: string): Promise<Session> {
  const client = await connectPostgres(url)
  return { connection: client, name, close: () => client.end() }
}

/**
 * Opens the configured database, for which the own PostgreSQL is started.
 * @param isBare creates a missing database without tables.
 * @throws Error of one line, also while the product runs on the own PostgreSQL.
 */
export async function openSession(
  { databaseUrl, dataDir }: Location,
  isBare = false,
): Promise<Session> {
  if (databaseUrl) return connectTo(databaseUrl, `PostgreSQL at ${nameOf(databaseUrl)}`)
  const own = await startOwnServer({ dataDir, isBare })
  try {
    const session = await connectTo(own.url, dataDir)
    return { ...session, close: () => session.close().finally(own.stop) }
  } catch (error) {
    await own.stop()
    throw error
  }
}

export function assertOwnDatabase(dataDir: string): void {
  if (existsSync(join(dataDir, 'database', 'PG_VERSION'))) return
  throw new Error(
    `There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL to where it is.`,
  )
}

/**
 * A command never creates an installation.
 * @throws Error of one line where there is none.
 */
export async function assertInstallation(config: Config): Promise<void> {
  const { databaseUrl, dataDir, s3 } = config
  if (!databaseUrl) return assertOwnDatabase(dataDir)
  const directory = s3 ? dataDir : documentsDirectory(config)
  if (!existsSync(directory)) {
    throw new Error(`There is no ${directory}. Set DATA_DIR to that of the product.`)
  }
  const client = await connectPostgres(databaseUrl)
  try {
    const made = "SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS made"
    if ((await client.query(made)).rows[0]?.made) return
  } finally {
    await client.end()
  }
  throw new Error(
    `There are no tables of the product in ${nameOf(databaseUrl)}. Set DATABASE_URL to where they are.`,
  )
}

/**
 * Opens the database for reading, also while the product runs. Until the session ends, the product
 * removes no files that rows refer to.
 */
export async function openSource(config: Config): Promise<Session> {
  const { databaseUrl, dataDir } = config
  await assertInstallation(config)
  const session = await openSession(config).catch((refusal: unknown) => {
    const running = databaseUrl ? undefined : findOwnServer(dataDir)
    if (!running) throw refusal
    return connectTo(running, dataDir)
  })
  await session.connection.query(holdFiles)
  return session
}

/**
 * The text form of values does not depend on the server's settings.
 * @param mode follows BEGIN.
 */
export async function inTransaction<T>(
  connection: Connection,
  mode: string,
  work: () => Promise<T>,
): Promise<T> {
  await connection.query(`BEGIN ${mode}`)
  try {
    await connection.query(
      `SELECT set_config(name, value, true) FROM (VALUES
        ('TimeZone', 'UTC'), ('DateStyle', 'ISO, YMD'), ('IntervalStyle', 'postgres'),
        ('bytea_output', 'hex'), ('extra_float_digits', '1'), ('search_path', 'public')
      ) AS settings (name, value)`,
    )
    const result = await work()
    await connection.query('COMMIT')
    return result
  } catch (error) {
    await connection.query('ROLLBACK').catch(() => {})
    throw error
  }
}
