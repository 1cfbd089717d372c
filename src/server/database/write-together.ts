import { type SQLWrapper, sql } from 'drizzle-orm'
import type { Database, Transaction } from './open.ts'
import { executePrepared } from './prepared.ts'

/** Statements by the name under which others may refer to what they return. */
export type Writes = Record<string, SQLWrapper>

type Options = {
  /** Whose rows are returned. */
  from?: string
  /** The same writes come again and again. */
  isPrepared?: boolean
}

/**
 * Several writes in one statement, which saves a round trip for each. They do not see each other's
 * rows, only what others return; foreign keys are checked when all are written.
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
