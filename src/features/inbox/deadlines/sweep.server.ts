import { createHash } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { dueBrieflyInFirmZone } from '#features/content/business-hours/firm-time.ts'
import type { Notice, Recipients } from '#features/notifications/delivery/notice.ts'
import { mailOfNotice } from '#features/notifications/delivery/notice-mail.server.ts'
import { maxNotices, notifyAll } from '#features/notifications/delivery/notify.server.ts'
import type { Transaction } from '#server/database/open.ts'
import { chatSessions, inquiries, replyDeadlines as table, users } from '#server/database/schema.ts'
import { job } from '#server/jobs/jobs.ts'
import { queueStaffMail } from '#server/mail/queue-mail.ts'
import { inboxChanged } from '#server/pub-sub/inbox-changed.ts'
import type { Dependencies } from '#server/service/context.ts'
import { type Deadline, isOpen, recordEvent } from './deadlines.server.ts'
import { aboutDeadline, subjectWords } from './notices.server.ts'
import { unassignItems } from './unassign-items.server.ts'

type Threshold = 'unassigned' | 'due_soon' | 'overdue'
type Passed = {
  deadline: Deadline
  number: string | null
  name: string | null
  threshold: Threshold
}

/** The maximum number of deadlines per sweep; the next sweep continues. */
const batch = 500

const maxDigestLines = 50

const titles: Record<Threshold, string> = {
  unassigned: 'Nobody has taken',
  due_soon: 'Due soon',
  overdue: 'Overdue',
}

/**
 * The highest threshold that has passed; undefined if there is no longer a reason to notify. Another
 * sweep may have notified between the search for ids and their lock.
 */
function thresholdOf(deadline: Deadline, now: Date): Threshold | undefined {
  if (deadline.dueAt <= now) return deadline.overdueNotifiedAt ? undefined : 'overdue'
  if (deadline.dueSoonAt <= now) return deadline.dueSoonNotifiedAt ? undefined : 'due_soon'
  return deadline.assigneeId || deadline.unassignedNotifiedAt ? undefined : 'unassigned'
}

/** Locks deadlines with a newly passed threshold and records all passed thresholds as notified. */
async function takePassed(tx: Transaction): Promise<Passed[]> {
  const open = sql`met_at is null and waived_at is null`
  const { rows: ids } = await tx.execute<{ id: string }>(sql`
    select id from ${table} where id in (
      (select id from ${table} where ${open} and overdue_notified_at is null and due_at <= now()
        limit ${batch})
      union (select id from ${table} where ${open} and due_soon_notified_at is null
        and due_soon_at <= now() limit ${batch})
      union (select id from ${table} where ${open} and unassigned_notified_at is null
        and unassigned_at <= now() limit ${batch}))
    for update skip locked`)
  if (ids.length === 0) return []
  const isTaken = inArray(
    table.id,
    ids.map(({ id }) => id),
  )
  const found = await tx
    .select({
      deadline: table,
      number: inquiries.number,
      name: sql<string | null>`coalesce(${inquiries.name}, ${chatSessions.visitorName})`,
      now: sql<Date>`now()`.mapWith(table.dueAt),
    })
    .from(table)
    .leftJoin(inquiries, eq(inquiries.id, table.inquiryId))
    .leftJoin(chatSessions, eq(chatSessions.id, table.chatSessionId))
    .where(isTaken)
    .orderBy(table.dueAt, table.id)
  const notifiedAt = (at: AnyPgColumn, before: AnyPgColumn) =>
    sql`case when ${at} <= now() then coalesce(${before}, now()) else ${before} end`
  await tx
    .update(table)
    .set({
      unassignedNotifiedAt: notifiedAt(table.unassignedAt, table.unassignedNotifiedAt),
      dueSoonNotifiedAt: notifiedAt(table.dueSoonAt, table.dueSoonNotifiedAt),
      overdueNotifiedAt: notifiedAt(table.dueAt, table.overdueNotifiedAt),
      changedAt: sql`now()`,
    })
    .where(isTaken)
  return found.flatMap(({ now, ...facts }) => {
    const threshold = thresholdOf(facts.deadline, now)
    return threshold ? [{ ...facts, threshold }] : []
  })
}

