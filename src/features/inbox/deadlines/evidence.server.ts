import { eq, or, sql } from 'drizzle-orm'
import type { Transaction } from '#server/database/open.ts'
import {
  chatMessages,
  mailMessages,
  mailThreads,
  replyDeadlines as table,
} from '#server/database/schema.ts'
import { appendDeadlineReceipt } from './deadline-receipts.server.ts'
import {
  changed,
  type Deadline,
  type DeadlineDependencies,
  momentsOf,
  openForUnseen,
  recordEvent,
} from './deadlines.server.ts'
import { recordReopened, reopenDeadline } from './reopen-deadline.server.ts'

type Found = {
  evidence: 'mail' | 'chat'
  id: string
  at: string
  writtenAt: string
  by: string | null
}

/** The oldest mail or chat message that answers a deadline, excluding `except`. */
async function findEvidence(
  tx: Transaction,
  { inquiryId, chatSessionId, threadId, openedAt }: Deadline,
  except: string | null,
): Promise<Found | undefined> {
  const since = sql`${openedAt.toISOString()}::timestamptz`
  const other = sql`id is distinct from ${except}::uuid`
  const threads = sql`select id from ${mailThreads} where id = ${threadId}::uuid
    or inquiry_id = ${inquiryId}::uuid or chat_session_id = ${chatSessionId}::uuid`
  const { rows } = await tx.execute<Found>(sql`
    select * from (
      select 'mail' as evidence, id, accepted_at as at, created_at as "writtenAt",
        author_id as by from ${mailMessages}
      where thread_id in (${threads}) and kind = 'reply' and delivery = 'accepted'
        and created_at >= ${since} and ${other}
      union all
      select 'chat', id, sent_at, sent_at, sender_id from ${chatMessages}
      where session_id = ${chatSessionId}::uuid and sender_type = 'admin' and message_type = 'text'
        and sent_at >= ${since} and ${other}) found
    order by at, id limit 1`)
  return rows[0]
}

/** `replaced` means that another answer since the opening meets the deadline. */
type Withdrawn = { deadlineId: string; outcome: 'replaced' | 'reopened' }

/**
 * Removes the evidence of a met deadline. The oldest other mail or chat message since the opening
 * replaces it. Without one, the deadline is reopened with its old due time; if the subject already
 * has a newer open deadline, that one gets the earlier due time.
 */
export async function withdraw(
  deps: DeadlineDependencies,
  tx: Transaction,
  deadline: Deadline,
  reason: NonNullable<Deadline['reopenReason']>,
  actorId: string | null,
): Promise<Withdrawn> {
  const { id: deadlineId, evidenceId } = deadline
  const other = await findEvidence(tx, deadline, evidenceId)
  if (!other) {
    await reopenDeadline(deps, tx, deadline, reason, actorId)
    return { deadlineId, outcome: 'reopened' }
  }
  const { evidence, id, at, by, writtenAt } = other
  await tx
    .update(table)
    .set({
      metAt: new Date(at),
      evidence,
      evidenceId: id,
      metBy: by,
      how: null,
      note: null,
      ...changed,
    })
    .where(eq(table.id, deadlineId))
  await recordReopened(deps, tx, deadline, reason, actorId)
  await recordEvent(tx, deadlineId, 'met', by, { evidence, how: null })
  const facts = { evidence, ...momentsOf(deadline.openedAt, deadline.dueAt, new Date(at)) }
  await appendDeadlineReceipt(deps, tx, 'deadline.met', deadline, facts, by)
  await openForUnseen(deps, tx, deadline, { evidence, writtenAt: new Date(writtenAt) })
  return { deadlineId, outcome: 'replaced' }
}

/**
 * Withdraws a bounced mail as evidence; see `withdraw`. Call in the transaction that sets the
 * mail's delivery to `bounced`, and call `inboxChanged(deps, 'inbox')` after the commit. The caller
 * notifies. Idempotent.
 *
 * @param messageId the id in `mail_messages`.
 * @returns undefined if the mail met no deadline.
 */
export async function withdrawEvidence(
  deps: DeadlineDependencies,
  tx: Transaction,
  messageId: string,
): Promise<Withdrawn | undefined> {
  const [met] = await tx
    .select({ deadline: table })
    .from(mailMessages)
    .innerJoin(mailThreads, eq(mailThreads.id, mailMessages.threadId))
    .innerJoin(
      table,
      or(
        eq(table.threadId, mailThreads.id),
        eq(table.inquiryId, mailThreads.inquiryId),
        eq(table.chatSessionId, mailThreads.chatSessionId),
      ),
    )
    .where(
      sql`${mailMessages.id} = ${messageId} and ${table.evidence} = 'mail'
        and ${table.evidenceId} = ${messageId}`,
    )
    .for('update', { of: table })
  return met && withdraw(deps, tx, met.deadline, 'bounced', null)
}
