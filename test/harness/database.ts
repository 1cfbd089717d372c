import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { type OpenDatabase, openDatabase } from '#server/database/open.ts'
import { scratchRoot } from './scratch-root.ts'
import { testTemplate } from './test-server.ts'

export type TestDatabase = OpenDatabase & AsyncDisposable & { dataDir: string }

/** Opens a migrated, empty database for one test, as the server opens it. `close` drops it. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const dataDir = mkdtempSync(join(scratchRoot, 'counterfoil-test-'))
  const databaseUrl = await newDatabase()
  const opened = await openDatabase({ dataDir, databaseUrl })

  let closing: Promise<void> | undefined
  async function close() {
    await opened.close()
    const name = new URL(databaseUrl).pathname.slice(1)
    await execute(serverUrl(), `DROP DATABASE ${name} (FORCE)`)
    rmSync(dataDir, { recursive: true, force: true })
  }
  const closeOnce = () => {
    closing ??= close()
    return closing
  }
  return { ...opened, dataDir, close: closeOnce, [Symbol.asyncDispose]: closeOnce }
}

/**
 * Creates a database without rows on the tests' server, migrated.
 * @returns its address.
 */
export const newDatabase = () => create(serverUrl(), `TEMPLATE ${testTemplate} STRATEGY FILE_COPY`)

export const newEmptyDatabase = () => newDatabaseOn({ url: serverUrl() })

export const newDatabaseOn = ({ url }: { url: string }) => create(url, 'STRATEGY FILE_COPY')

async function create(server: string, from: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await execute(server, `CREATE DATABASE ${name} ${from}`)
  return new URL(`/${name}`, server).href
}

function serverUrl(): string {
  const { TEST_DATABASE_URL } = process.env
  if (!TEST_DATABASE_URL) throw new Error('TEST_DATABASE_URL is missing: vitest sets it')
  return TEST_DATABASE_URL
}

async function execute(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
