import { brand } from '../../../brand.ts'
import { spokenHour } from '../../content/business-hours/office-hours.ts'

/** `{name}` and `{hours}` in the text are filled in. */
export type CannedReply = { shortcut: string; text: string }

const storageKey = 'chat-canned-replies'

const first: CannedReply[] = [
  { shortcut: 'hello', text: 'Hello {name}, thank you for writing. How can I help?' },
  { shortcut: 'moment', text: 'One moment please, I am looking that up.' },
  { shortcut: 'hours', text: 'You reach a person here {hours}.' },
  {
    shortcut: 'call',
    text: 'This is easier in a short call. Which day suits you, and at which number?',
  },
]

function isReply(value: unknown): value is CannedReply {
  const reply = value as Partial<CannedReply> | null
  return typeof reply?.shortcut === 'string' && typeof reply.text === 'string'
}

export function readReplies(): CannedReply[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '')
    return Array.isArray(kept) ? kept.filter(isReply) : first
  } catch {
    return first
  }
}

/** @returns whether the browser could store them. */
export function keepReplies(replies: CannedReply[]): boolean {
  try {
    localStorage.setItem(storageKey, JSON.stringify(replies))
    return true
  } catch {
    return false
  }
}

/** The word after a slash at the start of the draft; undefined without one. */
export function wantedReply(draft: string): string | undefined {
  return /^\/(\S*)$/.exec(draft)?.[1]?.toLowerCase()
}

/** Replies whose shortcut starts with `wanted`, then those that contain it. */
export function matchingReplies(replies: CannedReply[], wanted: string): CannedReply[] {
  const begins = replies.filter(({ shortcut }) => shortcut.toLowerCase().startsWith(wanted))
  const holds = replies.filter(
    (reply) =>
      !begins.includes(reply) && `${reply.shortcut} ${reply.text}`.toLowerCase().includes(wanted),
  )
  return [...begins, ...holds]
}

export function fillIn(text: string, visitorName: string): string {
  const { chat, zoneName, daysName } = brand.hours
  const hours = `${spokenHour(chat.opens)} to ${spokenHour(chat.closes)} ${zoneName}, ${daysName}`
  return text
    .replaceAll('{name}', visitorName)
    .replaceAll('{hours}', hours)
    .replace(/\s+([,.!?])/g, '$1')
}
