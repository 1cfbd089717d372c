import { eq, sql } from 'drizzle-orm'
import { fitText } from '#contract/cut-text.ts'
import type { MailKind } from '#contract/vocabulary.ts'
import { insertRows } from '../database/insert-rows.ts'
import { newId } from '../database/new-id.ts'
import type { Database, Transaction } from '../database/open.ts'
import { executePrepared } from '../database/prepared.ts'
import { mailMessages, mailThreads } from '../database/schema.ts'
import type { Dependencies } from '../service/context.ts'

export type OutgoingMail = {
  kind: MailKind
  to: string
  subject: string
  /** Plain text. */
  text: string
  /** A sender's name to add to the firm's. */
  fromName?: string
  threadId?: string
  /** This and `chatSessionId` name the subject of a mail to staff. */
  inquiryId?: string
  chatSessionId?: string
  authorId?: string
  inReplyTo?: string
  references?: string[]
  /** The earliest time to send it; by default now. */
  sendAt?: Date
  /** For a mail that must exist only once; by default derived from the row's id. */
  messageId?: string
}

const maxSubjectCharacters = 200

/** The row of a mail that waits to be sent; undefined without a mail server. */
export function mailRow(
  { config }: Pick<Dependencies, 'config'>,
  { kind, to, subject, text, fromName = '', sendAt, messageId, ...more }: OutgoingMail,
) {
  if (!config.mail) return undefined
  const id = newId()
  const host = new URL(config.publicUrl).hostname
  return {
    id,
    kind,
    fromName,
    text,
    sendAt,
    ...more,
    // Retries keep the id, so that a mailbox can drop the second copy after a lost reply.
    messageId: messageId ?? `<${id}@${host}>`,
    fromAddress: config.mail.from.address,
    toAddress: to,
    subject: fitText(subject.replace(/\s+/g, ' ').trim(), maxSubjectCharacters),
  }
}

type MailRow = NonNullable<ReturnType<typeof mailRow>>

const columns = [
  'id',
  'kind',
  'fromName',
  'text',
  'threadId',
  'inquiryId',
  'chatSessionId',
  'authorId',
  'inReplyTo',
  'messageId',
  'fromAddress',
  'toAddress',
  'subject',
] as const

const others = {
  direction: sql`'out'`,
  delivery: sql`'queued'`,
  references: sql`coalesce(r."references", '{}')`,
  sendAt: sql`coalesce(r.send_at, now())`,
  nextAttemptAt: sql`coalesce(r.send_at, now())`,
  // Transactions that reply to a thread wait for each other, so the time of their beginning would
  // not give the order.
  createdAt: sql`clock_timestamp()`,
}

/**
 * A lead alert that exists for the same subject and address is not stored again, nor a Message-ID.
 *
 * @returns ids of those that were stored.
 */
export const insertMails = (tx: Database | Transaction, rows: readonly MailRow[]) =>
  executePrepared<{ id: string }>(
    tx,
    sql`${insertRows(mailMessages, columns, rows, others)} on conflict do nothing returning id`,
  )

/**
 * Stores a mail in the transaction of its cause. It is sent after the commit, and at once when the
 * caller then calls `deps.jobs.wake()`.
 *
 * @returns the id of the message; undefined when nothing was stored, e.g. without a mail server.
 */
export async function queueMail(
  deps: Pick<Dependencies, 'config'>,
  tx: Database | Transaction,
  mail: OutgoingMail,
): Promise<string | undefined> {
  const row = mailRow(deps, mail)
  const [stored] = row ? await insertMails(tx, [row]) : []
  if (stored && mail.threadId) await updateThreadTime(tx, mail.threadId)
  return stored?.id
}

/** The time of a thread is that of its newest message. */
async function updateThreadTime(tx: Database | Transaction, threadId: string): Promise<void> {
  await tx
    .update(mailThreads)
    .set({ lastMessageAt: sql`greatest(${mailThreads.lastMessageAt}, now())` })
    .where(eq(mailThreads.id, threadId))
}

/** One mail for each address of `MAIL_TO` except `except`. */
export function staffMailRows(
  deps: Pick<Dependencies, 'config'>,
  mail: Omit<OutgoingMail, 'to'>,
  except?: string | null,
): MailRow[] {
  const others = deps.config.mail?.to.filter((to) => to.toLowerCase() !== except?.toLowerCase())
  return (others ?? []).flatMap((to) => mailRow(deps, { ...mail, to }) ?? [])
}

/** Stores one mail for each address of `MAIL_TO`; see `queueMail`. */
export async function queueStaffMail(
  deps: Pick<Dependencies, 'config'>,
  tx: Database | Transaction,
  mail: Omit<OutgoingMail, 'to'>,
): Promise<void> {
  const rows = staffMailRows(deps, mail)
  if (rows.length > 0) await insertMails(tx, rows)
}
