import { and, eq, sql } from 'drizzle-orm'
import { fitText } from '#contract/cut-text.ts'
import type { DeadlineKind, MailKind } from '#contract/vocabulary.ts'
import { endSnooze, openDeadline } from '#features/inbox/deadlines/deadlines.server.ts'
import { lockNamed } from '#server/database/named-lock.ts'
import type { Transaction } from '#server/database/open.ts'
import {
  inquiries,
  mailFiles,
  mailIntake,
  mailMessages,
  mailThreads,
} from '#server/database/schema.ts'
import type { JobDependencies } from '#server/jobs/jobs.ts'
import { isOwnAddress, mailboxOf } from '#server/mail-addresses.ts'
import type { ParsedMail } from '#server/mime/parsed-mail.ts'
import { inboxChanged } from '#server/pub-sub/inbox-changed.ts'
import {
  removeAttachments,
  type StoredAttachments,
  storeAttachments,
} from './attachments.server.ts'
import { isAutomatic } from './automatic-signs.server.ts'
import { applyDeliveryOutcome, findReturned } from './bounces.server.ts'
import { isSenderVerified, suspicions } from './classify-mail.server.ts'
import { findThread, isColleague, isParticipant, type Thread } from './find-thread.server.ts'
import { findWriter, type Writer } from './find-writer.server.ts'
import { foldOwnQuotation } from './fold-own-quotation.server.ts'
import { notifyReceived, subjectOfThread } from './notices.server.ts'
import type { ReceivedMailHandlers } from './received-mail.server.ts'
import { findChangedCopy } from './repeats.server.ts'

export type Intake = typeof mailIntake.$inferSelect

/** Beyond this limit, further automatic mail of a thread is ignored. */
const maxAutomaticPerHour = 20

const maxChatCharacters = 4000

/** Why a mail is not stored as a message; `messageId` is the message that it repeats. */
type Ignored = { reason: 'own' | 'duplicate' | 'automatic_limit'; messageId?: string }

type Outcome = { ignored: Ignored } | { after: (() => void)[] }

/** A mail without a Message-ID gets one derived from its content. */
const messageIdOf = ({ messageId, contentSha256 }: ParsedMail) =>
  messageId ?? `<${Buffer.from(contentSha256).toString('hex').slice(0, 40)}@missing.invalid>`

/**
 * Whether the mail is our own and came back, for example to our own mailbox, or is already stored.
 */
async function findRepeat(deps: JobDependencies, mail: ParsedMail): Promise<Ignored | undefined> {
  const { contentSha256 } = mail
  const found = await deps.db
    .select({
      id: mailMessages.id,
      direction: mailMessages.direction,
      hash: mailMessages.contentSha256,
    })
    .from(mailMessages)
    .where(eq(mailMessages.messageId, messageIdOf(mail)))
  const own = found.find(({ direction }) => direction === 'out')
  if (own) return { reason: 'own', messageId: own.id }
  const same = found.find(({ hash }) => hash && Buffer.from(hash).equals(contentSha256))
  const id = same?.id ?? (found.length > 0 ? await findChangedCopy(deps, mail) : undefined)
  return id ? { reason: 'duplicate', messageId: id } : undefined
}

async function ignore(
  tx: Pick<Transaction, 'update'>,
  { id, envelopeSender }: Intake,
  { from }: ParsedMail,
  { reason: error, messageId }: Ignored,
) {
  await tx
    .update(mailIntake)
    .set({
      state: 'ignored',
      error,
      leaseUntil: null,
      ...(messageId && { messageId }),
      // The row is erased with the mail of this address, since the envelope may contain a list or a
      // server.
      envelopeSender: from.address || envelopeSender,
    })
    .where(eq(mailIntake.id, id))
}

/** Limits of new conversations. Beyond them, new ones are marked as suspect. */
const maxNewPerHour = { ofSender: 10, ofAll: 60 }

