import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Database, Transaction } from './open.ts'

const dialect = new PgDialect({ casing: 'snake_case' })

/** Each prepared statement takes memory in every connection until that closes. */
const maxPrepared = 50

const names = new Map<string, string>()

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size === maxPrepared) return known
  const name = `prepared_${names.size + 1}`
  names.set(text, name)
  return name
}

/**
 * For statements whose text hardly varies. They are planned once per connection, up to
 * `maxPrepared`.
 */
export async function executePrepared<T extends Record<string, unknown>>(
  db: Database | Transaction,
  statement: SQL,
): Promise<T[]> {
  const query = dialect.sqlToQuery(statement)
  const prepared = db._.session.prepareQuery(query, undefined, nameOf(query.sql), false)
  const { rows } = (await prepared.execute()) as { rows: T[] }
  return rows
}
