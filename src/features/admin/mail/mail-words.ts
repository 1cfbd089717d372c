import type { MailKind } from '#contract/vocabulary.ts'

export const kinds: Record<MailKind, string> = {
  reply: 'Reply',
  confirmation: 'Confirmation',
  lead_alert: 'Notice of a request',
  notification: 'Notice to staff',
  chat_follow_up: 'Chat by email',
  account: 'Account email',
  meeting: 'Meeting',
  received: 'Received',
  automatic: 'Automatic',
  bounce: 'Bounce',
  note: 'Note',
}

const reasons: Record<string, string> = {
  // Reasons in sending mail and in reading a mailbox.
  rejected: 'The mail server refused it for good',
  invalid_recipient: 'The recipient isn’t exactly one valid address',
  given_up: 'Tried for hours without success',
  restored: 'It waited when a backup was restored',
  login_refused: 'The login was refused',
  no_answer: 'The server isn’t responding',
  unreachable: 'The server can’t be reached',
  // Reasons why a mail cannot be parsed.
  too_slow: 'Takes too long to read',
  nested_too_deep: 'Nested too deep',
  headers_too_large: 'Headers too large',
  too_much_memory: 'Takes too much memory',
  malformed: 'Not a readable email',
  crashed: 'Reading it failed repeatedly',
}

/** A reason without a text of its own is made readable. */
export function reasonOf(word: string): string {
  const plain = word.replaceAll('_', ' ')
  return reasons[word] ?? `${plain.charAt(0).toUpperCase()}${plain.slice(1)}`
}