/**
 * Keeps a flood of new conversations from opening a flood of deadlines. Suspect ones are not
 * counted, so that one sender cannot use up the limit of the others.
 *
 * @returns a code for the reason; undefined within the limits.
 */
async function excessOf(tx: Transaction, sender: string, at: Date): Promise<string | undefined> {
  await tx.execute(lockNamed('new mail threads'))
  const since = sql`${at.toISOString()}::timestamptz - interval '1 hour'`
  const { rows } = await tx.execute<{ address: string }>(sql`
    select m.from_address as address from ${mailThreads} t join lateral (
      select * from ${mailMessages} where thread_id = t.id order by created_at, id limit 1) m on true
    where t.last_message_at > ${since} and t.created_at > ${since} and not t.suspect
      and m.kind = 'received'`)
  const own = rows.filter(({ address }) => mailboxOf(address) === mailboxOf(sender))
  if (own.length >= maxNewPerHour.ofSender) return 'many_of_sender'
  return rows.length >= maxNewPerHour.ofAll ? 'many_of_all' : undefined
}

async function makeThread(
  tx: Transaction,
  mail: ParsedMail,
  reasons: string[],
  at: Date,
): Promise<Thread> {
  const [thread] = await tx
    .insert(mailThreads)
    .values({
      subject: fitText(mail.subject, 200) || '(no subject)',
      suspect: reasons.length > 0,
      suspectReasons: reasons,
      createdAt: at,
      lastMessageAt: at,
    })
    .returning()
  if (!thread) throw new Error('The thread wasn’t stored.')
  return thread
}

/**
 * The kind of deadline that a mail opens; a mail to an ended chat counts as mail. Undefined for a
 * quarantined lead.
 */
async function kindOf(
  tx: Transaction,
  { inquiryId }: Thread,
  isInChat: boolean,
): Promise<DeadlineKind | undefined> {
  if (!inquiryId) return isInChat ? 'chat' : 'mail'
  const [lead] = await tx
    .select({ quarantined: inquiries.quarantined, kind: inquiries.kind })
    .from(inquiries)
    .where(eq(inquiries.id, inquiryId))
  return lead?.quarantined ? undefined : lead?.kind
}

/** Opens a deadline, or ends the snooze of the open one, because somebody waits for an answer. */
async function awaitAnswer(
  deps: JobDependencies,
  tx: Transaction,
  thread: Thread,
  { at, isInChat }: { at: Date; isInChat: boolean },
) {
  const kind = await kindOf(tx, thread, isInChat)
  if (!kind) return
  const subject = subjectOfThread(thread)
  await openDeadline(deps, tx, { kind, ...subject, openedAt: at })
  await endSnooze(tx, subject)
}

async function isOverLimit(tx: Transaction, { id }: Thread): Promise<boolean> {
  const recent = and(
    eq(mailMessages.threadId, id),
    eq(mailMessages.kind, 'automatic'),
    sql`${mailMessages.createdAt} > now() - interval '1 hour'`,
  )
  return (await tx.$count(mailMessages, recent)) >= maxAutomaticPerHour
}

type Assessment = {
  kind: MailKind
  writer: Writer
  fromOtherAddress: boolean
  suspectReasons: string[]
  senderVerified: boolean | null
}

