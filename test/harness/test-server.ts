import { Client } from 'pg'
import { migratePostgres } from '#server/database/migrations.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'
import { scratchRoot } from './scratch-root.ts'

export const testTemplate = 'test_template'

let server: PostgresServer | undefined

/**
 * For vitest: starts one PostgreSQL for all tests of a run, with a migrated database to copy.
 * TEST_DATABASE_URL names another server to use (as superuser, reserved for tests).
 */
export async function setup(): Promise<void> {
  process.env.TEST_DATA_ROOT ??= scratchRoot
  if (!process.env.TEST_DATABASE_URL) server = await startPostgres()
  const url = server?.url ?? process.env.TEST_DATABASE_URL
  process.env.TEST_DATABASE_URL = url
  await withClient(url, async (admin) => {
    await admin.query(`DROP DATABASE IF EXISTS ${testTemplate} (FORCE)`)
    await admin.query(`CREATE DATABASE ${testTemplate}`)
  })
  await withClient(new URL(`/${testTemplate}`, url).href, migratePostgres)
}

export async function teardown(): Promise<void> {
  await server?.stop()
}

async function withClient(url: string | undefined, work: (client: Client) => Promise<unknown>) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
