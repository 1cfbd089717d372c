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
const hastyFrame = 0.1

/** Answers a frame that makes no sense, and closes on whoever goes on sending such. */
export function sendFrameError(chat: ChatContext, connection: Participant, message: string): void {
  sendError(connection, 'invalid', message)
  countBad(chat, connection)
}

function countBad({ clock }: ChatContext, connection: Participant, weight = 1): void {
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

function mayWrite({ pace, clock }: ChatContext, participant: ParticipantState): boolean {
  const [burst, rate] =
    participant.role === 'visitor'
      ? [pace.visitorBurst, pace.visitorRate]
      : [pace.agentBurst, pace.agentRate]
  const now = clock()
  participant.tokens = Math.min(
    burst,
    participant.tokens + ((now - participant.filledAt) / 1000) * rate,
  )
  participant.filledAt = now
  if (participant.tokens < 1) return false
  participant.tokens--
  return true
}

type Words = { sessionId: string; content: string; clientMessageId?: string | null }

/**
 * Stores a message and tells it. Nobody hears of it, the sender included, before it is committed;
 * its echo is the acknowledgement.
 */
export function sendMessage(
  chat: ChatContext,
  connection: Participant,
  participant: ParticipantState,
  words: Words,
): void | Promise<void> | Alongside {
  const { content: raw, clientMessageId } = words
  const content = isStorable(raw) ? cleanContent(raw) : undefined
  if (content === '') return
  if (content === undefined) {
    const fault = isStorable(raw) ? 'Use at most 4,000 characters' : unstorable
    return connection.inOrder(() => sendError(connection, 'invalid', `${fault}.`, clientMessageId))
  }
  if (!mayWrite(chat, participant)) {
    return connection.inOrder(() => {
      sendError(connection, 'too_many', 'Too many messages. Please wait a moment.', clientMessageId)
      countBad(chat, connection, hastyFrame)
    })
  }
  return new Alongside(storeAndTell(chat, connection, participant, { ...words, content }))
}

async function storeAndTell(
  chat: ChatContext,
  connection: Participant,
  participant: ParticipantState,
  { sessionId, content, clientMessageId }: Words,
): Promise<void> {
  const draft = draftOf(connection, participant, sessionId, content, clientMessageId)
  const senders = chat.channels.channels.get(sessionId)?.senders
  const sender = { connection, clientMessageId: clientMessageId ?? undefined }
  senders?.set(draft.id, sender)
  let stored: Stored
  try {
    await chat.deps.diskSpace.demand()
    stored = await chat.messages.add(draft)
  } catch (error) {
    senders?.delete(draft.id)
    chat.channels.needsRepair = true
    chat.log.error({ event: 'chat_store', error: describeError(error) })
    sendError(connection, 'unavailable', 'Not stored. Please try again shortly.', clientMessageId)
    return
  }
  if (!stored) {
    senders?.delete(draft.id)
    sendError(connection, 'conflict', 'This chat session takes no messages now.', clientMessageId)
    return
  }
  const message = stored.kept ?? messageOf(draft, stored, connection)
  if (stored.isNew && senders) chat.channels.stored(message)
  else answerRepeat(chat, draft.id, message, sender)
}

function draftOf(
  connection: Participant,
  { role }: ParticipantState,
  sessionId: string,
  content: string,
  clientMessageId: string | null | undefined,
): Draft {
  const { user } = connection
  const id = randomUUIDv7()
  const isAgent = role === 'admin' && user !== undefined
  return {
    id,
    sender: connection,
    sessionId,
    senderType: isAgent ? 'admin' : 'visitor',
    senderId: isAgent ? user.id : null,
    senderKey: isAgent ? agentKey(user.id) : visitorKey,
    // Its own id for a client that sends none: then a repeated statement stores it once as well.
    clientMessageId: clientMessageId ?? id,
    content,
  }
}

function messageOf(
  draft: Draft,
  { id, seq, sentAt }: NonNullable<Stored>,
  connection: Participant,
) {
  const { sessionId, senderType, senderId, content } = draft
  const isAgent = senderType === 'admin'
  const message: ChatMessage = {
    id,
    sessionId,
    seq,
    senderType,
    senderId: isAgent ? senderId : visitorAlias(sessionId),
    ...(isAgent && connection.user && { senderName: connection.user.username }),
    messageType: 'text',
    content,
    sentAt,
    deliveredAt: null,
  }
  return message
}

/** It was stored before: its sender alone is told again, after whatever comes before it. */
function answerRepeat(
  { channels }: ChatContext,
  draftId: string,
  message: ChatMessage,
  sender: { connection: Participant; clientMessageId: string | undefined },
): void {
  const channel = channels.channels.get(message.sessionId)
  channel?.senders.delete(draftId)
  if (channel && channel.known < message.seq) channel.senders.set(message.id, sender)
  else sender.connection.say(echo(message, sender.clientMessageId))
  channels.touch([message.sessionId])
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