/** Stores the message with its files; undefined if another instance was first. */
async function insertMessage(
  tx: Transaction,
  intake: Intake,
  mail: ParsedMail,
  { files, refused }: StoredAttachments,
  { writer, ...more }: Assessment & { threadId: string },
): Promise<string | undefined> {
  const { to, cc } = mail
  const [first, ...others] = [...to, ...cc].map(({ address }) => address)
  const [message] = await tx
    .insert(mailMessages)
    .values({
      direction: 'in',
      messageId: messageIdOf(mail),
      ...more,
      inReplyTo: mail.inReplyTo,
      references: mail.references,
      fromAddress: writer.address,
      fromName: writer.name,
      viaAddress: writer.via,
      toAddress: first ?? intake.envelopeRecipient ?? '',
      otherRecipients: others,
      subject: mail.subject,
      text: mail.text,
      quotedText: mail.quotedText,
      hasHtml: mail.hasHtml,
      refusedFiles: refused,
      contentSha256: mail.contentSha256,
      sendAt: intake.receivedAt,
      createdAt: intake.receivedAt,
    } as typeof mailMessages.$inferInsert)
    .onConflictDoNothing()
    .returning({ id: mailMessages.id })
  if (!message) return undefined
  const { id: messageId } = message
  const { storageKey, fileSize, sha256 } = intake
  // In this transaction, the file is transferred from the intake to the message.
  await tx
    .update(mailIntake)
    .set({ state: 'done', storageKey: null, messageId, leaseUntil: null, error: null })
    .where(eq(mailIntake.id, intake.id))
  const raw = { role: 'raw', originalName: 'mail.eml', mimeType: 'message/rfc822' } as const
  await tx
    .insert(mailFiles)
    .values([
      ...files.map((file) => ({ ...file, messageId })),
      ...(storageKey ? [{ ...raw, messageId, storageKey, fileSize, sha256 }] : []),
    ])
  return messageId
}

async function markActive(tx: Transaction, { id }: Thread, at: Date): Promise<void> {
  await tx
    .update(mailThreads)
    .set({
      lastMessageAt: sql`greatest(${mailThreads.lastMessageAt}, ${at.toISOString()}::timestamptz)`,
    })
    .where(eq(mailThreads.id, id))
}

type Written = { id: string; assessment: Assessment; mail: ParsedMail; at: Date }

/**
 * Notifies staff of a person's mail. It also opens a deadline unless a colleague wrote it or it is
 * suspect.
 */
async function announce(
  deps: JobDependencies,
  handlers: ReceivedMailHandlers,
  tx: Transaction,
  thread: Thread,
  { id: messageId, assessment, mail, at }: Written,
): Promise<(() => void)[]> {
  if (thread.suspect) return []
  const { kind, writer, fromOtherAddress, suspectReasons } = assessment
  const isNote = kind === 'note'
  const after: (() => void)[] = []
  const { chatSessionId: sessionId, id: threadId } = thread
  if (!isNote) {
    if (sessionId && !fromOtherAddress && suspectReasons.length === 0) {
      const text = fitText(mail.text.trim(), maxChatCharacters, 'codePoints')
      const publish = text && (await handlers.onChatMail(deps, tx, { sessionId, messageId, text }))
      if (publish) after.push(publish)
    }
    await awaitAnswer(deps, tx, thread, { at, isInChat: after.length > 0 })
  }
  await notifyReceived(deps, tx, threadId, { messageId, writer, sender: mail.from.address, isNote })
  return after
}

/**
 * Decides how to treat a mail. Only a colleague with a verified address can write notes. The
 * receiving server verifies only From, so a Reply-To never makes anybody a colleague.
 */
async function assess(
  deps: JobDependencies,
  tx: Transaction,
  mail: ParsedMail,
  { found, writer, at }: { found: Thread | undefined; writer: Writer; at: Date },
): Promise<Assessment> {
  const { address, via } = writer
  const senderVerified = isSenderVerified(deps, mail)
  const isOther = found !== undefined && !(await isParticipant(tx, found, writer))
  const isOfStaff = async (one: string) => (isOther || !found) && (await isColleague(deps, tx, one))
  const isWriterStaff = await isOfStaff(address)
  // Forms on the firm's other sites send from our own address.
  const isViaStaff = !isOwnAddress(deps.config, via) && (await isOfStaff(via))
  const isNote = isWriterStaff && senderVerified === true && (!via || isViaStaff)
  const isUnproven = senderVerified === null || (isWriterStaff && via !== '' && !isViaStaff)
  const suspectReasons = suspicions(deps, mail)
  if ((isWriterStaff || isViaStaff) && isUnproven) suspectReasons.push('sender_unverified')
  if (!found && !isNote && suspectReasons.length === 0) {
    const excess = await excessOf(tx, address, at)
    if (excess) suspectReasons.push(excess)
  }
  const fromOtherAddress = (isOther || isWriterStaff) && !isNote
  const kind = isNote ? 'note' : 'received'
  return { kind, writer, fromOtherAddress, suspectReasons, senderVerified }
}

