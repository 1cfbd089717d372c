import { rmSync } from 'node:fs'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Client, Pool } from 'pg'
import { type Database, openDatabase } from '../src/server/database/open.ts'
import type { PostgresServer } from '../test/postgres-server.ts'
import { newDataDirectory } from '../test/product.ts'

/**
 * Makes a migrated database of its own on the server, lets `work` fill it without the limits of a
 * call, and returns its connection string.
 */
export async function newDatabase(
  server: PostgresServer,
  name: string,
  work?: (db: Database) => Promise<void>,
): Promise<string> {
  const admin = new Client({ connectionString: server.url })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${name}`)
  await admin.query(`ALTER DATABASE ${name} SET maintenance_work_mem = '256MB'`)
  await admin.end()
  const url = server.url.replace(/\w+$/, name)
  const dataDir = newDataDirectory()
  const migrated = await openDatabase({ dataDir, databaseUrl: url })
  await migrated.close()
  rmSync(dataDir, { recursive: true, force: true })
  if (work) await withoutLimits(url, work)
  return url
}

/** Without the product's statement timeout, which is too short to index a million rows. */
export async function withoutLimits(
  url: string | undefined,
  work: (db: Database) => Promise<void>,
): Promise<void> {
  const patient = new Pool({ connectionString: url, max: 1 })
  await work(drizzle({ client: patient, casing: 'snake_case' }) as never)
  await patient.end()
}
