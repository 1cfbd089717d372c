import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'
import type { Config } from '../config.ts'
import { openEmbedded } from '../db/embedded.ts'
import { holdFiles } from '../db/file-hold.ts'
import { acquireLock } from '../db/lock.ts'
import { connectPostgres } from '../db/postgres.ts'
import type { Connection } from './connection.ts'
import { takeSnapshot } from './snapshot.ts'

/** A database that is read; the files its rows name stay in storage until it is closed. */
export type Source = {
  kind: 'embedded' | 'postgres'
  connection: Connection
  /** Milliseconds for which a running product was kept waiting. */
  stalledMs: number
  /** @throws Error of one line when what was read may not be whole, or its files may be gone. */
  demandHeld(): Promise<void>
  close(): Promise<void>
}

export function asConnection(client: Client): Connection {
  return {
    async query<Row>(statement: string, parameters?: unknown[]) {
      const { rows } = await client.query(statement, parameters)
      return { rows: rows as Row[] }
    },
  }
}

function demandEmbedded(dataDir: string): string {
  const directory = join(dataDir, 'database')
  if (existsSync(join(directory, 'PG_VERSION'))) return directory
  throw new Error(
    `There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL to where it is.`,
  )
}

async function openPostgresSource(url: string): Promise<Source> {
  const client = await connectPostgres(url)
  await client.query(holdFiles)
  const connection = asConnection(client)
  return {
    kind: 'postgres',
    connection,
    stalledMs: 0,
    demandHeld: async () => void (await connection.query('SELECT 1')),
    close: () => client.end(),
  }
}

/**
 * Opens the embedded database in its place, for as long as no other process has it; what is read
 * there is not migrated first.
 *
 * @throws Error of one line that names the holder.
 */
export async function openStopped(dataDir: string): Promise<Source> {
  const directory = demandEmbedded(dataDir)
  const lock = acquireLock(dataDir)
  try {
    const embedded = await openEmbedded(directory)
    return {
      kind: 'embedded',
      connection: embedded,
      stalledMs: 0,
      // The lock keeps everybody else away.
      demandHeld: async () => {},
      close: () => embedded.close().finally(lock.release),
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Opens a copy that the running product makes; undefined when it does not answer. */
async function openRunning(dataDir: string): Promise<Source | undefined> {
  const snapshot = await takeSnapshot(dataDir)
  if (!snapshot) return undefined
  try {
    const embedded = await openEmbedded(snapshot.directory)
    return {
      kind: 'embedded',
      connection: embedded,
      stalledMs: snapshot.stalledMs,
      async demandHeld() {
        if (snapshot.isHeld()) return
        throw new Error('The product ended while it was backed up. Run the backup again.')
      },
      close: () => embedded.close().finally(snapshot.release),
    }
  } catch (error) {
    snapshot.release()
    throw error
  }
}

/** Opens the configured database to read it as it is now, whether the product runs or not. */
export async function openSource({ databaseUrl, dataDir }: Config): Promise<Source> {
  if (databaseUrl) return openPostgresSource(databaseUrl)
  demandEmbedded(dataDir)
  try {
    return await openStopped(dataDir)
  } catch (error) {
    const running = await openRunning(dataDir)
    if (running) return running
    throw error
  }
}