const titleOf = ({ threshold, deadline, number }: Passed) =>
  `${titles[threshold]}: ${subjectWords(deadline.kind, number)}`

/**
 * The lines contain only numbers and times, because a digest is kept after the erasure of a lead.
 */
function digestOf({ content }: Dependencies, notices: readonly Notice[]): Notice {
  const { hours } = content.resolved()
  const lines = notices
    .slice(0, maxDigestLines)
    .map(
      ({ title, dueAt }) => `${title}, due by ${dueAt ? dueBrieflyInFirmZone(hours, dueAt) : ''}`,
    )
  const more = notices.length - lines.length
  const worst = notices.find(({ event }) => event === 'deadline.overdue') ?? notices[0]
  const keys = notices.map(({ eventKey }) => eventKey).join()
  return {
    event: worst?.event ?? 'deadline.overdue',
    eventKey: `digest ${createHash('sha256').update(keys).digest('base64url')}`,
    tag: 'deadlines',
    title: `${notices.length.toLocaleString('en-US')} answers are due`,
    lines: [...lines, ...(more > 0 ? [`and ${more.toLocaleString('en-US')} more`] : [])],
    url: '/admin/inbox',
    alsoToStaff: true,
  }
}

/** The recipients in addition to `MAIL_TO` and channels. */
function recipientsOf({ threshold, deadline: { assigneeId } }: Passed): Recipients {
  const users = assigneeId ? [assigneeId] : []
  if (threshold === 'overdue') return { users, owners: true }
  return assigneeId ? { users } : 'everybody'
}

const isMailedToAll = ({ threshold, deadline }: Passed) =>
  threshold === 'overdue' || !deadline.assigneeId

async function mailStaff(deps: Dependencies, tx: Transaction, notices: readonly Notice[]) {
  const mailed = notices.length > maxNotices ? [digestOf(deps, notices)] : notices
  for (const notice of mailed) await queueStaffMail(deps, tx, mailOfNotice(deps, notice))
}

async function notifyOf(deps: Dependencies, tx: Transaction, all: readonly Passed[]) {
  const notices = all.map((passed) => {
    const { deadline, threshold } = passed
    return {
      ...aboutDeadline(deadline, passed),
      event: `deadline.${threshold}` as const,
      eventKey: `${threshold} ${deadline.id}` as const,
      title: titleOf(passed),
      to: recipientsOf(passed),
      alsoToStaff: isMailedToAll(passed),
    }
  })
  await mailStaff(
    deps,
    tx,
    notices.filter(({ alsoToStaff }) => alsoToStaff),
  )
  await notifyAll(deps, tx, notices, { digest: (many) => digestOf(deps, many) })
}

/** Frees items that were assigned to users while they were being deactivated. */
async function freeOfInactive(deps: Dependencies, tx: Transaction): Promise<number> {
  const found = await tx
    .selectDistinct({ id: users.id })
    .from(table)
    .innerJoin(users, eq(users.id, table.assigneeId))
    .where(and(isOpen, eq(users.active, false)))
  for (const { id } of found) await unassignItems(deps, tx, id)
  return found.length
}

/**
 * Notifies of passed thresholds, each once, since columns and mails change in one transaction. If a
 * deadline has passed several thresholds, only the highest is notified.
 */
export const notifyThresholds = job({
  name: 'inbox.thresholds',
  payload: z.object({}),
  everySeconds: 5,
  async run(deps) {
    const count = await deps.db.transaction(async (tx) => {
      const others = await freeOfInactive(deps, tx)
      const passed = await takePassed(tx)
      if (passed.length === 0) return others
      await notifyOf(deps, tx, passed)
      for (const { deadline, threshold } of passed) {
        await recordEvent(tx, deadline.id, 'notified', null, { threshold })
      }
      return passed.length + others
    })
    if (count === 0) return
    deps.jobs.wake()
    inboxChanged(deps, 'inbox', 'notifications')
  },
})
