import { and, eq, inArray, max, sql } from 'drizzle-orm'
import { type InquiryStatus, inquiryStatuses } from '#contract/vocabulary.ts'
import { waiveDeadline } from '#features/inbox/deadlines/deadlines.server.ts'
import { reopenDeadline } from '#features/inbox/deadlines/reopen-deadline.server.ts'
import type { Transaction } from '#server/database/open.ts'
import { auditEntries, replyDeadlines, inquiries as table } from '#server/database/schema.ts'
import { record } from '#server/service/audit.ts'
import type { SignedInContext } from '#server/service/context.ts'

type Change = { id: string; from: InquiryStatus; to: InquiryStatus }

/**
 * Set when the status first leaves `new` and never changed again, because it measures the first
 * reply.
 */
export const firstContact = sql`coalesce(${table.firstContactedAt}, now())`

/** Changes statuses; closing also waives the deadline. @returns the inquiries after the change. */
export async function changeStatuses(
  context: SignedInContext,
  tx: Transaction,
  changes: readonly Change[],
) {
  const { user } = context
  const changed: (typeof table.$inferSelect)[] = []
  for (const status of inquiryStatuses) {
    const ids = changes.filter(({ to }) => to === status).map(({ id }) => id)
    if (ids.length === 0) continue
    const rows = await tx
      .update(table)
      .set({ status, ...(status !== 'new' && { firstContactedAt: firstContact }) })
      .where(inArray(table.id, ids))
      .returning()
    changed.push(...rows)
    if (status !== 'closed') continue
    for (const inquiryId of ids) {
      await waiveDeadline(context, tx, { inquiryId }, { reason: 'closed', by: user.id })
    }
  }
  const clientOf = new Map(changed.map(({ id, clientId }) => [id, clientId]))
  const acts = changes
    .filter(({ from, to }) => from !== to)
    .map(({ id, from, to }) => ({
      action: 'inquiry.status_changed' as const,
      subject: 'inquiry' as const,
      subjectId: id,
      clientId: clientOf.get(id) ?? null,
      details: { from, to },
    }))
  await record(tx, user, ...acts)
  return changed
}

/** Undoes the side effects of the last status changes: a first contact or a waived deadline. */
export async function undoStatusEffects(
  context: SignedInContext,
  tx: Transaction,
  undone: readonly { id: string }[],
): Promise<void> {
  const ids = undone.map(({ id }) => id)
  if (ids.length === 0) return
  const { action, subjectId, at } = auditEntries
  const lastChange = tx
    .select({ id: subjectId, at: max(at).as('last_change') })
    .from(auditEntries)
    .where(and(eq(action, 'inquiry.status_changed'), inArray(subjectId, ids)))
    .groupBy(subjectId)
    .as('last_changes')
  const contacted = await tx
    .select({ id: table.id })
    .from(table)
    .innerJoin(
      lastChange,
      and(eq(lastChange.id, table.id), eq(lastChange.at, table.firstContactedAt)),
    )
  const firstTime = contacted.map(({ id }) => id)
  await tx.update(table).set({ firstContactedAt: null }).where(inArray(table.id, firstTime))
  const waived = await tx
    .select({ deadline: replyDeadlines })
    .from(replyDeadlines)
    .innerJoin(
      lastChange,
      and(
        eq(lastChange.id, replyDeadlines.inquiryId),
        eq(lastChange.at, replyDeadlines.waivedAt),
        eq(replyDeadlines.waiveReason, 'closed'),
      ),
    )
  for (const { deadline } of waived)
    await reopenDeadline(context, tx, deadline, 'taken_back', context.user.id)
}
