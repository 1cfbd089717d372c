import { and, eq, inArray, sql } from 'drizzle-orm'
import { isFailure } from '#contract/failure.ts'
import type { Transaction } from '#server/database/open.ts'
import {
  chatSessions,
  clients,
  inquiries,
  mailMessages,
  mailReplyAddresses,
  mailThreads,
  users,
} from '#server/database/schema.ts'
import { tokenHashOf } from '#server/mail/reply-address.ts'
import { mailboxOf } from '#server/mail-addresses.ts'
import type { ParsedMail } from '#server/mime/parsed-mail.ts'
import type { Dependencies } from '#server/service/context.ts'
import { type MailSubject, threadFor } from '../threads/make-thread.server.ts'
import type { Writer } from './find-writer.server.ts'

export type Thread = typeof mailThreads.$inferSelect

/** The maximum number of addresses that are checked for tokens. */
const maxAddresses = 100

type Named = { threadId: string; messageId: string | null }

/**
 * The thread and message of the first address that contains one of our tokens. The envelope's
 * address is checked first.
 */
export async function findToken(
  tx: Transaction,
  addresses: readonly (string | null)[],
): Promise<Named | undefined> {
  const hashes = addresses
    .slice(0, maxAddresses)
    .flatMap((address) => (address && tokenHashOf(address)) || [])
  if (hashes.length === 0) return undefined
  const found = await tx
    .select()
    .from(mailReplyAddresses)
    .where(inArray(mailReplyAddresses.tokenHash, hashes))
  for (const hash of hashes) {
    const named = found.find(({ tokenHash }) => hash.equals(tokenHash))
    if (named) return named
  }
  return undefined
}

/** The Message-IDs that a mail refers to, newest first. */
const answered = ({ inReplyTo, references }: ParsedMail) => [
  ...new Set([...(inReplyTo ? [inReplyTo] : []), ...references.toReversed()]),
]

/** Undefined for a quarantined lead. */
async function threadUnlessGone(tx: Transaction, owner: MailSubject, subject: string) {
  try {
    return await threadFor(tx, owner, subject)
  } catch (error) {
    if (isFailure(error)) return undefined
    throw error
  }
}

async function findAnswered(tx: Transaction, mail: ParsedMail): Promise<string | undefined> {
  const ids = answered(mail)
  if (ids.length === 0) return undefined
  const found = await tx
    .select({
      messageId: mailMessages.messageId,
      direction: mailMessages.direction,
      threadId: mailMessages.threadId,
      subject: mailMessages.subject,
      inquiryId: mailMessages.inquiryId,
      chatSessionId: mailMessages.chatSessionId,
    })
    .from(mailMessages)
    .where(
      and(
        inArray(mailMessages.messageId, ids),
        sql`(${mailMessages.direction} = 'out'
          or ${mail.from.address.toLowerCase()} in (lower(${mailMessages.fromAddress}),
            nullif(lower(${mailMessages.viaAddress}), '')))`,
      ),
    )
  // Our own mail takes precedence over an earlier mail of the sender.
  for (const direction of ['out', 'in'] as const) {
    for (const id of ids) {
      const message = found.find((one) => one.messageId === id && one.direction === direction)
      if (message?.threadId) return message.threadId
      // A colleague replied to an alert, which belongs to no thread yet.
      const { inquiryId = null, chatSessionId = null, subject = '' } = message ?? {}
      if (inquiryId) return threadUnlessGone(tx, { inquiryId }, subject)
      if (chatSessionId) return threadUnlessGone(tx, { chatSessionId }, subject)
    }
  }
  return undefined
}

/** Finds the thread of a mail by token, then by Message-IDs, but never by subject. */
export async function findThread(
  tx: Transaction,
  mail: ParsedMail,
  envelopeRecipient: string | null,
): Promise<Thread | undefined> {
  const named = await findToken(tx, [envelopeRecipient, ...mail.recipients])
  const id = named?.threadId ?? (await findAnswered(tx, mail))
  if (!id) return undefined
  const [thread] = await tx.select().from(mailThreads).where(eq(mailThreads.id, id)).for('update')
  return thread
}

/**
 * Whether an address belongs to the people the thread is with; if the thread has no subject, that
 * is whoever began it. A sender on behalf of others counts if it sent for them before or is one of
 * them.
 */
export async function isParticipant(
  tx: Transaction,
  { id, inquiryId, chatSessionId, clientId }: Thread,
  { address, via }: Writer,
): Promise<boolean> {
  const { rows } = await tx.execute<{ address: string | null; via: string }>(sql`
    select email as address, '' as via from ${inquiries} where id = ${inquiryId}::uuid
    union select visitor_email, '' from ${chatSessions} where id = ${chatSessionId}::uuid
    union select email, '' from ${clients} where id = ${clientId}::uuid
    union select to_address, '' from ${mailMessages} where thread_id = ${id} and direction = 'out'
    union (select from_address, via_address from ${mailMessages} where thread_id = ${id} and kind = 'received'
      and ${inquiryId ?? chatSessionId ?? clientId}::uuid is null order by created_at limit 1)`)
  const isOne = (found: string | null, one: string) =>
    !!found && mailboxOf(found) === mailboxOf(one)
  const isInThread = (one: string) => rows.some((row) => isOne(row.address, one))
  return isInThread(address) && (!via || isInThread(via) || rows.some((row) => isOne(row.via, via)))
}

/** Whether the address belongs to a user or is part of `MAIL_TO`. */
export async function isColleague(
  { config }: Pick<Dependencies, 'config'>,
  tx: Transaction,
  address: string,
): Promise<boolean> {
  const own = address.toLowerCase()
  if (!own) return false
  if (config.mail?.to.some((one) => one.toLowerCase() === own)) return true
  return (await tx.$count(users, eq(sql`lower(${users.email})`, own))) > 0
}
