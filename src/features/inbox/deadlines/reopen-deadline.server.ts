import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Subject } from '#features/notifications/delivery/notice.ts'
import type { SigningDependencies } from '#features/receipts/log/signer.server.ts'
import { databaseTime } from '#server/database/clock.ts'
import type { Transaction } from '#server/database/open.ts'
import { replyDeadlines as table } from '#server/database/schema.ts'
import { appendDeadlineReceipt } from './deadline-receipts.server.ts'
import {
  changed,
  type Deadline,
  type DeadlineDependencies,
  endSnooze,
  isAbout,
  isOpen,
  openDeadline,
  recordEvent,
  subjectOf,
} from './deadlines.server.ts'

/**
 * Reopens a met or waived deadline with its old due time. If the subject already has a newer open
 * deadline, that one gets the earlier due time instead. Thresholds that have passed count as
 * notified.
 */
export async function reopenDeadline(
  deps: SigningDependencies,
  tx: Transaction,
  deadline: Deadline,
  reason: NonNullable<Deadline['reopenReason']>,
  actorId: string | null,
): Promise<void> {
  const notified = (at: SQL | AnyPgColumn, before: AnyPgColumn) =>
    sql`case when ${at} <= now() then coalesce(${before}, now()) else ${before} end`
  const subject = subjectOf(deadline)
  const dueAt = sql`least(${table.dueAt}, ${deadline.dueAt.toISOString()}::timestamptz)`
  const [newer] = await tx
    .update(table)
    .set({
      dueAt,
      reopenedAt: sql`now()`,
      reopenReason: reason,
      ...changed,
      overdueNotifiedAt: notified(dueAt, table.overdueNotifiedAt),
    })
    .where(and(isAbout(subject), isOpen))
    .returning()
  if (newer) return recordReopened(deps, tx, newer, reason, actorId)
  await tx
    .update(table)
    .set({
      metAt: null,
      evidence: null,
      evidenceId: null,
      metBy: null,
      how: null,
      note: null,
      waivedAt: null,
      waiveReason: null,
      reopenedAt: sql`now()`,
      reopenReason: reason,
      ...changed,
      unassignedNotifiedAt: notified(table.unassignedAt, table.unassignedNotifiedAt),
      dueSoonNotifiedAt: notified(table.dueSoonAt, table.dueSoonNotifiedAt),
      overdueNotifiedAt: notified(table.dueAt, table.overdueNotifiedAt),
    })
    .where(eq(table.id, deadline.id))
  await recordReopened(deps, tx, deadline, reason, actorId)
}

export async function recordReopened(
  deps: SigningDependencies,
  tx: Transaction,
  deadline: Deadline,
  reason: NonNullable<Deadline['reopenReason']>,
  actorId: string | null,
): Promise<void> {
  await recordEvent(tx, deadline.id, 'reopened', actorId, { reason })
  await appendDeadlineReceipt(deps, tx, 'deadline.reopened', deadline, { reason }, actorId)
}

/** The other side cancelled a call: a deadline opens, or the open one says so. */
export async function openForCancelled(
  deps: DeadlineDependencies,
  tx: Transaction,
  subject: Subject,
  kind: Deadline['kind'],
): Promise<void> {
  const openedAt = await databaseTime(tx)
  await openDeadline(deps, tx, { ...subject, kind, openedAt })
  await endSnooze(tx, subject)
  const [open] = await tx
    .update(table)
    .set({ reopenedAt: openedAt, reopenReason: 'cancelled', ...changed })
    .where(and(isAbout(subject), isOpen))
    .returning()
  if (open) await recordReopened(deps, tx, open, 'cancelled', null)
}
