import type { FastifyBaseLogger } from 'fastify'
import type { Dependencies } from '../../../server/context.ts'
import type { Batch } from '../../../server/live/batch.ts'
import type { ErrorCode } from '../protocol/protocol.ts'
import { closeCodes } from '../protocol/words.ts'
import type { ChatChannels } from './channels.server.ts'
import {
  type Draft,
  type Marked,
  pageSize,
  readAfter,
  type Stored,
  type StoredMessage,
  visitorAlias,
} from './message-store.server.ts'
import { type Participant, type ParticipantState, write } from './participant.server.ts'

/** Limits per socket; benchmarks raise them. */
export type Pace = {
  /** Messages that a visitor's socket may send in a burst, and then per second. */
  visitorBurst: number
  visitorRate: number
  agentBurst: number
  agentRate: number
  /** Minimum milliseconds between two typing notices. */
  typing: number
}

export const usualPace: Pace = {
  visitorBurst: 20,
  visitorRate: 1,
  agentBurst: 200,
  agentRate: 50,
  typing: 400,
}

export type ChatContext = {
  deps: Dependencies
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  clock: () => number
  pace: Pace
  channels: ChatChannels
  messages: Batch<Draft, Stored>
  deliveries: Batch<{ messageId: string; sessionId: string }, Marked>
  /** Ids of presence rows of visitors' closed sockets. */
  leavers: Batch<string, void>
}

export function newParticipantState(
  chat: ChatContext,
  role: ParticipantState['role'],
): ParticipantState {
  return {
    role,
    leases: [],
    visitorId: '',
    sessionId: '',
    mark: 0,
    marks: undefined,
    typingIn: '',
    typedAt: Number.NEGATIVE_INFINITY,
    tokens: role === 'visitor' ? chat.pace.visitorBurst : chat.pace.agentBurst,
    filledAt: chat.clock(),
    joins: 0,
  }
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
  connection.say(
    write({ type: 'error', message, code, ...(clientMessageId && { clientMessageId }) }),
  )
}

export function sendFailure(connection: Participant): void {
  sendError(connection, 'unavailable', 'That did not work. Please try again.')
}

/** Same text for an unknown session and another visitor's, so that existence does not leak. */
const sessionNotFound = 'Session not found'

/** Limit of malformed frames; honest clients rarely send any. */
const badFramesAMinute = 20

/** Weight of a premature or misdirected frame: a few are normal, a flood exceeds the limit. */
export const hastyFrame = 0.1

export function sendFrameError(chat: ChatContext, connection: Participant, message: string): void {
  sendError(connection, 'invalid', message)
  countBad(chat, connection)
}

export function countBad({ clock }: ChatContext, connection: Participant, weight = 1): void {
  if (clock() - connection.badSince > 60_000) {
    connection.badSince = clock()
    connection.bad = 0
  }
  connection.bad += weight
  if (connection.bad > badFramesAMinute) connection.dismiss(closeCodes.policy)
}

export function sendSessionError(
  chat: ChatContext,
  connection: Participant,
  clientMessageId?: string | null,
): void {
  sendError(connection, 'not_found', sessionNotFound, clientMessageId)
  chat.log.warn({ event: 'chat_session_refused', userId: connection.user?.id })
  countBad(chat, connection, hastyFrame)
}

export function disconnect(connection: Participant, message: string): void {
  sendError(connection, 'forbidden', message)
  connection.dismiss(closeCodes.policy)
}

/**
 * Reads the messages of a session after `from`, page by page, until it has caught up with what this
 * instance has broadcast.
 *
 * @param seated called synchronously after the last check, so that no later broadcast is missed.
 */
export async function replay(
  { deps, channels }: ChatContext,
  sessionId: string,
  from: number,
  send: (page: StoredMessage[], isLast: boolean) => Promise<void>,
  seated: (at: number) => void,
): Promise<void> {
  let at = from
  for (;;) {
    const page = await readAfter(deps.db, [{ sessionId, seq: at }])
    at = page.at(-1)?.message.seq ?? at
    await send(page, page.length < pageSize)
    if (page.length < pageSize && (channels.channels.get(sessionId)?.known ?? 0) <= at) break
  }
  seated(at)
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
