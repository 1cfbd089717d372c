import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { markInitialised, prepareDataDirectory, refuseHalfRestored } from './data-directory.ts'
import { asPglite } from './embedded.ts'
import { type Engine, startEngine } from './engine.ts'
import { migrateEmbedded } from './migrations.ts'
import { openPostgres } from './postgres.ts'
import * as schema from './schema.ts'
import { repeatTransactions } from './transactions.ts'
import { startUpkeep } from './upkeep.ts'

/** What a raw statement resolves to with either driver. */
export type RawRows<Row> = { rows: Row[]; rowCount?: number | null }

interface RawResult extends PgQueryResultHKT {
  type: RawRows<this['row']>
}

export type Database = PgDatabase<RawResult, typeof schema>
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

export type OpenDatabase = {
  kind: 'embedded' | 'postgres'
  db: Database
  /** Resolves when the database has answered and takes changes; its time limit is the caller's. */
  ping(): Promise<void>
  /** Copies the embedded database as of one moment; absent with PostgreSQL, which has snapshots. */
  copy?(to: string): Promise<void>
  /** Statements that wait for a connection of the pool, or for the embedded engine's thread. */
  waiting(): number
  /**
   * Calls `listener` when the database is lost for the life of this process, which only the embedded
   * one can be. PostgreSQL may come back, and its connections with it.
   */
  onCrash(listener: (error: Error) => void): void
  /** Waits for what is running; afterwards every statement is refused. */
  close(): Promise<void>
}

export type DatabaseOptions = {
  /** Where the embedded database lives; also checked, but not used, with PostgreSQL. */
  dataDir: string
  /** A PostgreSQL connection string; without it the embedded database is opened. */
  databaseUrl?: string
  log?: (line: string) => void
  /** The prebuilt database for a first start; found by itself unless given. */
  image?: string
  /** The embedded database of `dataDir` where its start has already begun. */
  engine?: Promise<Engine>
}

const settings = { schema, casing: 'snake_case' } as const

/**
 * Opens the database, migrated to the present schema. Whatever stands in the way (a second process,
 * a missing volume, a server that does not answer) is thrown as an Error whose message is one line
 * for the operator, with the mend.
 */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  const { dataDir, databaseUrl, image, log = () => {} } = options
  if (!databaseUrl) {
    return openEngine(dataDir, log, await (options.engine ?? startEngine(dataDir, image)))
  }
  prepareDataDirectory(dataDir)
  refuseHalfRestored(dataDir)
  return openServer(databaseUrl, log)
}

async function openServer(url: string, log: (line: string) => void): Promise<OpenDatabase> {
  const { pool, close } = await openPostgres(url, log)
  const db = repeatTransactions(drizzlePostgres({ client: pool, ...settings }))
  let closing: Promise<void> | undefined
  return {
    kind: 'postgres',
    db,
    async ping() {
      const { rows } = await pool.query("SELECT current_setting('transaction_read_only') AS frozen")
      if (rows[0]?.frozen === 'on') throw new Error('The database takes no changes')
    },
    waiting: () => pool.waitingCount,
    onCrash() {},
    close() {
      closing ??= close()
      return closing
    },
  }
}

async function openEngine(
  dataDir: string,
  log: (line: string) => void,
  { embedded, directory, release }: Engine,
): Promise<OpenDatabase> {
  try {
    await migrateEmbedded(embedded)
    markInitialised(dataDir)
    log(
      `Embedded database in ${directory}: survives a killed process, not a power cut. ` +
        'Set DATABASE_URL to a PostgreSQL server for that.',
    )
    const stopUpkeep = startUpkeep(embedded, (error) => log(`Upkeep of the database: ${error}`))
    const db = repeatTransactions(drizzlePglite({ client: asPglite(embedded), ...settings }))
    return {
      kind: 'embedded',
      db,
      async ping() {
        await embedded.query('SELECT 1')
      },
      copy: embedded.copy,
      waiting: embedded.waiting,
      onCrash: embedded.onCrash,
      async close() {
        stopUpkeep()
        try {
          await embedded.close()
        } finally {
          release()
        }
      },
    }
  } catch (error) {
    await embedded.close().catch(() => {})
    release()
    throw error
  }
}
