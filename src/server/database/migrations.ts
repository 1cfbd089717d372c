import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { Client } from 'pg'
import { migrationsFolder } from './migrations-folder.ts'

/** Any number works as long as nothing else in the database locks on it: 'ctrfoil' in ASCII. */
export const MIGRATION_LOCK = '27994057388026220'

/**
 * Brings a PostgreSQL database up to date; of several processes that start at once, one works and
 * the others wait for it.
 * @param client connected, used by nobody else, without time limits: a migration may take long.
 */
export async function migratePostgres(client: Client): Promise<void> {
  await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
  try {
    await migrate(drizzle({ client }), { migrationsFolder })
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK])
  }
}
