import { foldCase } from '#contract/fold-case.ts'

/** A prepared text; variables in braces are filled in. */
export type ReplyText = { shortcut: string; text: string }

/** Suggested to a team that has no replies yet. */
export const starterReplies: ReplyText[] = [
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

/** The word after a slash at the start of the last line; undefined if there is none. */
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

/** Values by variable; null if unknown. `link` and `reader` are filled in whenever a mail is sent. */
export type Values = Partial<Record<string, string | null>>

const variable = /\{([a-z]+)\}/gi

/** Unknown variables stay as they are. */
export function fillIn(text: string, values: Values): string {
  return text.replace(variable, (whole, name: string) => values[name] || whole)
}

/** Omits unknown values, and spaces before punctuation. */
export function fillInAll(text: string, values: Values): string {
  return text
    .replace(variable, (_, name: string) => values[name] ?? '')
    .replace(/\s+([,.!?])/g, '$1')
}

/** Variables without a value, each once; includes `{link}` if there is no page to link to. */
export function unresolvedIn(text: string, values: Values, hasLink: boolean): string[] {
  const found = [...fillIn(text, values).matchAll(variable)].map(([whole]) => whole)
  const filledLater = ['{reader}', ...(hasLink ? ['{link}'] : [])]
  return [...new Set(found)].filter((whole) => !filledLater.includes(whole))
}
