import type { Pending } from '../client/chat-thread.ts'
import type { ChatMessage } from '../protocol/protocol.ts'

type Shown = 'senderType' | 'senderId' | 'senderName' | 'messageType' | 'content' | 'sentAt'

/** A stored message, or one from the outbox, whose `senderId` is null. */
export type Message = Pick<ChatMessage, Shown> & {
  /** The key stays the same when the message is stored. */
  key: string
  progress: 'sending' | 'sent' | 'delivered' | 'failed'
}

/** Unchanged messages keep their object identity, so that views need not render them again. */
const converted = new WeakMap<object, Message>()

function once(row: object, make: () => Message): Message {
  const message = converted.get(row) ?? make()
  converted.set(row, message)
  return message
}

/** @param side the role of the local user. */
export function conversationOf(
  stored: readonly ChatMessage[],
  outbox: readonly Pending[],
  side: Message['senderType'],
): Message[] {
  return [
    ...stored.map((message) =>
      once(message, () => ({
        ...message,
        key: message.clientMessageId ?? message.id,
        progress: message.deliveredAt ? 'delivered' : 'sent',
      })),
    ),
    ...outbox.map((pending) =>
      once(pending, () => ({
        ...pending,
        key: pending.clientMessageId,
        senderType: side,
        senderId: null,
        messageType: 'text',
        progress: pending.state,
      })),
    ),
  ]
}

export type GroupedMessage = {
  message: Message
  opensDay: boolean
  first: boolean
  last: boolean
}

const pauseMs = 2 * 60_000

export function isNotice({ senderType, messageType }: Message): boolean {
  return senderType === 'system' || messageType === 'system_notification'
}

function dayOf(message: Message): string {
  return new Date(message.sentAt).toDateString()
}

function continues(before: Message | undefined, message: Message): boolean {
  if (!before || isNotice(before) || isNotice(message)) return false
  return (
    before.senderType === message.senderType &&
    before.senderId === message.senderId &&
    dayOf(before) === dayOf(message) &&
    Date.parse(message.sentAt) - Date.parse(before.sentAt) <= pauseMs
  )
}

export function groupMessages(messages: readonly Message[]): GroupedMessage[] {
  return messages.map((message, at) => {
    const before = messages[at - 1]
    const after = messages[at + 1]
    return {
      message,
      opensDay: !before || dayOf(before) !== dayOf(message),
      first: !continues(before, message),
      last: !after || !continues(message, after),
    }
  })
}

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })
const longDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' })

/** For example '12:06 PM', in the browser's locale and zone. */
export function timeOf(iso: string): string {
  return clock.format(new Date(iso))
}

/** The time with the date, for example 'Nov 12, 2:05 PM'; without it if it is today. */
export function momentOf(iso: string, now: Date): string {
  const at = new Date(iso)
  if (at.toDateString() === now.toDateString()) return timeOf(iso)
  return at.toLocaleString(undefined, {
    ...(at.getFullYear() !== now.getFullYear() && { year: 'numeric' }),
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })
}

export function dayName(iso: string, now: Date): string {
  const day = new Date(iso)
  if (day.toDateString() === now.toDateString()) return 'Today'
  const yesterday = new Date(now)
  yesterday.setDate(now.getDate() - 1)
  return day.toDateString() === yesterday.toDateString() ? 'Yesterday' : longDay.format(day)
}
