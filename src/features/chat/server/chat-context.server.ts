import { randomUUIDv7 } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { isStorable, unstorable } from '../../../contract/fields.ts'
import type { Dependencies } from '../../../server/context.ts'
import { describeError } from '../../../server/http/errors.ts'
import type { Batch } from '../../../server/live/batch.ts'
import { Alongside } from '../../../server/live/socket.ts'
import type { ChatMessage, ErrorCode } from '../protocol/protocol.ts'
import { cleanContent, closeCodes } from '../protocol/words.ts'
import type { ChatChannels } from './channels.server.ts'
import {
  agentKey,
  type Draft,
  type Marked,
  pageSize,
  readAfter,
  type Stored,
  type StoredMessage,
  visitorAlias,
  visitorKey,
} from './message-store.server.ts'
import { echo, type Participant, type ParticipantState, write } from './participant.server.ts'

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

/** What the frames of visitors and agents are dealt with by. */
export type ChatContext = {
  tools: Dependencies
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  clock: () => number
  pace: Pace
  rooms: ChatChannels
  messages: Batch<Draft, Stored>
  deliveries: Batch<{ messageId: string; sessionId: string }, Marked>
  /** Presence rows of visitors whose sockets closed; answers with abandoned sessions. */
  leavers: Batch<string, void>
}

export function newParticipantState(
  engine: ChatContext,
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
    tokens: role === 'visitor' ? engine.pace.visitorBurst : engine.pace.agentBurst,
    filledAt: engine.clock(),
    joins: 0,
  }
}

/** Anything else cannot be in the database, and its columns would not even compare. */
export const isId = (text: string) =>
  /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text)

export function sendError(
  caller: Participant,
  code: ErrorCode,
  message: string,
  clientMessageId?: string | null,
): void {
  caller.say(write({ type: 'error', message, code, ...(clientMessageId && { clientMessageId }) }))
}

/** Answers a frame that failed for a reason that is not the client's. */
export function sendFailure(caller: Participant): void {
  sendError(caller, 'unavailable', 'That did not work. Please try again.')
}

/** The same words for a session of somebody else and for one that never was. */
export const sessionNotFound = 'Session not found'

/** Frames that no honest client sends in numbers. */
const badFramesAMinute = 20

/** An honest client tries a message again that was one too many; a flood does so much more often. */
const hastyFrame = 0.1

/** Answers a frame that makes no sense, and closes on whoever goes on sending such. */
export function sendFrameError(engine: ChatContext, caller: Participant, message: string): void {
  sendError(caller, 'invalid', message)
  countBad(engine, caller)
}

function countBad({ clock }: ChatContext, caller: Participant, weight = 1): void {
  if (clock() - caller.badSince > 60_000) {
    caller.badSince = clock()
    caller.bad = 0
  }
  caller.bad += weight
  if (caller.bad > badFramesAMinute) caller.dismiss(closeCodes.policy)
}

/** Answers what was said of a session that the caller does not reach, whether it exists or not. */
export function sendSessionError(
  engine: ChatContext,
  caller: Participant,
  clientMessageId?: string | null,
): void {
  sendError(caller, 'not_found', sessionNotFound, clientMessageId)
  engine.log.warn({ event: 'chat_session_refused', userId: caller.user?.id })
  countBad(engine, caller, hastyFrame)
}

/** Closes on somebody who claims to be what they are not. */
export function disconnect(caller: Participant, message: string): void {
  sendError(caller, 'forbidden', message)
  caller.dismiss(closeCodes.policy)
}

function mayWrite({ pace, clock }: ChatContext, seat: ParticipantState): boolean {
  const [burst, rate] =
    seat.role === 'visitor'
      ? [pace.visitorBurst, pace.visitorRate]
      : [pace.agentBurst, pace.agentRate]
  const now = clock()
  seat.tokens = Math.min(burst, seat.tokens + ((now - seat.filledAt) / 1000) * rate)
  seat.filledAt = now
  if (seat.tokens < 1) return false
  seat.tokens--
  return true
}

type Words = { sessionId: string; content: string; clientMessageId?: string | null }

/**
 * Stores a message and tells it. Nobody hears of it, the sender included, before it is committed;
 * its echo is the acknowledgement.
 */
export function sendMessage(
  engine: ChatContext,
  caller: Participant,
  seat: ParticipantState,
  words: Words,
): void | Promise<void> | Alongside {
  const { content: raw, clientMessageId } = words
  const content = isStorable(raw) ? cleanContent(raw) : undefined
  if (content === '') return
  if (content === undefined) {
    const fault = isStorable(raw) ? 'Use at most 4,000 characters' : unstorable
    return caller.inOrder(() => sendError(caller, 'invalid', `${fault}.`, clientMessageId))
  }
  if (!mayWrite(engine, seat)) {
    return caller.inOrder(() => {
      sendError(caller, 'too_many', 'Too many messages. Please wait a moment.', clientMessageId)
      countBad(engine, caller, hastyFrame)
    })
  }
  return new Alongside(storeAndTell(engine, caller, seat, { ...words, content }))
}

