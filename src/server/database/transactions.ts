import { setTimeout as pause } from 'node:timers/promises'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { isConflict, NoConnection } from './failures.ts'
import type * as schema from './schema.ts'

/** With the pauses between them the last try begins within 150 ms. */
const mostTries = 4

/**
 * Repeats work that lost a deadlock or could not be serialized; the database has rolled it back and
 * expects a retry.
 */
export async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries === mostTries || !isConflict(error)) throw error
      // Random, so that two rivals do not collide again.
      await pause(Math.random() * 10 * 2 ** tries)
    }
  }
}

/**
 * Makes `transaction` retry as `retryOnConflict` does, so its callback must have no effects outside
 * the database. Marks the error of a transaction that could not begin as the database's.
 */
export function retryTransactions(db: NodePgDatabase<typeof schema>): typeof db {
  const transaction = db.transaction.bind(db)
  db.transaction = (work, config) =>
    retryOnConflict(async () => {
      let hasBegun = false
      const begin: typeof work = (tx) => {
        hasBegun = true
        return work(tx)
      }
      try {
        return await transaction(begin, config)
      } catch (error) {
        throw hasBegun ? error : new NoConnection(error)
      }
    })
  return db
}
