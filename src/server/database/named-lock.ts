import { type SQL, sql } from 'drizzle-orm'
import type { Transaction } from './open.ts'

/**
 * Keys are hashes of 64 bits, so that names don't meet each other, nor the numbers of the two locks
 * that connections hold: `MIGRATION_LOCK` and that of `holdFiles`.
 */
const keyOf = (name: string): SQL => sql`hashtextextended(${name}, 0)`

/** The statement that waits for the lock of this name and holds it until the transaction ends. */
export const lockNamed = (name: string): SQL => sql`select pg_advisory_xact_lock(${keyOf(name)})`

/** Works like `lockNamed`, but returns false at once if another transaction holds the lock. */
export async function tryLockNamed(tx: Transaction, name: string): Promise<boolean> {
  const { rows } = await tx.execute<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(${keyOf(name)}) as taken`,
  )
  return rows[0]?.taken === true
}