async function storeAndTell(
  engine: ChatContext,
  caller: Participant,
  seat: ParticipantState,
  { sessionId, content, clientMessageId }: Words,
): Promise<void> {
  const draft = draftOf(caller, seat, sessionId, content, clientMessageId)
  const senders = engine.rooms.rooms.get(sessionId)?.senders
  const sender = { caller, clientMessageId: clientMessageId ?? undefined }
  senders?.set(draft.id, sender)
  let stored: Stored
  try {
    await engine.tools.room.demand()
    stored = await engine.messages.add(draft)
  } catch (error) {
    senders?.delete(draft.id)
    engine.rooms.needsRepair = true
    engine.log.error({ event: 'chat_store', error: describeError(error) })
    sendError(caller, 'unavailable', 'Not stored. Please try again shortly.', clientMessageId)
    return
  }
  if (!stored) {
    senders?.delete(draft.id)
    sendError(caller, 'conflict', 'This chat session takes no messages now.', clientMessageId)
    return
  }
  const message = stored.kept ?? messageOf(draft, stored, caller)
  if (stored.isNew && senders) engine.rooms.stored(message)
  else answerRepeat(engine, draft.id, message, sender)
}

function draftOf(
  caller: Participant,
  { role }: ParticipantState,
  sessionId: string,
  content: string,
  clientMessageId: string | null | undefined,
): Draft {
  const { user } = caller
  const id = randomUUIDv7()
  const isAgent = role === 'admin' && user !== undefined
  return {
    id,
    sender: caller,
    sessionId,
    senderType: isAgent ? 'admin' : 'visitor',
    senderId: isAgent ? user.id : null,
    senderKey: isAgent ? agentKey(user.id) : visitorKey,
    // Its own id for a client that sends none: then a repeated statement stores it once as well.
    clientMessageId: clientMessageId ?? id,
    content,
  }
}

function messageOf(draft: Draft, { id, seq, sentAt }: NonNullable<Stored>, caller: Participant) {
  const { sessionId, senderType, senderId, content } = draft
  const isAgent = senderType === 'admin'
  const message: ChatMessage = {
    id,
    sessionId,
    seq,
    senderType,
    senderId: isAgent ? senderId : visitorAlias(sessionId),
    ...(isAgent && caller.user && { senderName: caller.user.username }),
    messageType: 'text',
    content,
    sentAt,
    deliveredAt: null,
  }
  return message
}

/** It was stored before: its sender alone is told again, after whatever comes before it. */
function answerRepeat(
  { rooms }: ChatContext,
  draftId: string,
  message: ChatMessage,
  sender: { caller: Participant; clientMessageId: string | undefined },
): void {
  const room = rooms.rooms.get(message.sessionId)
  room?.senders.delete(draftId)
  if (room && room.known < message.seq) room.senders.set(message.id, sender)
  else sender.caller.say(echo(message, sender.clientMessageId))
  rooms.touch([message.sessionId])
}

/**
 * Reads the messages of a session after `from`, page by page, until this instance has told nothing
 * beyond them.
 *
 * @param seated called in the same breath as that is found: what is told next is not missed.
 */
export async function replay(
  { tools, rooms }: ChatContext,
  sessionId: string,
  from: number,
  send: (page: StoredMessage[], isLast: boolean) => Promise<void>,
  seated: (at: number) => void,
): Promise<void> {
  let at = from
  for (;;) {
    const page = await readAfter(tools.db, [{ sessionId, seq: at }])
    at = page.at(-1)?.message.seq ?? at
    await send(page, page.length < pageSize)
    if (page.length < pageSize && (rooms.rooms.get(sessionId)?.known ?? 0) <= at) break
  }
  seated(at)
}

/** Tells that somebody types, or has stopped; never stored, and the first to be left out. */
export function sendTyping(
  { tools, clock, pace }: ChatContext,
  caller: Participant,
  seat: ParticipantState,
  sessionId: string,
  isTyping: boolean,
): void {
  if (isTyping ? clock() - seat.typedAt < pace.typing : seat.typingIn === '') return
  if (isTyping) seat.typedAt = clock()
  seat.typingIn = isTyping ? sessionId : ''
  const userId = seat.role === 'admin' ? (caller.user?.id ?? '') : visitorAlias(sessionId)
  tools.hub.publish({ kind: 'typing', sessionId, by: seat.role, userId, isTyping })
}
