import type { SocketConnection } from '#server/sockets/socket-connection.ts'
import type { ChatMessage, ServerFrame } from '../protocol/protocol.ts'

export class ParticipantState {
  readonly role: 'visitor' | 'admin'
  /** Presence rows; the first is the socket's own. */
  leases: { id: string; sessionId: string | null }[] = []
  /**
   * Set for visitors only: their id, their session, and the highest `seq` already sent on joining.
   */
  visitorId = ''
  sessionId = ''
  sentSeq = 0
  /** Set for agents only: the highest `seq` sent, by session whose history was sent. */
  sentSeqs: Map<string, number> | undefined = undefined
  /**
   * The session in which the participant is typing ('' for none), and when that was last broadcast.
   */
  typingIn = ''
  typedAt = Number.NEGATIVE_INFINITY
  /** Remaining rate-limit tokens, and when they were last refilled. */
  tokens: number
  filledAt: number
  joins = 0

  constructor(role: ParticipantState['role'], tokens: number, now: number) {
    this.role = role
    this.tokens = tokens
    this.filledAt = now
  }
}

export type Participant = SocketConnection<ParticipantState>

export const write = (frame: ServerFrame): Buffer => Buffer.from(JSON.stringify(frame))

export function echo(message: ChatMessage, clientMessageId: string | undefined): Buffer {
  const id = clientMessageId && { clientMessageId }
  return write({ type: 'new_message', message: { ...message, ...id } })
}
