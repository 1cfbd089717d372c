import { listTables, type Table } from './catalog.ts'
import type { Connection } from './connection.ts'
import { type SchemaVersion, tablesAt, versionOf } from './schema-version.ts'

/**
 * Schema version and the product's tables. Other tables are reported and left out.
 *
 * @throws Error of one line when tables are missing or the version is unknown.
 */
export async function ownTables(
  connection: Connection,
  say: (line: string) => void,
): Promise<{ schema: SchemaVersion; tables: Table[] }> {
  const schema = await versionOf(connection)
  if (!schema) throw new Error('The database has none of the tables of the product.')
  const known = tablesAt(schema)
  const present = await listTables(connection)
  const foreign = present.filter(({ name }) => !known.has(name)).map(({ name }) => name)
  if (foreign.length > 0) say(`Left out, not tables of the product: ${foreign.join(', ')}.`)
  const tables = present.filter(({ name }) => known.has(name))
  if (tables.length === known.size) return { schema, tables }
  const missing = [...known].filter((name) => !tables.some((table) => table.name === name))
  throw new Error(`The database lacks the tables ${missing.join(', ')}.`)
}
