import type { chatMessageTypes, chatSenders } from '../../../contract/vocabulary.ts'

export type Sender = (typeof chatSenders)[number]

/** Delivery state of the user's own message. */
export type Progress = 'sending' | 'sent' | 'delivered' | 'failed'

export type Message = {
  /** Stable from typing until after it is stored. */
  key: string
  senderType: Sender
  /** Distinguishes senders on the same side; blank if unknown. */
  senderId: string
  senderName: string
  messageType: (typeof chatMessageTypes)[number]
  content: string
  /** ISO 8601. */
  sentAt: string
  progress: Progress
}

export type Placed = {
  message: Message
  /** Whether it is the first message of its day. */
  opensDay: boolean
  /** First and last of a group by one sender. */
  first: boolean
  last: boolean
}

const pauseMs = 2 * 60_000

function isNotice({ senderType, messageType }: Message): boolean {
  return senderType === 'system' || messageType === 'system_notification'
}

function dayOf(message: Message): string {
  return new Date(message.sentAt).toDateString()
}

/** Same sender, same day, within two minutes of the previous message. */
function continues(before: Message | undefined, message: Message): boolean {
  if (!before || isNotice(before) || isNotice(message)) return false
  return (
    before.senderType === message.senderType &&
    before.senderId === message.senderId &&
    dayOf(before) === dayOf(message) &&
    Date.parse(message.sentAt) - Date.parse(before.sentAt) <= pauseMs
  )
}

/** Groups messages, oldest first, by day and sender. */
export function place(messages: readonly Message[]): Placed[] {
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

export function dayName(iso: string, now: Date): string {
  const day = new Date(iso)
  if (day.toDateString() === now.toDateString()) return 'Today'
  const yesterday = new Date(now)
  yesterday.setDate(now.getDate() - 1)
  return day.toDateString() === yesterday.toDateString() ? 'Yesterday' : longDay.format(day)
}

export { isNotice }
