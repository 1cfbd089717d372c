import type { SocketConnection } from '../../../server/live/socket-connection.ts'
import type { ChatMessage, ServerFrame } from '../protocol/protocol.ts'
import type { StoredMessage } from './message-store.server.ts'
import type { SessionState } from './session-store.server.ts'

export type ParticipantState = {
  role: 'visitor' | 'admin'
  /** Presence rows; the first is the socket's own. */
  leases: { id: string; sessionId: string | null }[]
  /** Visitors only: their id, their session, and the highest `seq` already sent on joining. */
  visitorId: string
  sessionId: string
  mark: number
  /** Agents only: the same by session, for each history that was sent. */
  marks: Map<string, number> | undefined
  /** The session it is typing in, '' for none, and when that was last broadcast. */
  typingIn: string
  typedAt: number
  /** Remaining rate-limit tokens, and when they were last refilled. */
  tokens: number
  filledAt: number
  joins: number
}

export type Participant = SocketConnection<ParticipantState>

export type State = Pick<SessionState, 'status' | 'agentId' | 'agentName' | 'agentPresent'>

export type ChatChannel = {
  id: string
  /** Highest `seq` broadcast on this instance. */
  known: number
  /** State last broadcast; undefined before the first. */
  state: State | undefined
  isListed: boolean
  /** A chat of the self-check, hidden from agents. */
  isCheck: boolean
  visitors: Set<Participant>
  /** By id of a message that is being stored. */
  senders: Map<string, { connection: Participant; clientMessageId: string | undefined }>
}

export const write = (frame: ServerFrame): Buffer => Buffer.from(JSON.stringify(frame))

export function echo(message: ChatMessage, clientMessageId: string | undefined): Buffer {
  return write({
    type: 'new_message',
    message: clientMessageId ? { ...message, clientMessageId } : message,
  })
}

export function asSeenBy(
  { message, senderKey, clientMessageId }: StoredMessage,
  key: string,
): ChatMessage {
  return clientMessageId && senderKey === key ? { ...message, clientMessageId } : message
}
