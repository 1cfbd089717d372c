import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import type { Config } from '../config.ts'
import { holdFiles } from '../database/file-hold.ts'
import { findOwnServer, startOwnServer } from '../database/own-server.ts'
import { connectPostgres, nameOf } from '../database/postgres.ts'

/** Runs statements one at a time. */
export type Connection = Pick<ClientBase, 'query'>

export type Session = {
  connection: Connection
  name: string
  /** Also ends a server that was started for this session. */
  close(): Promise<void>
}

type Location = Pick<Config, 'databaseUrl' | 'dataDir'>

async function connectTo(url: string, name: string): Promise<Session> {
  const client = await connectPostgres(url)
  return { connection: client, name, close: () => client.end() }
}

/**
 * Opens the configured database. The own PostgreSQL is started, so no other process uses it.
 *
 * @param isBare  a database that does not exist yet is created without tables.
 * @throws Error of one line, for the own PostgreSQL also while the product runs.
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

/** @throws Error of one line when the data directory has no database. */
export function demandOwnDatabase(dataDir: string): void {
  if (existsSync(join(dataDir, 'database', 'PG_VERSION'))) return
  throw new Error(
    `There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL to where it is.`,
  )
}

/**
 * Opens the configured database for reading, whether or not the product runs. Files that its rows
 * name stay in storage until the session is closed.
 */
export async function openSource(location: Location): Promise<Session> {
  const { databaseUrl, dataDir } = location
  if (!databaseUrl) demandOwnDatabase(dataDir)
  const session = await openSession(location).catch((refusal: unknown) => {
    const running = databaseUrl ? undefined : findOwnServer(dataDir)
    if (!running) throw refusal
    return connectTo(running, dataDir)
  })
  await session.connection.query(holdFiles)
  return session
}

/**
 * Commits when `work` resolves, rolls back when it throws. The text form of values does not depend
 * on the server's settings.
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

export function quote(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`
}
