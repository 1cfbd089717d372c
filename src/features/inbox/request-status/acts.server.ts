import { createHash } from 'node:crypto'
import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import { Failure } from '#contract/failure.ts'
import { dueInFirmZone } from '#features/content/business-hours/firm-time.ts'
import { urlOf } from '#features/notifications/delivery/notice.ts'
import { notify } from '#features/notifications/delivery/notify.server.ts'
import { databaseTime } from '#server/database/clock.ts'
import type { Transaction } from '#server/database/open.ts'
import {
  replyDeadlines as deadlines,
  inquiryDetails as details,
  inquiries as leads,
  mailSuppressions as suppressions,
} from '#server/database/schema.ts'
import { queueStaffMail } from '#server/mail/queue-mail.ts'
import { addressHash } from '#server/mail-addresses.ts'
import { record } from '#server/service/audit.ts'
import type { Context, Dependencies } from '#server/service/context.ts'
import {
  endSnooze,
  isOpen,
  openDeadline,
  recordEvent,
  waiveDeadline,
} from '../deadlines/deadlines.server.ts'
import { type Lead, newestDeadline, stateOf } from './status.server.ts'

const maxDetails = 5

/**
 * Marks the lead's overdue deadline as reminded and mails staff, in one statement.
 *
 * @throws Failure `conflict` before the due time, after an answer, or the second time.
 */
export async function remind(deps: Dependencies, tx: Transaction, lead: Lead): Promise<void> {
  const [reminded] = await tx
    .update(deadlines)
    .set({ remindedAt: sql`now()`, changedAt: sql`now()` })
    .where(
      and(
        eq(deadlines.inquiryId, lead.id),
        isOpen,
        lte(deadlines.dueAt, sql`now()`),
        isNull(deadlines.remindedAt),
      ),
    )
    .returning({
      id: deadlines.id,
      dueAt: deadlines.dueAt,
      assigneeId: deadlines.assigneeId,
    })
  if (!reminded) throw new Failure('conflict', await whyNot(tx, lead))
  await recordEvent(tx, reminded.id, 'reminded')
  await queueStaffMail(deps, tx, {
    kind: 'notification',
    inquiryId: lead.id,
    subject: `Reminder: ${lead.number} waits for an answer`,
    text: [
      `The sender of ${lead.number} is still waiting for an answer.`,
      `It was due by ${dueInFirmZone(deps.content.resolved().hours, reminded.dueAt)}.`,
      `${deps.config.publicUrl}/admin/inbox?lead=${lead.id}`,
      'Replying to this email does not reach the sender.',
    ].join('\n\n'),
  })
  const subject = { inquiryId: lead.id }
  await notify(deps, tx, {
    event: 'request.reminded',
    eventKey: `reminded ${reminded.id}`,
    subject,
    url: urlOf(subject),
    name: lead.name,
    dueAt: reminded.dueAt,
    alsoToStaff: true,
    title: `Reminder: ${lead.number} waits for an answer`,
    act: `still waits for an answer to ${lead.number}`,
    to: { users: reminded.assigneeId ? [reminded.assigneeId] : [], owners: true },
  })
}

async function whyNot(tx: Transaction, lead: Lead): Promise<string> {
  const newest = await newestDeadline(tx, lead)
  const state = stateOf(newest)
  if (state === 'answered') return 'This request has been answered.'
  if (state === 'withdrawn' || state === 'closed')
    return 'Nobody is working on this request any more.'
  if (newest?.remindedAt) return 'We already have your reminder.'
  return 'The answer is not overdue yet.'
}

/** The id of a detail; a repeated submission of the same text gets the same one. */
function idOfKey(leadId: string, key: string, text: string): string {
  const hex = createHash('sha256')
    .update(JSON.stringify([leadId, key, text]))
    .digest('hex')
  // UUID version 8 of RFC 9562 allows arbitrary bits.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/**
 * Adds a detail to a locked lead. This opens a deadline unless one is open or the lead is
 * quarantined.
 *
 * @throws Failure `conflict` for more than five details, or if the request was withdrawn.
 */
export async function addDetail(
  context: Context,
  tx: Transaction,
  lead: Lead,
  text: string,
): Promise<void> {
  const { idempotencyKey } = context.requester
  const id = idempotencyKey && idOfKey(lead.id, idempotencyKey, text)
  if (id && (await tx.$count(details, eq(details.id, id))) > 0) return
  if (stateOf(await newestDeadline(tx, lead)) === 'withdrawn') {
    throw new Failure('conflict', 'This request was withdrawn. Please send a new one.')
  }
  if ((await tx.$count(details, eq(details.inquiryId, lead.id))) >= maxDetails) {
    throw new Failure(
      'conflict',
      'A request takes at most five details. Please send a new request.',
    )
  }
  const [added] = await tx
    .insert(details)
    .values({ ...(id && { id }), inquiryId: lead.id, text })
    .returning({ createdAt: details.createdAt })
  if (!added || lead.quarantined) return
  const inquiryId = lead.id
  await openDeadline(context, tx, { kind: lead.kind, inquiryId, openedAt: added.createdAt })
  await endSnooze(tx, { inquiryId })
}

/**
 * Waives the deadline of a locked lead and closes the lead. A second withdrawal changes nothing.
 */
export async function withdraw(deps: Dependencies, tx: Transaction, lead: Lead): Promise<void> {
  if (stateOf(await newestDeadline(tx, lead)) === 'withdrawn') return
  const inquiryId = lead.id
  // Only a waived deadline marks a lead as withdrawn, so one is opened if the lead was answered.
  const openedAt = await databaseTime(tx)
  await openDeadline(deps, tx, { kind: lead.kind, inquiryId, openedAt })
  await waiveDeadline(deps, tx, { inquiryId }, { reason: 'withdrawn', by: null })
  if (lead.assigneeId) {
    const subject = { inquiryId }
    await notify(deps, tx, {
      event: 'request.withdrawn',
      eventKey: `withdrawn ${inquiryId}`,
      subject,
      url: urlOf(subject),
      name: lead.name,
      title: `Withdrawn by its sender: ${lead.number}`,
      act: `withdrew ${lead.number}`,
      to: { users: [lead.assigneeId] },
    })
  }
  // A converted lead belongs to a client and keeps its status.
  if (lead.status === 'closed' || lead.status === 'converted') return
  await tx.update(leads).set({ status: 'closed' }).where(eq(leads.id, lead.id))
  await record(tx, undefined, {
    action: 'inquiry.status_changed',
    subject: 'inquiry',
    subjectId: lead.id,
    clientId: lead.clientId,
    details: { from: lead.status, to: 'closed' },
  })
}

/** Ends automatic mail to the address of a locked lead and records this on the lead. */
export async function disown(tx: Transaction, lead: Lead): Promise<void> {
  const reason = { reason: 'not_me', expiresAt: null } as const
  await tx
    .insert(suppressions)
    .values({ addressHash: addressHash(lead.email), ...reason })
    .onConflictDoUpdate({ target: suppressions.addressHash, set: reason })
  if (lead.senderDisputedAt) return
  await tx.update(leads).set({ senderDisputedAt: sql`now()` }).where(eq(leads.id, lead.id))
  await record(tx, undefined, {
    action: 'inquiry.sender_disputed',
    subject: 'inquiry',
    subjectId: lead.id,
    clientId: lead.clientId,
  })
}
