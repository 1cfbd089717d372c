import { inArray } from 'drizzle-orm'
import type { Transaction } from '#server/database/open.ts'
import { inquiries } from '#server/database/schema.ts'

/** Deletes leads with their mail and deadlines. @returns the ids that existed. */
export async function removeLeads(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  const removed = await tx
    .delete(inquiries)
    .where(inArray(inquiries.id, [...ids]))
    .returning({ id: inquiries.id })
  return removed.map(({ id }) => id)
}
