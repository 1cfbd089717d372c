import { and, eq, gt, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { SiteSettings } from '#contract/settings/document.ts'
import type { DeadlineKind, Evidence, WaiveReason } from '#contract/vocabulary.ts'
import { addBusinessMinutes } from '#features/content/business-hours/business-minutes.ts'
import { replyDue } from '#features/content/business-hours/reply-due.ts'
import { addClockHours } from '#features/content/business-hours/reply-time.ts'
import type { Subject } from '#features/notifications/delivery/notice.ts'
import { withdrawNotices } from '#features/notifications/delivery/withdraw-notices.server.ts'
import type { SigningDependencies } from '#features/receipts/log/signer.server.ts'
import { newId } from '#server/database/new-id.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import {
  chatSessions,
  replyDeadlineEvents as events,
  inquiries,
  mailThreads,
  replyDeadlines as table,
  users,
} from '#server/database/schema.ts'
import { writeTogether } from '#server/database/write-together.ts'
import type { Dependencies } from '#server/service/context.ts'
import { appendDeadlineReceipt } from './deadline-receipts.server.ts'
import { visitorMessageTimes } from './visitor-message-times.server.ts'

export type Deadline = typeof table.$inferSelect

export const isOpen = and(isNull(table.metAt), isNull(table.waivedAt)) as SQL

/** By this time, other instances find the change when they compare with the database. */
export const changed = { changedAt: sql`now()` }

export function isAbout(subject: Subject): SQL {
  if ('inquiryId' in subject) return eq(table.inquiryId, subject.inquiryId)
  if ('chatSessionId' in subject) return eq(table.chatSessionId, subject.chatSessionId)
  return eq(table.threadId, subject.threadId)
}

/** `details` holds codes, ids and times, but never texts of people. */
export async function recordEvent(
  tx: Database | Transaction,
  deadlineId: string,
  type: (typeof events.$inferInsert)['type'],
  actorId: string | null = null,
  details: Record<string, unknown> = {},
): Promise<void> {
  await tx.insert(events).values({ deadlineId, type, actorId, details })
}

type Thresholds = { unassignedAt: Date | null; dueSoonAt: Date; dueAt: Date }

/** Shares of the time between opening and due time. */
const shareUnassigned = 0.25
const shareDueSoon = 0.75

/** The thresholds of a deadline. For a chat they are in minutes of the firm's chat hours. */
export function thresholdsOf(settings: SiteSettings, kind: DeadlineKind, from: Date): Thresholds {
  if (kind !== 'chat') {
    const after = (share: number) => replyDue(settings, from, share)
    return { unassignedAt: after(shareUnassigned), dueSoonAt: after(shareDueSoon), dueAt: after(1) }
  }
  const { contact, hours } = settings
  const after = (share: number) => {
    const minutes = share * contact.chatReplyWithinMinutes
    // If there are no opening hours for a year, elapsed time counts instead.
    return addBusinessMinutes(hours, 'chat', from, minutes) ?? addClockHours(from, minutes / 60)
  }
  return { unassignedAt: null, dueSoonAt: after(shareDueSoon), dueAt: after(1) }
}

/** If `assigneeId` is absent, `openDeadline` looks up the subject's assignee. */
type Opening = { kind: DeadlineKind; openedAt: Date; assigneeId?: string | null }

/**
 * Opens a deadline in the transaction of its cause, unless the subject already has an open one.
 * Thresholds that have already passed count as notified.
 *
 * @returns when the answer is due.
 */
export async function openDeadline(
  { content }: Pick<Dependencies, 'content'>,
  tx: Transaction,
  opening: Subject & Opening,
): Promise<Date> {
  const isSubjects = and(isAbout(opening), isOpen)
  // The lock blocks an answer that would meet the open deadline, so that it sees what is stored
  // here.
  const [open] = await tx.select({ dueAt: table.dueAt }).from(table).where(isSubjects).for('update')
  if (open) return open.dueAt
  const settings = await content.resolvedIn(tx)
  const { assigneeId = await assigneeOf(tx, opening), kind, openedAt, ...subject } = opening
  const times = thresholdsOf(settings, kind, openedAt)
  const ifPassed = (at: Date | null) =>
    at && sql`case when ${at.toISOString()}::timestamptz <= now() then now() end`
  const opened = tx
    .insert(table)
    .values({
      kind,
      openedAt,
      assigneeId,
      ...subject,
      ...times,
      unassignedNotifiedAt: ifPassed(times.unassignedAt),
      dueSoonNotifiedAt: ifPassed(times.dueSoonAt),
      overdueNotifiedAt: ifPassed(times.dueAt),
    })
    .onConflictDoNothing()
    .returning({ id: table.id })
  const details = JSON.stringify({ dueAt: times.dueAt })
  const event = sql`insert into ${events} (id, deadline_id, type, details)
    select ${newId()}::uuid, id, 'opened', ${details}::jsonb from opened`
  await writeTogether(tx, { opened, event }, { isPrepared: true })
  return times.dueAt
}

