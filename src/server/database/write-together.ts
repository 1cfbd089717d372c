import { type SQLWrapper, sql } from 'drizzle-orm'
import type { Database, Transaction } from './open.ts'
import { executePrepared } from './prepared.ts'

/** Statements, each under the name by which others can refer to the rows it returns. */
export type Writes = Record<string, SQLWrapper>

type Options = {
  /** The name of the statement whose rows are returned. */
  from?: string
  /** Whether to prepare the statement, which pays when the same writes are repeated. */
  isPrepared?: boolean
}

/**
 * Several writes in one statement, which saves a round trip for each. They cannot see each other's
 * rows, only what others return. Foreign keys are checked after all writes.
 */
export async function writeTogether<T extends Record<string, unknown>>(
  tx: Database | Transaction,
  writes: Writes,
  { from, isPrepared = false }: Options = {},
): Promise<T[]> {
  const parts = Object.entries(writes).map(
    ([name, write]) => sql`${sql.identifier(name)} as (${write.getSQL()})`,
  )
  if (parts.length === 0) return []
  const rows = from ? sql`select * from ${sql.identifier(from)}` : sql`select`
  const statement = sql`with ${sql.join(parts, sql`, `)} ${rows}`
  if (isPrepared) return executePrepared<T>(tx, statement)
  const found = await tx.execute(statement)
  return found.rows as T[]
}
