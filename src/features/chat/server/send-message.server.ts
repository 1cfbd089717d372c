import { randomUUIDv7 } from 'node:crypto'
import { isStorable, unstorable } from '../../../contract/fields.ts'
import { describeError } from '../../../server/http/errors.ts'
import { Alongside } from '../../../server/live/socket.ts'
import type { ChatMessage } from '../protocol/protocol.ts'
import { cleanContent } from '../protocol/words.ts'
import { type ChatContext, countBad, hastyFrame, sendError } from './chat-context.server.ts'
import {
  agentKey,
  type Draft,
  type Stored,
  visitorAlias,
  visitorKey,
} from './message-store.server.ts'
import { echo, type Participant, type ParticipantState } from './participant.server.ts'

function mayWrite({ pace, clock }: ChatContext, participant: ParticipantState): boolean {
  const [burst, rate] =
    participant.role === 'visitor'
      ? [pace.visitorBurst, pace.visitorRate]
      : [pace.agentBurst, pace.agentRate]
  const now = clock()
  participant.tokens = Math.min(
    burst,
    participant.tokens + ((now - participant.filledAt) / 1000) * rate,
  )
  participant.filledAt = now
  if (participant.tokens < 1) return false
  participant.tokens--
  return true
}

type Words = { sessionId: string; content: string; clientMessageId?: string | null }

/**
 * Stores a message and broadcasts it once it is committed. Its echo to the sender is the
 * acknowledgement.
 */
export function sendMessage(
  chat: ChatContext,
  connection: Participant,
  participant: ParticipantState,
  words: Words,
): void | Promise<void> | Alongside {
  const { content: raw, clientMessageId } = words
  const content = isStorable(raw) ? cleanContent(raw) : undefined
  if (content === '') return
  if (content === undefined) {
    const fault = isStorable(raw) ? 'Use at most 4,000 characters' : unstorable
    return connection.inOrder(() => sendError(connection, 'invalid', `${fault}.`, clientMessageId))
  }
  if (!mayWrite(chat, participant)) {
    return connection.inOrder(() => {
      sendError(connection, 'too_many', 'Too many messages. Please wait a moment.', clientMessageId)
      countBad(chat, connection, hastyFrame)
    })
  }
  return new Alongside(storeAndBroadcast(chat, connection, participant, { ...words, content }))
}

async function storeAndBroadcast(
  chat: ChatContext,
  connection: Participant,
  participant: ParticipantState,
  { sessionId, content, clientMessageId }: Words,
): Promise<void> {
  const draft = draftOf(connection, participant, sessionId, content, clientMessageId)
  const senders = chat.channels.channels.get(sessionId)?.senders
  const sender = { connection, clientMessageId: clientMessageId ?? undefined }
  senders?.set(draft.id, sender)
  let stored: Stored
  try {
    await chat.deps.diskSpace.demand()
    stored = await chat.messages.add(draft)
  } catch (error) {
    senders?.delete(draft.id)
    chat.channels.needsRepair = true
    chat.log.error({ event: 'chat_store', error: describeError(error) })
    sendError(connection, 'unavailable', 'Not stored. Please try again shortly.', clientMessageId)
    return
  }
  if (!stored) {
    senders?.delete(draft.id)
    sendError(connection, 'conflict', 'This chat session takes no messages now.', clientMessageId)
    return
  }
  const message = stored.kept ?? messageOf(draft, stored, connection)
  if (stored.isNew && senders) chat.channels.stored(message)
  else answerRepeat(chat, draft.id, message, sender)
}

function draftOf(
  connection: Participant,
  { role }: ParticipantState,
  sessionId: string,
  content: string,
  clientMessageId: string | null | undefined,
): Draft {
  const { user } = connection
  const id = randomUUIDv7()
  const isAgent = role === 'admin' && user !== undefined
  return {
    id,
    sender: connection,
    sessionId,
    senderType: isAgent ? 'admin' : 'visitor',
    senderId: isAgent ? user.id : null,
    senderKey: isAgent ? agentKey(user.id) : visitorKey,
    // The generated id makes a retried statement idempotent for clients that send none.
    clientMessageId: clientMessageId ?? id,
    content,
  }
}

function messageOf(
  draft: Draft,
  { id, seq, sentAt }: NonNullable<Stored>,
  connection: Participant,
) {
  const { sessionId, senderType, senderId, content } = draft
  const isAgent = senderType === 'admin'
  const message: ChatMessage = {
    id,
    sessionId,
    seq,
    senderType,
    senderId: isAgent ? senderId : visitorAlias(sessionId),
    ...(isAgent && connection.user && { senderName: connection.user.username }),
    messageType: 'text',
    content,
    sentAt,
    deliveredAt: null,
  }
  return message
}

function answerRepeat(
  { channels }: ChatContext,
  draftId: string,
  message: ChatMessage,
  sender: { connection: Participant; clientMessageId: string | undefined },
): void {
  const channel = channels.channels.get(message.sessionId)
  channel?.senders.delete(draftId)
  if (channel && channel.known < message.seq) channel.senders.set(message.id, sender)
  else sender.connection.say(echo(message, sender.clientMessageId))
  channels.touch([message.sessionId])
}
