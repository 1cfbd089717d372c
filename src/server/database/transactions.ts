import { setTimeout as pause } from 'node:timers/promises'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { isConflict, NoConnection } from './failures.ts'
import type * as schema from './schema.ts'

/** With the pauses between them the last try begins within 150 ms. */
const mostTries = 4

/**
 * Does what may be done again as a whole once more when it has lost a deadlock or could not be
 * serialized: the database has undone it, and told so in order that it be repeated.
 */
export async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries === mostTries || !isConflict(error)) throw error
      // Apart by chance, or both would meet again.
      await pause(Math.random() * 10 * 2 ** tries)
    }
  }
}

/**
 * Makes `transaction` repeat what `againOnConflict` says, so its callback has no effects beside those
 * in the database, and marks the error of a transaction that has not even begun as the database's.
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
