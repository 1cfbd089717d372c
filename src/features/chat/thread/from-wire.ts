import type { Pending } from '../client/chat-thread.ts'
import type { ChatMessage } from '../protocol/protocol.ts'
import type { Message, Sender } from './message.ts'

/** Unchanged messages keep their object identity, so that views can skip them. */
const known = new WeakMap<object, Message>()

function once(of: object, make: () => Message): Message {
  const before = known.get(of)
  if (before) return before
  const made = make()
  known.set(of, made)
  return made
}

/** Merges stored messages and the outbox. `side` is the role of the local user. */
export function conversationOf(
  stored: readonly ChatMessage[],
  outbox: readonly Pending[],
  side: Sender,
): Message[] {
  return [
    ...stored.map((message) => once(message, () => fromStored(message))),
    ...outbox.map((pending) => once(pending, () => fromPending(pending, side))),
  ]
}

function fromStored(message: ChatMessage): Message {
  return {
    key: message.clientMessageId ?? message.id,
    senderType: message.senderType,
    senderId: message.senderId ?? '',
    senderName: message.senderName ?? '',
    messageType: message.messageType,
    content: message.content,
    sentAt: message.sentAt,
    progress: message.deliveredAt ? 'delivered' : 'sent',
  }
}

function fromPending(pending: Pending, side: Sender): Message {
  return {
    key: pending.clientMessageId,
    senderType: side,
    senderId: '',
    senderName: '',
    messageType: 'text',
    content: pending.content,
    sentAt: pending.sentAt,
    progress: pending.state,
  }
}
