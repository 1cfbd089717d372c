import { isStorable, unstorable } from '#contract/fields.ts'
import { describeError } from '#server/database/describe-error.ts'
import { newId } from '#server/database/new-id.ts'
import { Concurrent } from '#server/sockets/socket.ts'
import { cleanContent, limits } from '../protocol/constants.ts'
import { type ChatContext, countBad, prematureFrame, sendError } from './chat-context.server.ts'
import { meetAnswered } from './chat-deadlines.server.ts'
import { forAgents, type Stored } from './messages.server.ts'
import { echo, type Participant, type ParticipantState } from './participant.server.ts'

/** A token bucket allows a burst and then a number of messages per second. */
function takeToken({ pace, clock }: ChatContext, participant: ParticipantState): boolean {
  const [burst, rate] =
    participant.role === 'visitor'
      ? [pace.visitorBurst, pace.visitorRate]
      : [pace.agentBurst, pace.agentRate]
  const now = clock()
  const earned = ((now - participant.filledAt) / 1000) * rate
  participant.tokens = Math.min(burst, participant.tokens + earned)
  participant.filledAt = now
  if (participant.tokens < 1) return false
  participant.tokens--
  return true
}

type Message = { sessionId: string; content: string; clientMessageId?: string | null }

/** The echo to the sender, after the commit, is the acknowledgement. */
export function sendMessage(
  chat: ChatContext,
  connection: Participant,
  participant: ParticipantState,
  given: Message,
): void | Promise<void> | Concurrent {
  const { content: raw, clientMessageId } = given
  const content = isStorable(raw) ? cleanContent(raw) : undefined
  if (content === '') return
  if (content === undefined) {
    const tooLong = `Use at most ${limits.content.toLocaleString('en')} characters`
    const fault = isStorable(raw) ? tooLong : unstorable
    return connection.inOrder(() => sendError(connection, 'invalid', `${fault}.`, clientMessageId))
  }
  if (!takeToken(chat, participant)) {
    return connection.inOrder(() => {
      sendError(connection, 'too_many', 'Too many messages. Please wait a moment.', clientMessageId)
      countBad(chat, connection, prematureFrame)
    })
  }
  return new Concurrent(storeAndBroadcast(chat, connection, participant, { ...given, content }))
}

/** Runs after the acknowledgement. If it fails, the job that follows chats meets the deadline. */
function recordAnswer({ deps, log }: ChatContext, sessionId: string): void {
  meetAnswered(deps, sessionId).catch((error: unknown) => {
    log.warn({ event: 'chat_deadline', error: describeError(error) })
  })
}

async function storeAndBroadcast(
  chat: ChatContext,
  connection: Participant,
  { role: senderType }: ParticipantState,
  { sessionId, content, clientMessageId }: Message,
): Promise<void> {
  const { deps, broadcast, messages, log } = chat
  const id = newId()
  const senders = broadcast.rooms.get(sessionId)?.senders
  const sender = { connection, clientMessageId: clientMessageId ?? undefined }
  senders?.set(id, sender)
  let stored: Stored
  try {
    await deps.diskSpace.assertSpace()
    stored = await messages.add({
      id,
      connection,
      sessionId,
      senderType,
      content,
      // The generated id makes a retried statement idempotent for clients that send none.
      clientMessageId: clientMessageId ?? id,
    })
  } catch (error) {
    senders?.delete(id)
    broadcast.needsRepair = true
    log.error({ event: 'chat_store', error: describeError(error) })
    sendError(connection, 'unavailable', 'Not stored. Please try again shortly.', clientMessageId)
    return
  }
  if (stored?.isNew && senderType === 'admin') recordAnswer(chat, sessionId)
  if (stored?.isNew && senders) {
    broadcast.broadcastStored(stored.message)
    return
  }
  senders?.delete(id)
  if (!stored) {
    sendError(connection, 'conflict', 'This chat session takes no messages now.', clientMessageId)
    return
  }
  const { message } = stored
  const room = broadcast.rooms.get(sessionId)
  if (room && room.lastBroadcast < message.seq) room.senders.set(message.id, sender)
  else connection.send(echo(forAgents(message), sender.clientMessageId))
  broadcast.notifyChanged([sessionId])
}
