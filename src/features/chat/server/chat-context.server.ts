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

/** How much one socket may do; a benchmark loosens it. */
export type Pace = {
  /** Messages a visitor's socket may send at once, and each second after that. */
  visitorBurst: number
  visitorRate: number
  agentBurst: number
  agentRate: number
  /** Milliseconds between two notes that somebody types. */
  typing: number
}

export const usualPace: Pace = {
  visitorBurst: 20,
  visitorRate: 1,
  agentBurst: 200,
  agentRate: 50,
  typing: 400,
}

/** What handling the frames of visitors and agents needs. */
export type ChatContext = {
  deps: Dependencies
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  clock: () => number
  pace: Pace
  channels: ChatChannels
  messages: Batch<Draft, Stored>
  deliveries: Batch<{ messageId: string; sessionId: string }, Marked>
  /** Presence rows of visitors whose sockets closed; answers with abandoned sessions. */
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

/** Anything else cannot be in the database, and its columns would not even compare. */
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

/** Answers a frame that failed for a reason that is not the client's. */
export function sendFailure(connection: Participant): void {
  sendError(connection, 'unavailable', 'That did not work. Please try again.')
}

/** The same words for a session of somebody else and for one that never was. */
export const sessionNotFound = 'Session not found'

/** Frames that no honest client sends in numbers. */
const badFramesAMinute = 20

/** An honest client tries a message again that was one too many; a flood does so much more often. */
export const hastyFrame = 0.1

/** Answers a frame that makes no sense, and closes on whoever goes on sending such. */
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

/** Answers what was said of a session that the connection does not reach, whether it exists or not. */
export function sendSessionError(
  chat: ChatContext,
  connection: Participant,
  clientMessageId?: string | null,
): void {
  sendError(connection, 'not_found', sessionNotFound, clientMessageId)
  chat.log.warn({ event: 'chat_session_refused', userId: connection.user?.id })
  countBad(chat, connection, hastyFrame)
}

/** Closes on somebody who claims to be what they are not. */
export function disconnect(connection: Participant, message: string): void {
  sendError(connection, 'forbidden', message)
  connection.dismiss(closeCodes.policy)
}

/**
 * Reads the messages of a session after `from`, page by page, until this instance has told nothing
 * beyond them.
 *
 * @param seated called in the same breath as that is found: what is told next is not missed.
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

/** Tells that somebody types, or has stopped; never stored, and the first to be left out. */
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