/** The subject's assignee; null if they have been deactivated. */
async function assigneeOf(tx: Transaction, subject: Subject): Promise<string | null> {
  const [from, assigneeId, isIt] =
    'chatSessionId' in subject
      ? [chatSessions, chatSessions.agentId, eq(chatSessions.id, subject.chatSessionId)]
      : 'inquiryId' in subject
        ? [inquiries, inquiries.assigneeId, eq(inquiries.id, subject.inquiryId)]
        : [mailThreads, mailThreads.assigneeId, eq(mailThreads.id, subject.threadId)]
  const [row] = await tx
    .select({ id: users.id })
    .from(from)
    .innerJoin(users, and(eq(users.id, assigneeId), users.active))
    .where(isIt)
  return row?.id ?? null
}

type Ids = Pick<Deadline, 'inquiryId' | 'chatSessionId' | 'threadId'>

/**
 * Sets the assignee of a subject and of its open deadline; nothing else may write them. Withdraws
 * the notices that others received. A chat without an agent that has ended goes to the assignee.
 *
 * @param deadline has no `id` if no answer is due.
 */
export async function assign(
  tx: Transaction,
  deadline: Ids & { id?: string },
  assignee: { id: string; name: string } | null,
  actorId: string | null,
): Promise<void> {
  const assigneeId = assignee?.id ?? null
  if (deadline.id) {
    await tx
      .update(table)
      .set({ assigneeId, ...changed })
      .where(eq(table.id, deadline.id))
    await recordEvent(tx, deadline.id, 'assigned', actorId, { assignee })
  }
  if (deadline.inquiryId) {
    await tx.update(inquiries).set({ assigneeId }).where(eq(inquiries.id, deadline.inquiryId))
  }
  if (deadline.threadId) {
    await tx.update(mailThreads).set({ assigneeId }).where(eq(mailThreads.id, deadline.threadId))
  }
  if (deadline.chatSessionId && assigneeId) {
    const { id, agentId, status } = chatSessions
    const isLeft = and(isNull(agentId), inArray(status, ['ended', 'abandoned']))
    await tx
      .update(chatSessions)
      .set({ agentId: assigneeId })
      .where(and(eq(id, deadline.chatSessionId), isLeft))
  }
  if (assigneeId) await withdrawNotices(tx, subjectOf(deadline), 'Taken', assigneeId)
}

/** Answering an unassigned subject assigns it, even if no answer was due. */
export async function assignAnswerer(
  tx: Transaction,
  subject: Subject,
  by: { id: string; name: string },
): Promise<void> {
  const [open] = await tx
    .select()
    .from(table)
    .where(and(isAbout(subject), isOpen))
    .for('update')
  if (open ? open.assigneeId : await assigneeOf(tx, subject)) return
  const ids = { inquiryId: null, chatSessionId: null, threadId: null, ...subject }
  await assign(tx, open ?? ids, by, by.id)
}

/** A message from the other side ends the snooze of the open deadline. */
export async function endSnooze(tx: Transaction, subject: Subject): Promise<void> {
  const [woken] = await tx
    .update(table)
    .set({ snoozedUntil: null, ...changed })
    .where(and(isAbout(subject), isOpen, gt(table.snoozedUntil, sql`now()`)))
    .returning({ id: table.id })
  if (woken) await recordEvent(tx, woken.id, 'snoozed', null, { until: null })
}

/** The first answer to a new lead changes its status. */
export async function markContacted(tx: Transaction, inquiryId: string, at: Date): Promise<void> {
  await tx
    .update(inquiries)
    .set({
      status: sql`case when ${inquiries.status} = 'new' then 'contacted' else ${inquiries.status} end`,
      firstContactedAt: sql`coalesce(${inquiries.firstContactedAt}, ${at.toISOString()}::timestamptz)`,
    })
    .where(eq(inquiries.id, inquiryId))
}

/** What meeting, waiving or reopening a deadline needs. */
export type DeadlineDependencies = SigningDependencies & Pick<Dependencies, 'content'>

/** The moments of a met deadline, for its receipt. */
export const momentsOf = (openedAt: Date, dueAt: Date, metAt: Date) => ({
  openedAt: openedAt.toISOString(),
  dueAt: dueAt.toISOString(),
  metAt: metAt.toISOString(),
})

