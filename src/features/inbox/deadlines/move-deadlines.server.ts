import { and, eq, sql } from 'drizzle-orm'
import type { SigningDependencies } from '#features/receipts/log/signer.server.ts'
import type { Transaction } from '#server/database/open.ts'
import { replyDeadlines as table } from '#server/database/schema.ts'
import { changed, isOpen, waiveDeadline } from './deadlines.server.ts'

/**
 * Moves the deadlines of a thread to the lead that it belongs to. If both have an open deadline,
 * the lead's remains with the earlier times of both.
 */
export async function moveDeadlines(
  deps: SigningDependencies,
  tx: Transaction,
  threadId: string,
  inquiryId: string,
): Promise<void> {
  const [own] = await tx
    .select()
    .from(table)
    .where(and(eq(table.threadId, threadId), isOpen))
    .for('update')
  const isLeads = and(eq(table.inquiryId, inquiryId), isOpen)
  const [leads] = await tx.select().from(table).where(isLeads).for('update')
  if (own && leads) {
    const earlier = (a: Date, b: Date) => (a < b ? a : b)
    await tx
      .update(table)
      .set({
        dueSoonAt: earlier(own.dueSoonAt, leads.dueSoonAt),
        dueAt: earlier(own.dueAt, leads.dueAt),
        ...changed,
      })
      .where(eq(table.id, leads.id))
    await waiveDeadline(deps, tx, { threadId }, { reason: 'duplicate' })
  }
  await tx
    .update(table)
    .set({ inquiryId, threadId: null, changedAt: sql`now()` })
    .where(eq(table.threadId, threadId))
}
