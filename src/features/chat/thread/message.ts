import type { chatMessageTypes, chatSenders } from '../../../contract/vocabulary.ts'

export type Sender = (typeof chatSenders)[number]

/** How far a message of one's own has come. */
export type Progress = 'sending' | 'sent' | 'delivered' | 'failed'

/** A message as a screen shows it. */
export type Message = {
  /** The same from the moment it is typed until long after it was accepted. */
  key: string
  senderType: Sender
  /** Who of several people said it; blank where nobody can tell. */
  senderId: string
  senderName: string
  messageType: (typeof chatMessageTypes)[number]
  content: string
  /** ISO 8601. */
  sentAt: string
  progress: Progress
}

/** A message and its place in the conversation. */
export type Placed = {
  message: Message
  /** The day it opens, when it is the first of that day. */
  opensDay: boolean
  /** First and last of what one person said without a pause. */
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

/** Same person, same day, within two minutes of the message before. */
function continues(before: Message | undefined, message: Message): boolean {
  if (!before || isNotice(before) || isNotice(message)) return false
  return (
    before.senderType === message.senderType &&
    before.senderId === message.senderId &&
    dayOf(before) === dayOf(message) &&
    Date.parse(message.sentAt) - Date.parse(before.sentAt) <= pauseMs
  )
}

/** Puts messages, oldest first, into days and into groups of one speaker. */
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

/** '12:06 PM', in the browser's locale and zone. */
export function timeOf(iso: string): string {
  return clock.format(new Date(iso))
}

/** 'Today', 'Yesterday' or the full date. */
export function dayName(iso: string, now: Date): string {
  const day = new Date(iso)
  if (day.toDateString() === now.toDateString()) return 'Today'
  const yesterday = new Date(now)
  yesterday.setDate(now.getDate() - 1)
  return day.toDateString() === yesterday.toDateString() ? 'Yesterday' : longDay.format(day)
}

export { isNotice }
