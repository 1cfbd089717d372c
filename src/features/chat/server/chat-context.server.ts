import type { FastifyBaseLogger } from 'fastify'
import type { Batch } from '#server/pub-sub/batch.ts'
import type { Dependencies } from '#server/service/context.ts'
import type { InboxChanges } from '#server/sockets/inbox-changes.ts'
import { closeCodes } from '../protocol/constants.ts'
import type { ErrorCode } from '../protocol/protocol.ts'
import type { ChatBroadcast } from './broadcast.server.ts'
import type { DeliveryStore, Draft, Stored } from './messages.server.ts'
import { type Participant, ParticipantState, write } from './participant.server.ts'

/** Limits per socket. */
export const usualPace = {
  /** The number of messages that a visitor's socket may send in a burst, and then per second. */
  visitorBurst: 20,
  visitorRate: 1,
  agentBurst: 200,
  agentRate: 50,
  /** The minimum interval between two typing notices, in milliseconds. */
  typing: 400,
}
export type Pace = typeof usualPace

export type ChatContext = {
  deps: Dependencies
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  clock: () => number
  pace: Pace
  broadcast: ChatBroadcast
  inbox: InboxChanges
  messages: Batch<Draft, Stored>
  deliveries: DeliveryStore
  /** Removes the presence rows of visitors' closed sockets, given by id. */
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
  sendError(connection, 'unavailable', 'That didn’t work. Please try again.')
}

const badFramesPerMinute = 20

/**
 * The weight of a premature or misdirected frame. A few are normal, but a flood exceeds the limit.
 */
export const prematureFrame = 0.1

export function countBad({ clock }: ChatContext, connection: Participant, weight = 1): void {
  if (clock() - connection.badSince > 60_000) {
    connection.badSince = clock()
    connection.bad = 0
  }
  connection.bad += weight
  if (connection.bad > badFramesPerMinute) connection.dismiss(closeCodes.policy)
}

/**
 * The text is the same for an unknown session and another visitor's, so that existence does not
 * leak.
 */
export function sendSessionError(
  chat: ChatContext,
  connection: Participant,
  clientMessageId?: string | null,
): void {
  sendError(connection, 'not_found', 'Session not found', clientMessageId)
  chat.log.warn({ event: 'chat_session_refused', userId: connection.user?.id })
  countBad(chat, connection, prematureFrame)
}

export const notSignedIn = 'Sign in to answer chats.'

export function disconnect(connection: Participant, message: string): void {
  sendError(connection, 'forbidden', message)
  connection.dismiss(closeCodes.policy)
}
