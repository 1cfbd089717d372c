import { and, eq, inArray, sql } from 'drizzle-orm'
import { fitText } from '#contract/cut-text.ts'
import { recordEvent } from '#features/inbox/deadlines/deadlines.server.ts'
import { withdrawEvidence } from '#features/inbox/deadlines/evidence.server.ts'
import type { Transaction } from '#server/database/open.ts'
import {
  mailMessages,
  mailSuppressions,
  mailThreads,
  replyDeadlines,
} from '#server/database/schema.ts'
import type { JobDependencies } from '#server/jobs/jobs.ts'
import { toStaff } from '#server/mail/kinds.ts'
import { addressHash } from '#server/mail-addresses.ts'
import type { DeliveryStatus, MailReport, ParsedMail } from '#server/mime/parsed-mail.ts'
import { isOfMailServer } from '#server/mime/reports.ts'
import { appendBounced } from '../threads/message-receipts.server.ts'
import { isNullSender } from './automatic-signs.server.ts'
import { findToken } from './find-thread.server.ts'
import { notifyBounced } from './notices.server.ts'
import type { ReceivedMailHandlers } from './received-mail.server.ts'

type Sent = typeof mailMessages.$inferSelect

/** The delivery outcome of a sent mail. */
export type Returned = {
  sent: Sent
  outcome: 'failed' | 'delayed' | 'complaint'
  status: string
  diagnostic: string
}

const suppressedDays = 90
const maxDiagnosticCharacters = 500

const uuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/i

async function findSent(
  tx: Transaction,
  report: MailReport | null,
  envelopeRecipient: string | null,
  { recipients }: ParsedMail,
): Promise<Sent | undefined> {
  const sentWith = async (where: ReturnType<typeof eq> | undefined) => {
    const own = and(eq(mailMessages.direction, 'out'), where)
    return (await tx.select().from(mailMessages).where(own).for('update'))[0]
  }
  const named = await findToken(tx, [envelopeRecipient, ...recipients])
  if (named?.messageId) return sentWith(eq(mailMessages.id, named.messageId))
  const [id] = uuid.exec(report?.envelopeId ?? '') ?? []
  const byEnvelope = id && (await sentWith(eq(mailMessages.id, id.toLowerCase())))
  if (byEnvelope) return byEnvelope
  if (!report?.returnedId) return undefined
  const sent = await sentWith(eq(mailMessages.messageId, report.returnedId))
  const reported = report.statuses.flatMap((one) => one.recipients)
  // Others may know a Message-ID, but not who received the mail.
  const isOfRecipient = sent && reported.includes(sent.toAddress.toLowerCase())
  return isOfRecipient || report.type === 'feedback' ? sent : undefined
}

function statusFor({ toAddress }: Sent, statuses: readonly DeliveryStatus[]) {
  const own = statuses.filter(({ recipients }) => recipients.includes(toAddress.toLowerCase()))
  const all = own.length > 0 ? own : statuses
  return all.find(({ action }) => action === 'failed') ?? all[0]
}

/**
 * @returns the sent mail that a report or bounce is about, with its outcome; undefined for other
 * mail.
 */
export async function findReturned(
  tx: Transaction,
  mail: ParsedMail,
  {
    envelopeSender,
    envelopeRecipient,
  }: { envelopeSender: string | null; envelopeRecipient: string | null },
): Promise<Returned | undefined> {
  const { report, recipients } = mail
  if (!report) {
    // Mail servers word bounces in unknown ways. Auto-submitted mail is excluded, as it may be an
    // out-of-office reply.
    const isReturn = isNullSender(mail, envelopeSender) && isOfMailServer(mail.from.address)
    if (!isReturn || 'auto-submitted' in mail.headers) return undefined
    const named = await findToken(tx, [envelopeRecipient, ...recipients])
    if (!named?.messageId) return undefined
  }
  const sent = await findSent(tx, report, envelopeRecipient, mail)
  if (!sent) return undefined
  if (report?.type === 'feedback') return { sent, outcome: 'complaint', status: '', diagnostic: '' }
  if (!report) return { sent, outcome: 'failed', status: '', diagnostic: mail.text }
  const found = statusFor(sent, report.statuses)
  if (!found || found.action === 'other') return undefined
  const { action, status, diagnostic } = found
  return { sent, outcome: action, status, diagnostic }
}

async function suppress(tx: Transaction, address: string, reason: 'bounced' | 'complaint') {
  const expiresAt =
    reason === 'bounced' ? sql`now() + make_interval(days => ${suppressedDays})` : null
  await tx
    .insert(mailSuppressions)
    .values({ addressHash: addressHash(address), reason, expiresAt: expiresAt as never })
    .onConflictDoUpdate({
      target: mailSuppressions.addressHash,
      set: { reason, expiresAt },
      // A complaint by a person is not overwritten.
      setWhere: sql`${mailSuppressions.reason} = 'bounced'`,
    })
}

async function markDelayed(tx: Transaction, { sent, status }: Returned): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select d.id from ${replyDeadlines} d join ${mailThreads} t on t.id = ${sent.threadId}::uuid
      and (d.thread_id = t.id or d.inquiry_id = t.inquiry_id or d.chat_session_id = t.chat_session_id)
    order by d.opened_at desc limit 1`)
  const [deadline] = rows
  if (!deadline) return
  await recordEvent(tx, deadline.id, 'delayed', null, { messageId: sent.id, status })
}

/** Applies the outcome of a sent mail. Repeating it changes nothing. */
export async function applyDeliveryOutcome(
  deps: JobDependencies,
  handlers: ReceivedMailHandlers,
  tx: Transaction,
  returned: Returned,
): Promise<void> {
  const { sent, outcome, status, diagnostic } = returned
  if (outcome === 'delayed') return markDelayed(tx, returned)
  if (outcome === 'complaint') return suppress(tx, sent.toAddress, 'complaint')
  const serverResponse = fitText(diagnostic.replace(/\s+/g, ' ').trim(), maxDiagnosticCharacters)
  const [bounced] = await tx
    .update(mailMessages)
    .set({
      delivery: 'bounced',
      errorCode: status || 'bounced',
      nextAttemptAt: null,
      leaseUntil: null,
      ...(serverResponse && { serverResponse }),
    })
    .where(
      and(eq(mailMessages.id, sent.id), inArray(mailMessages.delivery, ['queued', 'accepted'])),
    )
    .returning()
  if (!bounced) return
  if (!toStaff.includes(sent.kind)) await appendBounced(deps, tx, bounced, status)
  await suppress(tx, sent.toAddress, 'bounced')
  await withdrawEvidence(deps, tx, sent.id)
  await handlers.onReturned(deps, tx, sent)
  if (sent.kind === 'reply' && sent.threadId) {
    await notifyBounced(deps, tx, { ...sent, threadId: sent.threadId })
  }
}