export type Met = {
  evidence: Evidence
  evidenceId?: string | null
  /** The time of the evidence. */
  at: Date
  /** When the evidence was written, if that was earlier. It must be after the opening. */
  writtenAt?: Date
  by: { id: string; name: string } | null
  how?: Deadline['how']
  note?: string | null
  /** Keeps the subject's notices, because they are still news. */
  keepsNotices?: boolean
}

/**
 * Opens a deadline for what the other side wrote after the answer that met a deadline, for example
 * while that answer waited to be sent.
 *
 * @returns whether they wrote anything since.
 */
export async function openForUnseen(
  deps: Pick<Dependencies, 'content'>,
  tx: Transaction,
  met: Deadline,
  { evidence, writtenAt }: { evidence: Evidence; writtenAt: Date },
): Promise<boolean> {
  const subject = subjectOf(met)
  const later = gt(table.openedAt, writtenAt)
  // A deadline opened after the answer already covers later messages.
  if ((await tx.$count(table, and(isAbout(subject), later))) > 0) return false
  const { inquiryId, chatSessionId, threadId } = met
  const about = sql`${inquiryId}::uuid as inquiry_id,
    ${chatSessionId}::uuid as chat_session_id, ${threadId}::uuid as thread_id`
  // In an ongoing chat, a job opens a deadline once the visitor has waited too long.
  const counts = evidence === 'chat' ? sql`not unseen.in_chat` : sql`true`
  const { rows } = await tx.execute<{ at: string; inChat: boolean }>(sql`
    select unseen.at, unseen.in_chat as "inChat"
    from (select ${about}) subject, lateral (${visitorMessageTimes}) unseen
    where unseen.at > ${writtenAt.toISOString()}::timestamptz and ${counts}
    order by unseen.at limit 1`)
  const [first] = rows
  if (!first) return false
  const kind = chatSessionId ? (first.inChat ? 'chat' : 'mail') : met.kind
  await openDeadline(deps, tx, { kind, ...subject, openedAt: new Date(first.at) })
  return true
}

/**
 * Meets the open deadline of a subject with evidence from after its opening. Whoever answers an
 * unassigned subject becomes its assignee. What the other side has written since the evidence gets
 * a deadline of its own.
 *
 * @returns false if no deadline was open.
 */
export async function meetDeadline(
  deps: DeadlineDependencies,
  tx: Transaction,
  subject: Subject,
  { evidence, evidenceId = null, at, writtenAt = at, by, how = null, note = null, ...more }: Met,
): Promise<boolean> {
  const [met] = await tx
    .update(table)
    .set({
      metAt: at,
      evidence,
      evidenceId,
      metBy: by?.id ?? null,
      how,
      note,
      snoozedUntil: null,
      ...changed,
    })
    .where(and(isAbout(subject), isOpen, lte(table.openedAt, writtenAt)))
    .returning()
  if (!met) return false
  await recordEvent(tx, met.id, 'met', by?.id ?? null, { evidence, how })
  const facts = { evidence, ...momentsOf(met.openedAt, met.dueAt, at) }
  await appendDeadlineReceipt(deps, tx, 'deadline.met', met, facts, by?.id ?? null)
  if (!met.assigneeId && by) await assign(tx, met, by, by.id)
  const isUnseen = await openForUnseen(deps, tx, met, { evidence, writtenAt })
  if (!more.keepsNotices && !isUnseen) {
    await withdrawNotices(tx, subject, 'Answered', by?.id ?? null)
  }
  // A booked call does not mean that anybody has contacted the sender.
  if (met.inquiryId && evidence !== 'booking') await markContacted(tx, met.inquiryId, at)
  return true
}

/** @returns false if no deadline was open. */
export async function waiveDeadline(
  deps: SigningDependencies,
  tx: Transaction,
  subject: Subject,
  {
    reason,
    by = null,
    note = null,
  }: { reason: WaiveReason; by?: string | null; note?: string | null },
): Promise<boolean> {
  const [waived] = await tx
    .update(table)
    .set({ waivedAt: sql`now()`, waiveReason: reason, note, snoozedUntil: null, ...changed })
    .where(and(isAbout(subject), isOpen))
    .returning()
  if (!waived) return false
  await recordEvent(tx, waived.id, 'waived', by, { reason })
  const waiver = reason === 'withdrawn' ? 'visitor' : by
  await appendDeadlineReceipt(deps, tx, 'deadline.waived', waived, { reason }, waiver)
  await withdrawNotices(tx, subject, 'Closed', by)
  return true
}

export function subjectOf({ inquiryId, chatSessionId, threadId }: Ids): Subject {
  if (inquiryId) return { inquiryId }
  if (chatSessionId) return { chatSessionId }
  return { threadId: threadId ?? '' }
}
