import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { Client } from 'pg'
import { migrationsFolder } from '../migrations-folder.ts'

/** 'ctrfoil' in ASCII. */
export const MIGRATION_LOCK = '27994057388026220'

/**
 * Of several processes at once, one migrates and the others wait.
 * @param client without time limits.
 */
export async function migratePostgres(client: Client): Promise<void> {
  await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
  try {
    await migrate(drizzle({ client }), { migrationsFolder })
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK])
  }
}
