import type { SocketConnection } from '../../../server/live/socket-connection.ts'
import type { ChatMessage, ServerFrame } from '../protocol/protocol.ts'
import type { StoredMessage } from './message-store.server.ts'
import type { SessionState } from './session-store.server.ts'

/** What the chat knows of a socket. */
export type ParticipantState = {
  role: 'visitor' | 'admin'
  /** Rows of presence; the first is the socket's own. */
  leases: { id: string; sessionId: string | null }[]
  /** Of a visitor: who they are, their session, and up to where its messages were written already. */
  visitorId: string
  sessionId: string
  mark: number
  /** Of an agent: the same for each history that was sent. */
  marks: Map<string, number> | undefined
  /** The session it types in, '' for none, and when that was told last. */
  typingIn: string
  typedAt: number
  /** What is left of its budget of messages, and when it was last filled up. */
  tokens: number
  filledAt: number
  joins: number
}

export type Participant = SocketConnection<ParticipantState>

export type State = Pick<SessionState, 'status' | 'agentId' | 'agentName' | 'agentPresent'>

/** A session with somebody on this instance who wants to hear of it. */
export type ChatChannel = {
  id: string
  /** Everything up to this `seq` has been told here. */
  known: number
  /** What has been told of its state; undefined: nothing yet. */
  state: State | undefined
  /** Whether the agents here have seen it in a list. */
  isListed: boolean
  /** Of the product's own check: no agent hears of it. */
  isCheck: boolean
  visitors: Set<Participant>
  /** Messages on their way into the database, by id, and who sent them. */
  senders: Map<string, { connection: Participant; clientMessageId: string | undefined }>
}

export const write = (frame: ServerFrame): Buffer => Buffer.from(JSON.stringify(frame))

/** A message as its own sender gets it. */
export function echo(message: ChatMessage, clientMessageId: string | undefined): Buffer {
  return write({
    type: 'new_message',
    message: clientMessageId ? { ...message, clientMessageId } : message,
  })
}

/** A stored message as one participant gets it. */
export function asSeenBy(
  { message, senderKey, clientMessageId }: StoredMessage,
  key: string,
): ChatMessage {
  return clientMessageId && senderKey === key ? { ...message, clientMessageId } : message
}
