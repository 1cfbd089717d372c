import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as migrateNodePostgres } from 'drizzle-orm/node-postgres/migrator'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import type { Client } from 'pg'
import { asPglite, type Embedded } from './embedded.ts'
import { migrationsFolder } from './migrations-folder.ts'

/** Any number works as long as nothing else in the database locks on it: 'ctrfoil' in ASCII. */
export const MIGRATION_LOCK = '27994057388026220'

/** Brings the embedded database up to date. The lock of the data directory keeps others away. */
export async function migrateEmbedded(embedded: Embedded): Promise<void> {
  await migratePglite(drizzlePglite({ client: asPglite(embedded) }), { migrationsFolder })
}

/**
 * Brings a PostgreSQL database up to date; of several processes that start at once, one works and
 * the others wait for it.
 * @param client connected, used by nobody else, without time limits: a migration may take long.
 */
export async function migratePostgres(client: Client): Promise<void> {
  await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
  try {
    await migrateNodePostgres(drizzle({ client }), { migrationsFolder })
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK])
  }
}
