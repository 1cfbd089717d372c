import { foldCase } from '#contract/fold-case.ts'

/** A prepared text; variables in braces are filled in. */
export type ReplyText = { shortcut: string; text: string }

/** Offered to a team that has none. */
export const firstReplies: ReplyText[] = [
  { shortcut: 'hello', text: 'Hello {name}, thank you for writing. How can I help?' },
  { shortcut: 'moment', text: 'One moment please, I am looking that up.' },
  { shortcut: 'hours', text: 'You reach a person here {hours}.' },
  {
    shortcut: 'call',
    text: 'This is easier in a short call. Which day suits you, and at which number?',
  },
]

export function isReply(value: unknown): value is ReplyText {
  const reply = value as Partial<ReplyText> | null
  return typeof reply?.shortcut === 'string' && typeof reply.text === 'string'
}

/** The word after a slash that begins the last line; undefined without one. */
export function wantedReply(beforeCaret: string): string | undefined {
  return /(?:^|\n)\/(\S*)$/.exec(beforeCaret)?.[1]
}

export function matchingReplies<R extends ReplyText>(replies: readonly R[], wanted: string): R[] {
  const term = foldCase(wanted)
  const begins = replies.filter(({ shortcut }) => foldCase(shortcut).startsWith(term))
  const holds = replies.filter(
    (reply) =>
      !begins.includes(reply) && foldCase(`${reply.shortcut} ${reply.text}`).includes(term),
  )
  return [...begins, ...holds]
}

/** By variable; null where unknown. `link` is filled in at each sending. */
export type Values = Partial<Record<string, string | null>>

const variable = /\{([a-z]+)\}/gi

/** Unknown variables stay as they are. */
export function fillIn(text: string, values: Values): string {
  return text.replace(variable, (whole, name: string) => values[name] || whole)
}

/** Leaves out unknown values, and the gap before punctuation. */
export function fillInAll(text: string, values: Values): string {
  return text
    .replace(variable, (_, name: string) => values[name] ?? '')
    .replace(/\s+([,.!?])/g, '$1')
}

/** Variables that have no value here, each once; `{link}` when it leads nowhere. */
export function unresolvedIn(text: string, values: Values, hasLink: boolean): string[] {
  const found = [...fillIn(text, values).matchAll(variable)].map(([whole]) => whole)
  return [...new Set(found)].filter((whole) => whole !== '{link}' || !hasLink)
}
