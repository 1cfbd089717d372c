import type { ClientFrame } from '../protocol/protocol.ts'
import { type ChatContext, isId, sendSessionError } from './chat-context.server.ts'
import type { Participant } from './participant.server.ts'

export async function markDelivered(
  chat: ChatContext,
  connection: Participant,
  { messageId, messageIds = [] }: Extract<ClientFrame, { type: 'mark_message_delivered' }>,
): Promise<void> {
  const sessionId = connection.state?.sessionId
  const ids = [...new Set([...messageIds, ...(messageId ? [messageId] : [])])]
  if (!sessionId || !ids.every(isId)) {
    sendSessionError(chat, connection)
    return
  }
  const results = await Promise.all(
    ids.map((messageId) => chat.deliveries.add({ messageId, sessionId })),
  )
  const delivered = ids.filter((messageId, at) => {
    const result = results[at]
    if (!result) sendSessionError(chat, connection)
    if (!result?.isNew) return false
    const { deliveredAt } = result
    chat.broadcast.sendToAgents({ type: 'message_delivered', sessionId, messageId, deliveredAt })
    return true
  })
  if (delivered.length > 0) chat.deps.pubSub.publishElsewhere({ kind: 'delivered', ids: delivered })
}
