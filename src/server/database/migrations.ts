import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { Client } from 'pg'
import { migrationsFolder } from '../database-folders.ts'
import { applyFunctions, applyTriggers } from './apply-functions.ts'

/** The ASCII text 'ctrfoil' as a number. */
export const MIGRATION_LOCK = '27994057388026220'

/**
 * Only one of several processes migrates; the others wait for it.
 * @param client a connection without time limits.
 * @throws Error of one line when a version before the baseline created the database.
 */
export async function migratePostgres(client: Client): Promise<void> {
  await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
  try {
    await refuseOlderThanBaseline(client)
    await applyFunctions(client)
    await migrate(drizzle({ client }), { migrationsFolder })
    await applyTriggers(client)
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK])
  }
}

/** In milliseconds. Tables and backups made before it belong to versions before 0.2.0. */
export function baselineMadeAt(): number {
  const [baseline] = readMigrationFiles({ migrationsFolder }) as [MigrationMeta]
  return baseline.folderMillis
}

async function refuseOlderThanBaseline(client: Client): Promise<void> {
  const { rows: found } = await client.query(
    "SELECT FROM pg_tables WHERE schemaname = 'drizzle' AND tablename = '__drizzle_migrations'",
  )
  if (found.length === 0) return
  const { rows } = await client.query<{ first: string | null }>(
    'SELECT min(created_at)::text AS first FROM drizzle.__drizzle_migrations',
  )
  const first = rows[0]?.first
  if (!first || Number(first) >= baselineMadeAt()) return
  throw new Error(
    'A version before 0.2.0 made this database, which this version does not open; it is left as it is. ' +
      'Set DATA_DIR to a new directory, or DATABASE_URL to an empty database.',
  )
}
