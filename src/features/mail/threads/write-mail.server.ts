import { eq } from 'drizzle-orm'
import type { Offered, ParsedInput } from '#contract/endpoint.ts'
import { Failure } from '#contract/failure.ts'
import { formatWeek } from '#features/content/business-hours/format-week.ts'
import { databaseTime } from '#server/database/clock.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import { users } from '#server/database/schema.ts'
import { withRow } from '#server/http/receive-file.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { inboxChanged } from '#server/pub-sub/inbox-changed.ts'
import { record } from '#server/service/audit.ts'
import type { SignedInContext } from '#server/service/context.ts'
import { fieldFailure } from '#server/service/field-failure.ts'
import { withIdempotency } from '#server/service/idempotency.ts'
import { attach, type Copy, copyDocuments } from './attach-files.server.ts'
import type { mailThreads } from './contract.ts'
import { findThread } from './list-threads.server.ts'
import { findMessage } from './messages.server.ts'
import { assertUnchanged, referencesOf } from './thread-state.server.ts'
import { lockThread, noThread } from './update-thread.server.ts'
import { fillVariables, sign } from './variables.server.ts'

type Writing = Omit<ParsedInput<typeof mailThreads.write>, 'id'>
type Message = Offered<typeof mailThreads.write>

/** `subject` is the mail's own; defaults to that of the thread. */
type Target = { threadId: string; subject?: string }

/** Milliseconds in which sending can be undone. */
const undoMs = 10_000
const maxDelayMs = 30 * 86_400_000

export const mailNotConfigured = () => new Failure('mail_not_configured', 'Email isn’t set up.')

function sendTime(sendAt: Date | null | undefined, now: number): Date {
  if (!sendAt) return new Date(now + undoMs)
  const ms = sendAt.getTime() - now
  const wrong =
    ms <= 0 ? 'Choose a time in the future' : ms > maxDelayMs ? 'Choose a time within 30 days' : ''
  if (wrong) throw fieldFailure('sendAt', wrong)
  return sendAt
}

/** The name and signature in a user's mails. */
export async function authorOf(
  { content }: Pick<SignedInContext, 'content'>,
  tx: Database | Transaction,
  userId: string,
) {
  const { firm } = content.resolved()
  const { displayName, signature } = users
  const [user] = await tx.select({ displayName, signature }).from(users).where(eq(users.id, userId))
  const name = user?.displayName ?? ''
  const usual = name ? `${name}\n${firm.name}` : firm.name
  return { name, signature: user?.signature || usual }
}

const replyTo = (subject: string) => (/^re:/i.test(subject) ? subject : `Re: ${subject}`)

/** Stores a reply and its files in a locked thread. @returns the id of the reply. */
async function store(
  context: SignedInContext,
  tx: Transaction,
  { threadId, subject }: Target,
  { text, seenId, force, fileIds = [] }: Writing,
  more: { sendAt: Date; copies: readonly Copy[] },
): Promise<string> {
  const { user } = context
  await lockThread(tx, threadId)
  if (!force) await assertUnchanged(tx, threadId, seenId ?? null, user.id)
  const thread = await findThread(tx, threadId)
  if (!thread) throw noThread()
  if (!thread.to) throw new Failure('invalid_input', 'There’s no single valid address to write to.')
  const { name: fromName, signature } = await authorOf(context, tx, user.id)
  const { name, company, number, clientId, projectId } = thread
  const { firm, hours } = context.content.resolved()
  const filled = fillVariables(text, {
    name,
    company,
    number,
    hours: formatWeek(hours, 'office'),
    me: fromName || firm.name,
    link: (thread.inquiryId ?? thread.chatSessionId) && '{link}',
    reader: '{reader}',
  })
  const messageId = await queueMail(context, tx, {
    kind: 'reply',
    to: thread.to,
    subject: subject ?? replyTo(thread.subject),
    text: sign(filled, signature),
    fromName,
    threadId,
    authorId: user.id,
    ...(await referencesOf(tx, threadId)),
    sendAt: more.sendAt,
  })
  if (!messageId) throw mailNotConfigured()
  await attach(tx, user.id, { messageId, clientId }, [...new Set(fileIds)], more.copies)
  await record(tx, user, {
    action: 'mail.sent',
    subject: 'mail',
    subjectId: messageId,
    clientId,
    projectId,
    details: { threadId },
  })
  return messageId
}

/**
 * Stores a reply that is sent after 10 seconds, or later. `prepareThread` finds or creates its
 * thread.
 *
 * @param action the action of the `Idempotency-Key`.
 * @throws Failure `mail_not_configured`; `conflict` if somebody has answered or written in the
 * meantime.
 */
export async function writeMail(
  context: SignedInContext,
  action: string,
  writing: Writing,
  prepareThread: (tx: Transaction) => Promise<Target>,
): Promise<Message> {
  const { config, db, storage } = context
  if (!config.mail) throw mailNotConfigured()
  const now = await databaseTime(db)
  const sendAt = sendTime(writing.sendAt, now.getTime())
  const documentIds = [...new Set(writing.documentIds)]
  const copies = await copyDocuments(context, documentIds, writing.fileIds ?? [])
  const keys = copies.map(({ storageKey }) => storageKey)
  const { id, isNew } = await withRow(storage, keys, () =>
    db.transaction((tx) =>
      withIdempotency(tx, context, action, async () =>
        store(context, tx, await prepareThread(tx), writing, { sendAt, copies }),
      ),
    ),
  )
  if (!isNew) for (const key of keys) await storage.remove(key)
  inboxChanged(context, 'mail', 'inbox')
  const message = await findMessage(context, db, id)
  if (!message) throw new Failure('not_found', 'This email was taken back.')
  return message
}