async function storeInThread(
  deps: JobDependencies,
  handlers: ReceivedMailHandlers,
  tx: Transaction,
  intake: Intake,
  mail: ParsedMail,
  attachments: StoredAttachments,
): Promise<Outcome> {
  const { envelopeSender, envelopeRecipient, receivedAt: at } = intake
  const returned = await findReturned(tx, mail, { envelopeSender, envelopeRecipient })
  const isBounce = returned !== undefined || mail.report !== null
  const found = await findThread(tx, mail, envelopeRecipient)
  const writer = findWriter(deps, mail, envelopeRecipient)
  const facts = { mail, writer, envelopeSender, isInThread: found !== undefined }
  const isByProgram = !isBounce && isAutomatic(deps, facts)
  const ofReturned = returned?.sent.threadId
  const assessment: Assessment =
    isBounce || isByProgram
      ? {
          kind: isBounce ? 'bounce' : 'automatic',
          fromOtherAddress: false,
          // Such mail is never answered.
          writer: { ...mail.from, via: '' },
          suspectReasons: [],
          senderVerified: isSenderVerified(deps, mail),
        }
      : await assess(deps, tx, mail, { found, writer, at })
  const [thread] = ofReturned
    ? await tx.select().from(mailThreads).where(eq(mailThreads.id, ofReturned))
    : [found ?? (await makeThread(tx, mail, assessment.suspectReasons, at))]
  if (!thread) throw new Error('The thread is missing.')
  if (isByProgram && (await isOverLimit(tx, thread))) {
    return { ignored: { reason: 'automatic_limit' } }
  }
  const more = { ...assessment, threadId: thread.id }
  const place = { threadId: thread.id, origin: deps.config.publicUrl }
  const folded = await foldOwnQuotation(tx, place, mail)
  const id = await insertMessage(tx, intake, folded, attachments, more)
  if (!id) return { ignored: { reason: 'duplicate' } }
  await markActive(tx, thread, at)
  if (returned) await applyDeliveryOutcome(deps, handlers, tx, returned)
  const { calendarReply: reply } = mail
  // The calendar's mail is not part of the conversation, but it may be forged like any other.
  if (reply && suspicions(deps, mail).length === 0) {
    const { inquiryId } = thread
    await handlers.onCalendarReply(deps, tx, { inquiryId, from: mail.from.address, reply })
  }
  if (isBounce || isByProgram) return { after: [] }
  return { after: await announce(deps, handlers, tx, thread, { id, assessment, mail, at }) }
}

/** Stores a parsed mail as a message of its thread, once, together with all its consequences. */
export async function storeMail(
  deps: JobDependencies,
  handlers: ReceivedMailHandlers,
  intake: Intake,
  mail: ParsedMail,
  contents: readonly Uint8Array[],
): Promise<void> {
  const { db, storage, jobs } = deps
  const repeat = await findRepeat(deps, mail)
  if (repeat) return ignore(db, intake, mail, repeat)
  const attachments = await storeAttachments(storage, mail, contents)
  const outcome = await db.transaction(async (tx): Promise<Outcome | undefined> => {
    const own = and(eq(mailIntake.id, intake.id), eq(mailIntake.state, 'received'))
    const [waiting] = await tx.select().from(mailIntake).where(own).for('update')
    if (!waiting) return undefined
    const done = await storeInThread(deps, handlers, tx, waiting, mail, attachments)
    if ('ignored' in done) await ignore(tx, waiting, mail, done.ignored)
    return done
  })
  if (!outcome || 'ignored' in outcome) return removeAttachments(storage, attachments)
  for (const act of outcome.after) act()
  inboxChanged(deps, 'mail', 'inbox')
  jobs.wake()
}
