import { setTimeout as pause } from 'node:timers/promises'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { isConflict, NoConnection } from './failures.ts'
import type * as schema from './schema.ts'

/** The last attempt begins within 150 ms. */
const maxAttempts = 4

/** Repeats work that the database rolled back because of a deadlock or a serialization failure. */
export async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries === maxAttempts || !isConflict(error)) throw error
      await pause(Math.random() * 10 * 2 ** tries)
    }
  }
}

const committed = new WeakMap<object, Set<() => void>>()

/** Calls `listener` once after the commit, even if it was passed several times. */
export function onCommit(tx: object, listener: () => void): void {
  const listeners = committed.get(tx)
  if (listeners) listeners.add(listener)
  else committed.set(tx, new Set([listener]))
}

/**
 * The callback of `transaction` may run several times, so it must have no side effects outside the
 * database.
 */
export function retryTransactions(db: NodePgDatabase<typeof schema>): typeof db {
  const transaction = db.transaction.bind(db)
  db.transaction = (work, config) =>
    retryOnConflict(async () => {
      let begun: object | undefined
      const begin: typeof work = (tx) => {
        begun = tx
        return work(tx)
      }
      try {
        const result = await transaction(begin, config)
        for (const listener of (begun && committed.get(begun)) ?? []) listener()
        return result
      } catch (error) {
        throw begun ? error : new NoConnection(error)
      }
    })
  return db
}
