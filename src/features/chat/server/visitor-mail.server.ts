import { and, eq, isNotNull } from 'drizzle-orm'
import { fitText } from '#contract/cut-text.ts'
import { sentWords } from '#features/mail/incoming/fold-own-quotation.server.ts'
import type { Transaction } from '#server/database/open.ts'
import { chatSessions, mailMessages } from '#server/database/schema.ts'
import type { Dependencies } from '#server/service/context.ts'
import { cleanContent, limits } from '../protocol/constants.ts'
import { storeMailed } from './messages.server.ts'
import { omitSent } from './omit-sent.server.ts'

type VisitorMail = { sessionId: string; messageId: string }

/**
 * Everything that the visitor wrote, including folded text, without quotations of our own mails.
 */
async function writtenText(tx: Transaction, messageId: string, origin: string): Promise<string> {
  const [mail] = await tx.select().from(mailMessages).where(eq(mailMessages.id, messageId))
  if (!mail?.threadId) return ''
  const { threadId, text, quotedText } = mail
  const whole = quotedText ? `${text}\n\n${quotedText}` : text
  const written = omitSent(whole, await sentWords(tx, threadId, origin), origin)
  return fitText(written, limits.content, 'codePoints')
}

/**
 * Adds a visitor's mail to the chat as a message, once. It does nothing if the chat has ended or
 * the visitor's address is not confirmed, since anybody may have entered it. The id of the mail
 * serves as the message's `clientMessageId`.
 *
 * @returns a function that publishes the message, to be called after the commit; undefined if there
 * is none.
 */
export async function addVisitorMail(
  { config, pubSub, metrics }: Pick<Dependencies, 'config' | 'pubSub' | 'metrics'>,
  tx: Transaction,
  { sessionId, messageId }: VisitorMail,
): Promise<(() => void) | undefined> {
  const isConfirmed = and(eq(chatSessions.id, sessionId), isNotNull(chatSessions.emailConfirmedAt))
  if ((await tx.$count(chatSessions, isConfirmed)) === 0) return undefined
  const content = cleanContent(await writtenText(tx, messageId, config.publicUrl))
  if (!content) return undefined
  if (!(await storeMailed(tx, { sessionId, clientMessageId: messageId, content }))) return undefined
  return () => {
    metrics.chatMessages.labels('visitor').add()
    pubSub.publish({ kind: 'chat', ids: [sessionId] })
  }
}
