import { asc, inArray } from 'drizzle-orm'
import { forgetNoticesOf } from '#features/automations/pings/personal-data.server.ts'
import type { Transaction } from '#server/database/open.ts'
import { clients } from '#server/database/schema.ts'
import { queueFileRemoval } from './queue-file-removal.server.ts'

/** Deletes clients with everything that belongs to them. @returns the ids of those that existed. */
export async function removeClients(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  const found = await tx
    .select({ id: clients.id })
    .from(clients)
    .where(inArray(clients.id, [...ids]))
    .orderBy(asc(clients.id))
    .for('update')
  const removed = found.map(({ id }) => id)
  for (const clientId of removed) await queueFileRemoval(tx, { clientId })
  await forgetNoticesOf(tx, removed)
  await tx.delete(clients).where(inArray(clients.id, removed))
  return removed
}
