import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import type { Config } from '../config.ts'
import { holdFiles } from '../database/file-hold.ts'
import { findOwnServer, startOwnServer } from '../database/own-server.ts'
import { connectPostgres, nameOf } from '../database/postgres.ts'
import type { Connection } from './connection.ts'

export type Session = {
  connection: Connection
  name: string
  /** Also ends a server that was started for this session. */
  close(): Promise<void>
}

type Place = Pick<Config, 'databaseUrl' | 'dataDir'>

export function asConnection(client: ClientBase): Connection {
  return {
    async query<Row>(statement: string, parameters?: unknown[]) {
      const { rows } = await client.query(statement, parameters)
      return { rows: rows as Row[] }
    },
  }
}

async function connectTo(url: string, name: string): Promise<Session> {
  const client = await connectPostgres(url)
  return { connection: asConnection(client), name, close: () => client.end() }
}

/**
 * Opens the configured database. The own PostgreSQL is started, so no other process uses it.
 *
 * @param isBare  a database that does not exist yet is created without tables.
 * @throws Error of one line, for the own PostgreSQL also while the product runs.
 */
export async function openSession(
  { databaseUrl, dataDir }: Place,
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
export async function openSource(place: Place): Promise<Session> {
  const { databaseUrl, dataDir } = place
  if (!databaseUrl) demandOwnDatabase(dataDir)
  const session = await openSession(place).catch((refusal: unknown) => {
    const running = databaseUrl ? undefined : findOwnServer(dataDir)
    if (!running) throw refusal
    return connectTo(running, dataDir)
  })
  await session.connection.query(holdFiles)
  return session
}
