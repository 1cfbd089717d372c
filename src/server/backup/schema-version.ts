import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { z } from 'zod'
import { applyFunctions, applyTriggers } from '../database/apply-functions.ts'
import { migrationsFolder } from '../database-folders.ts'
import { listTables, type Table } from './catalog.ts'
import type { Connection } from './source.ts'

/** The name is that of the last migration; `madeAt` is in milliseconds. */
export const SchemaVersion = z.object({ name: z.string(), madeAt: z.number() })
export type SchemaVersion = z.infer<typeof SchemaVersion>

const Journal = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) })
const Tables = z.object({ tables: z.record(z.string(), z.object({ name: z.string() })) })

function readMeta<T extends z.ZodType>(schema: T, file: string): z.output<T> {
  return schema.parse(JSON.parse(readFileSync(join(migrationsFolder, 'meta', file), 'utf8')))
}

/** Oldest first. */
export function knownVersions(): SchemaVersion[] {
  const { entries } = readMeta(Journal, '_journal.json')
  return entries.map(({ tag, when }) => ({ name: tag, madeAt: when }))
}

export function tablesAt({ name }: SchemaVersion): Set<string> {
  const { tables } = readMeta(Tables, `${name.slice(0, 4)}_snapshot.json`)
  return new Set(Object.values(tables).map((table) => table.name))
}

async function versionOf(connection: Connection): Promise<SchemaVersion | undefined> {
  const { rows: found } = await connection.query(
    `SELECT FROM pg_tables WHERE schemaname = 'drizzle' AND tablename = '__drizzle_migrations'`,
  )
  if (found.length === 0) return undefined
  const { rows } = await connection.query<{ made_at: string }>(
    'SELECT created_at::text AS made_at FROM drizzle.__drizzle_migrations ORDER BY created_at DESC LIMIT 1',
  )
  if (!rows[0]) return undefined
  const madeAt = Number(rows[0].made_at)
  const version = knownVersions().find((each) => each.madeAt === madeAt)
  if (version) return version
  throw new Error(
    'The database has tables of another version than this program knows. Use the program that last ran on it.',
  )
}

/**
 * Drizzle's own function can neither join a transaction nor stop at a version. Triggers fit only
 * the tables of the current version; older tables get them when they are migrated.
 */
export async function makeTables(connection: Connection, version: SchemaVersion): Promise<void> {
  await applyFunctions(connection)
  await connection.query(`CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations (
    id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint)`)
  for (const { sql, hash, folderMillis } of readMigrationFiles({ migrationsFolder })) {
    if (folderMillis > version.madeAt) return
    for (const statement of sql) await connection.query(statement)
    await connection.query(
      'INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ($1, $2)',
      [hash, folderMillis],
    )
  }
  await applyTriggers(connection)
}

/**
 * @returns the product's tables, without any others.
 * @throws Error of one line when tables are missing.
 */
export async function ownTables(
  connection: Connection,
  report: (line: string) => void,
): Promise<{ schema: SchemaVersion; tables: Table[] }> {
  const schema = await versionOf(connection)
  if (!schema) throw new Error('The database has no tables of the product.')
  const own = tablesAt(schema)
  const present = await listTables(connection)
  const foreign = present.filter(({ name }) => !own.has(name)).map(({ name }) => name)
  if (foreign.length > 0) report(`Left out, not tables of the product: ${foreign.join(', ')}.`)
  const tables = present.filter(({ name }) => own.has(name))
  if (tables.length === own.size) return { schema, tables }
  const missing = [...own].filter((name) => !tables.some((table) => table.name === name))
  throw new Error(`The database lacks the tables ${missing.join(', ')}.`)
}
