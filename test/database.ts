import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { buildDatabaseImage, databaseKey } from '../src/server/db/image.ts'
import { migratePostgres } from '../src/server/db/migrations.ts'
import { type OpenDatabase, openDatabase } from '../src/server/db/open.ts'
import { scratchRoot } from './scratch-root.ts'

export type TestDatabase = OpenDatabase & AsyncDisposable & { dataDir: string }

const newName = () => `test_${randomUUID().replaceAll('-', '')}`

/**
 * A migrated, empty database of the test's own, gone after `close`. Embedded in a temporary
 * directory, opened as the server opens it; a dump loaded into memory takes 130 MB more. With
 * TEST_DATABASE_URL (a superuser of a PostgreSQL server) it is a database on that server.
 */
export async function openTestDatabase(): Promise<TestDatabase> {
  const dataDir = mkdtempSync(join(scratchRoot, 'counterfoil-test-'))
  const server = process.env.TEST_DATABASE_URL
  const name = newName()
  const opened = server
    ? await openDatabase({ dataDir, databaseUrl: await createFromTemplate(server, name) })
    : await openDatabase({ dataDir, image: await buildDatabaseImage() })

  let closing: Promise<void> | undefined
  async function close() {
    await opened.close()
    if (server) await administer(server, (admin) => admin.query(`DROP DATABASE ${name} (FORCE)`))
    rmSync(dataDir, { recursive: true, force: true })
  }
  const closeOnce = () => {
    closing ??= close()
    return closing
  }
  return { ...opened, dataDir, close: closeOnce, [Symbol.asyncDispose]: closeOnce }
}

/** The connection string of a migrated, empty database on a server that ends with the tests. */
export function newServerDatabase(server: string): Promise<string> {
  return createFromTemplate(server, newName())
}

/** Returns the connection string of a new database `name`, copied from a migrated template. */
async function createFromTemplate(server: string, name: string): Promise<string> {
  const template = `template_${databaseKey()}`
  await administer(server, async (admin) => {
    // A template must have no other connection while it is copied, so the copies queue up.
    await admin.query("SELECT pg_advisory_lock(hashtext('test template'))")
    const { rowCount } = await admin.query('SELECT FROM pg_database WHERE datname = $1', [template])
    if (!rowCount) await createTemplate(server, admin, template)
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template}`)
  })
  return at(server, name)
}

async function createTemplate(server: string, admin: Client, template: string): Promise<void> {
  const unfinished = `${template}_unfinished`
  await admin.query(`DROP DATABASE IF EXISTS ${unfinished} (FORCE)`)
  await admin.query(`CREATE DATABASE ${unfinished}`)
  await administer(at(server, unfinished), migratePostgres)
  await admin.query(`ALTER DATABASE ${unfinished} RENAME TO ${template}`)
}

async function administer(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

function at(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}
