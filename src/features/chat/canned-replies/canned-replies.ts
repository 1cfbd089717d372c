import { brand } from '../../../brand.ts'
import { spokenHour } from '../../content/business-hours/office-hours.ts'

/** A reply that is written once and used often. `{name}` and `{hours}` are filled in. */
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

/** The replies of this browser; the first ones until somebody changes them. */
export function readReplies(): CannedReply[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '')
    return Array.isArray(kept) ? kept.filter(isReply) : first
  } catch {
    return first
  }
}

/** @returns whether the browser could keep them. */
export function keepReplies(replies: CannedReply[]): boolean {
  try {
    localStorage.setItem(storageKey, JSON.stringify(replies))
    return true
  } catch {
    return false
  }
}

/** What is looked for: the word after a slash that begins the draft. Undefined without one. */
export function wantedReply(draft: string): string | undefined {
  return /^\/(\S*)$/.exec(draft)?.[1]?.toLowerCase()
}

/** Replies whose shortcut begins with `wanted`, then those that hold it anywhere. */
export function matchingReplies(replies: CannedReply[], wanted: string): CannedReply[] {
  const begins = replies.filter(({ shortcut }) => shortcut.toLowerCase().startsWith(wanted))
  const holds = replies.filter(
    (reply) =>
      !begins.includes(reply) && `${reply.shortcut} ${reply.text}`.toLowerCase().includes(wanted),
  )
  return [...begins, ...holds]
}

/** The reply as it is sent to that visitor. */
export function fillIn(text: string, visitorName: string): string {
  const { chat, zoneName, daysName } = brand.hours
  const hours = `${spokenHour(chat.opens)} to ${spokenHour(chat.closes)} ${zoneName}, ${daysName}`
  return text
    .replaceAll('{name}', visitorName)
    .replaceAll('{hours}', hours)
    .replace(/\s+([,.!?])/g, '$1')
}
