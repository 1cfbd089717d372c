import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import { functionsFolder } from '../database-folders.ts'

const triggersFile = 'triggers.sql'

/** Call this before the migrations, because columns and indexes of the tables use functions. */
export async function applyFunctions(client: Pick<ClientBase, 'query'>): Promise<void> {
  await client.query('CREATE SCHEMA IF NOT EXISTS drizzle')
  await client.query(
    'CREATE TABLE IF NOT EXISTS drizzle.applied_functions (file text PRIMARY KEY, sha256 text NOT NULL)',
  )
  const files = globSync('*.sql', { cwd: functionsFolder }).filter((file) => file !== triggersFile)
  for (const file of files.sort()) await applyIfChanged(client, file)
}

/** Call this after the migrations, which create the tables. */
export async function applyTriggers(client: Pick<ClientBase, 'query'>): Promise<void> {
  await applyIfChanged(client, triggersFile)
}

async function applyIfChanged(client: Pick<ClientBase, 'query'>, file: string): Promise<void> {
  const statements = readFileSync(join(functionsFolder, file), 'utf8')
  const sha256 = createHash('sha256').update(statements).digest('hex')
  const { rowCount } = await client.query(
    'SELECT FROM drizzle.applied_functions WHERE file = $1 AND sha256 = $2',
    [file, sha256],
  )
  if (rowCount) return
  await client.query(statements)
  await client.query(
    `INSERT INTO drizzle.applied_functions VALUES ($1, $2)
    ON CONFLICT (file) DO UPDATE SET sha256 = excluded.sha256`,
    [file, sha256],
  )
}
