/** What both ends of the chat socket agree on, without the schemas: a browser may load it early. */

export const socketPath = '/ws'

/** System notices, stored once as messages of type `system_notification` (spec, section 8). */
export const notices = {
  joined: 'An agent has joined the chat',
  left: 'Agent has disconnected',
  ended: 'Chat session has ended',
} as const

/** Why a socket was closed by the server. */
export const closeCodes = {
  /** Text frames only. */
  binary: 1003,
  /** Too many bad frames, a wrong identity or a second role. */
  policy: 1008,
  /** The server stops or restarts; come back. */
  restart: 1012,
  /** More frames than can be worked off, or the database is behind; come back later. */
  overloaded: 1013,
  /** The session of the agent has ended: signing in again is the only way on. */
  revoked: 4401,
  /** Nobody joined in time. */
  idle: 4408,
} as const

/** Milliseconds (spec, section 9, and decisions 24). */
export const times = {
  ping: 30_000,
  reconnect: 3_000,
  longestReconnect: 30_000,
  typingStop: 2_000,
  /** A typing indicator that nobody renewed disappears. */
  typingShown: 6_000,
  /** A message without an echo for so long makes the client doubt its socket. */
  echoPatience: 10_000,
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

/** Zero-width characters and the like, which show nothing by themselves. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu

/** Without what the database cannot keep: U+0000 and halves of surrogate pairs. */
function storable(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed()
}

/**
 * A message as it is stored: trimmed, without what no database can hold.
 *
 * @returns '' when nothing visible is left; undefined when it is longer than `limits.content`.
 */
export function cleanContent(content: string): string | undefined {
  const text = storable(content).trim()
  if (text.replace(invisible, '').trim() === '') return ''
  return text.length > limits.content && [...text].length > limits.content ? undefined : text
}
