import { and, eq, isNotNull } from 'drizzle-orm'
import type { Transaction } from '#server/database/open.ts'
import { chatSessions } from '#server/database/schema.ts'
import type { Dependencies } from '#server/service/context.ts'
import { cleanContent } from '../protocol/constants.ts'
import { storeMailed } from '../server/messages.server.ts'

type VisitorMail = { sessionId: string; messageId: string; text: string }

/**
 * Makes a visitor's mail a message of the chat, once, unless the chat has ended or its address is not
 * confirmed: anybody may have named it. The id of the mail is that of the client.
 *
 * @returns a function that publishes it, for after the commit; undefined when it became no message.
 */
export async function addVisitorMail(
  { pubSub, metrics }: Pick<Dependencies, 'pubSub' | 'metrics'>,
  tx: Transaction,
  { sessionId, messageId, text }: VisitorMail,
): Promise<(() => void) | undefined> {
  const content = cleanContent(text)
  if (!content) return undefined
  const isConfirmed = and(eq(chatSessions.id, sessionId), isNotNull(chatSessions.emailConfirmedAt))
  if ((await tx.$count(chatSessions, isConfirmed)) === 0) return undefined
  if (!(await storeMailed(tx, { sessionId, clientMessageId: messageId, content }))) return undefined
  return () => {
    metrics.chatMessages.of('visitor').add()
    pubSub.publish({ kind: 'chat', ids: [sessionId] })
  }
}
