import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { prepareDataDirectory, refuseHalfRestored } from '../own-postgres/data-directory.ts'
import { explainDamage, type OwnServer, startOwnServer } from '../own-postgres/server.ts'
import { openPostgres } from './postgres.ts'
import * as schema from './schema.ts'
import { retryTransactions } from './transactions.ts'

export type Database = NodePgDatabase<typeof schema>
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

export type OpenDatabase = {
  db: Database
  /** Resolves when the database accepts writes. It has no time limit. */
  ping(): Promise<void>
  waiting(): number
  /** From this call on, waits are limited to two seconds; a start may take longer. */
  limitWaits(): void
  close(): Promise<void>
}

export type DatabaseOptions = {
  dataDir: string
  databaseUrl?: string | undefined
  log?: (line: string) => void
  /** The server, if its start has already begun. */
  server?: Promise<OwnServer> | undefined
}

/**
 * Opens and migrates the database.
 * @throws Error of one line with the remedy.
 */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  const { dataDir, databaseUrl, log = () => {} } = options
  if (databaseUrl) {
    prepareDataDirectory(dataDir)
    refuseHalfRestored(dataDir)
    return openAt(databaseUrl, log)
  }
  const own = await (options.server ?? startOwnServer({ dataDir, log }))
  try {
    return await openAt(own.url, log, own.stop)
  } catch (error) {
    await own.stop()
    throw explainDamage(error as Error, own.directory)
  }
}

async function openAt(
  url: string,
  log: (line: string) => void,
  stop = async () => {},
): Promise<OpenDatabase> {
  const { pool, limitWaits, close } = await openPostgres(url, log)
  let closing: Promise<void> | undefined
  return {
    db: retryTransactions(drizzle({ client: pool, schema, casing: 'snake_case' })),
    async ping() {
      const { rows } = await pool.query("SELECT current_setting('transaction_read_only') AS frozen")
      if (rows[0]?.frozen === 'on') throw new Error('The database is read-only')
    },
    waiting: () => pool.waitingCount,
    limitWaits,
    close() {
      closing ??= close().finally(stop)
      return closing
    },
  }
}
