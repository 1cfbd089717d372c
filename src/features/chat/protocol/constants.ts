import { trimmed } from '#contract/visible-text.ts'

/**
 * Constants shared by both ends of the chat socket. No schemas, since browsers may load this early.
 */

export const socketPath = '/ws'

/** System notices, stored once as messages of type `system_notification`. */
export const notices = {
  joined: 'An agent has joined the chat',
  left: 'Agent has disconnected',
  ended: 'Chat session has ended',
} as const

export const closeCodes = {
  /** Only text frames are allowed. */
  binary: 1003,
  /** Too many bad frames, a wrong identity or a second role. */
  policy: 1008,
  /** The server is stopping or restarting; reconnect. */
  restart: 1012,
  /** Too many frames queued, or the database is behind; reconnect later. */
  overloaded: 1013,
  /** The agent's session has ended; sign in again. */
  revoked: 4401,
  /** No join arrived in time. */
  idle: 4408,
} as const

/** Milliseconds. The API document promises them to other clients. */
export const times = {
  ping: 30_000,
  reconnect: 3_000,
  maxReconnect: 30_000,
  typingStop: 2_000,
  /** A typing indicator expires after this unless renewed. */
  typingShown: 6_000,
  /** A client reconnects when a message or ping is unanswered for this long. */
  echoTimeout: 10_000,
} as const

export const limits = {
  /** Unicode code points of a message after trimming. */
  content: 4_000,
  name: 200,
  email: 254,
  company: 200,
  address: 2_048,
  userAgent: 512,
  notes: 5_000,
} as const

/** Drops characters that the database cannot store: U+0000 and lone surrogates. */
function storable(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed()
}

/** Trims the text. @returns '' if nothing is visible; undefined if longer than `limits.content`. */
export function cleanContent(content: string): string | undefined {
  const text = trimmed(storable(content))
  return text.length > limits.content && [...text].length > limits.content ? undefined : text
}
