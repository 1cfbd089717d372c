import { inArray } from 'drizzle-orm'
import type { Transaction } from '#server/database/open.ts'
import { chatConnections, chatSessions } from '#server/database/schema.ts'

/** Deletes chats with their messages, mail and deadlines. @returns those that were there. */
export async function removeChats(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  const wanted = [...ids]
  // First, in the order of the chat itself when it sees a socket close.
  await tx.delete(chatConnections).where(inArray(chatConnections.sessionId, wanted))
  const removed = await tx
    .delete(chatSessions)
    .where(inArray(chatSessions.id, wanted))
    .returning({ id: chatSessions.id })
  return removed.map(({ id }) => id)
}
