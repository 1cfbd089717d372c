import { and, eq, isNotNull } from 'drizzle-orm'
import { fitText } from '#contract/cut-text.ts'
import { sentWords } from '#features/mail/incoming/fold-sent.server.ts'
import type { Transaction } from '#server/database/open.ts'
import { chatSessions, mailMessages } from '#server/database/schema.ts'
import type { Dependencies } from '#server/service/context.ts'
import { cleanContent, limits } from '../protocol/constants.ts'
import { storeMailed } from '../server/messages.server.ts'
import { omitSent } from './omit-sent.server.ts'

type VisitorMail = { sessionId: string; messageId: string }

/** Everything that the visitor wrote, folded or not, without what is in mails that we sent. */
async function writtenText(tx: Transaction, messageId: string, origin: string): Promise<string> {
  const [mail] = await tx.select().from(mailMessages).where(eq(mailMessages.id, messageId))
  if (!mail?.threadId) return ''
  const { threadId, text, quotedText } = mail
  const whole = quotedText ? `${text}\n\n${quotedText}` : text
  const written = omitSent(whole, await sentWords(tx, threadId, origin), origin)
  return fitText(written, limits.content, 'codePoints')
}

/**
 * Makes a visitor's mail a message of the chat, once, unless the chat has ended or its address is not
 * confirmed: anybody may have named it. The id of the mail is that of the client.
 *
 * @returns a function that publishes it, for after the commit; undefined when it became no message.
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
    metrics.chatMessages.of('visitor').add()
    pubSub.publish({ kind: 'chat', ids: [sessionId] })
  }
}
