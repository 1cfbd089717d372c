import type { FastifyBaseLogger } from 'fastify'
import type { Batch } from '#server/pub-sub/batch.ts'
import type { Dependencies } from '#server/service/context.ts'
import type { InboxChanges } from '#server/sockets/inbox-changes.ts'
import { closeCodes } from '../protocol/constants.ts'
import type { ChatMessage, ErrorCode } from '../protocol/protocol.ts'
import type { ChatChannels } from './channels.server.ts'
import {
  type DeliveryStore,
  type Draft,
  forAgents,
  forVisitor,
  pageSize,
  readAfter,
  type Stored,
  type StoredMessage,
  visitorAlias,
} from './message-store.server.ts'
import { type Participant, ParticipantState, write } from './participant.server.ts'

/** Per socket. */
export const usualPace = {
  /** Messages that a visitor's socket may send in a burst, and then per second. */
  visitorBurst: 20,
  visitorRate: 1,
  agentBurst: 200,
  agentRate: 50,
  /** Minimum milliseconds between two typing notices. */
  typing: 400,
}
export type Pace = typeof usualPace

export type ChatContext = {
  deps: Dependencies
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  clock: () => number
  pace: Pace
  channels: ChatChannels
  inbox: InboxChanges
  messages: Batch<Draft, Stored>
  deliveries: DeliveryStore
  /** Ids of presence rows of visitors' closed sockets. */
  closedVisitors: Batch<string, void>
}

export function newState({ pace, clock }: ChatContext, role: ParticipantState['role']) {
  const burst = role === 'visitor' ? pace.visitorBurst : pace.agentBurst
  return new ParticipantState(role, burst, clock())
}

/** Other ids would make the database's uuid comparison fail. */
export const isId = (text: string) =>
  /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text)

export function sendError(
  connection: Participant,
  code: ErrorCode,
  message: string,
  clientMessageId?: string | null,
): void {
  connection.send(
    write({ type: 'error', message, code, ...(clientMessageId && { clientMessageId }) }),
  )
}

export function sendFailure(connection: Participant): void {
  sendError(connection, 'unavailable', 'That did not work. Please try again.')
}

const badFramesPerMinute = 20

/** Weight of a premature or misdirected frame: a few are normal, a flood exceeds the limit. */
export const prematureFrame = 0.1

export function countBad({ clock }: ChatContext, connection: Participant, weight = 1): void {
  if (clock() - connection.badSince > 60_000) {
    connection.badSince = clock()
    connection.bad = 0
  }
  connection.bad += weight
  if (connection.bad > badFramesPerMinute) connection.dismiss(closeCodes.policy)
}

/** Same text for an unknown session and another visitor's, so that existence does not leak. */
export function sendSessionError(
  chat: ChatContext,
  connection: Participant,
  clientMessageId?: string | null,
): void {
  sendError(connection, 'not_found', 'Session not found', clientMessageId)
  chat.log.warn({ event: 'chat_session_refused', userId: connection.user?.id })
  countBad(chat, connection, prematureFrame)
}

export function disconnect(connection: Participant, message: string): void {
  sendError(connection, 'forbidden', message)
  connection.dismiss(closeCodes.policy)
}

/** Messages as visitors see them. */
export function visitorForm({ content }: Pick<Dependencies, 'content'>) {
  const { name } = content.resolved().firm
  return (message: StoredMessage) => forVisitor(message, name)
}

/**
 * Sends the messages after `from` until the client has all that this instance has broadcast;
 * `caughtUp` is called synchronously after the last check, so that no later broadcast is missed.
 */
export async function replay(
  { deps, channels }: ChatContext,
  connection: Participant,
  { sessionId, from, senderKey }: { sessionId: string; from: number; senderKey: string },
  send: (page: ChatMessage[], isLast: boolean) => Promise<void>,
  caughtUp: (lastSeq: number) => void,
): Promise<void> {
  connection.mayLag = true
  try {
    for (let seq = from; ; ) {
      const stored = await readAfter(deps.db, [{ sessionId, seq }], senderKey)
      const isAgent = connection.state?.role === 'admin'
      const page = stored.map(isAgent ? forAgents : visitorForm(deps))
      seq = page.at(-1)?.seq ?? seq
      const isLast = page.length < pageSize
      await send(page, isLast)
      if (!isLast || (channels.byId.get(sessionId)?.lastBroadcast ?? 0) > seq) continue
      caughtUp(seq)
      return
    }
  } finally {
    connection.mayLag = false
  }
}

/** Broadcasts a typing notice; never stored, and the first to be dropped under load. */
export function sendTyping(
  { deps, clock, pace }: ChatContext,
  connection: Participant,
  participant: ParticipantState,
  sessionId: string,
  isTyping: boolean,
): void {
  if (isTyping ? clock() - participant.typedAt < pace.typing : participant.typingIn === '') return
  if (isTyping) participant.typedAt = clock()
  participant.typingIn = isTyping ? sessionId : ''
  const userId =
    participant.role === 'admin' ? (connection.user?.id ?? '') : visitorAlias(sessionId)
  deps.pubSub.publish({ kind: 'typing', sessionId, by: participant.role, userId, isTyping })
}
