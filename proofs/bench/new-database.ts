import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Pool } from 'pg'
import { type Database, openDatabase } from '#server/database/open.ts'
import { publicUrl } from '#test/harness/chat-pairs.ts'
import { newDatabaseOn } from '#test/harness/database.ts'
import type { PostgresServer } from '#test/harness/postgres-server.ts'
import { newDataDirectory } from '#test/harness/product.ts'

/** The environment of a product whose clients each have an address of their own. */
export function setUp(databaseUrl?: string): Record<string, string> {
  return {
    PUBLIC_URL: publicUrl,
    TRUST_PROXY: '127.0.0.1,::1',
    SECRET_KEY: randomBytes(32).toString('base64'),
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  }
}

/**
 * Creates a database on the server, migrates it and lets `work` fill it.
 * @returns the database's address.
 */
export async function newDatabase(
  server: PostgresServer,
  work?: (db: Database) => Promise<void>,
): Promise<string> {
  const databaseUrl = await newDatabaseOn(server)
  const dataDir = newDataDirectory()
  const migrated = await openDatabase({ dataDir, databaseUrl })
  await migrated.close()
  rmSync(dataDir, { recursive: true, force: true })
  if (work) await withoutLimits(databaseUrl, work)
  return databaseUrl
}

/** Connects without the product's statement timeout, which is too short to index a million rows. */
export async function withoutLimits(
  url: string | undefined,
  work: (db: Database) => Promise<void>,
): Promise<void> {
  const patient = new Pool({ connectionString: url, max: 1 })
  await work(drizzle({ client: patient, casing: 'snake_case' }) as never)
  await patient.end()
}
