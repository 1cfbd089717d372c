import { z } from 'zod'
import { clearable, clearableLine, cutLine } from '#contract/fields.ts'
import { chatStatuses, inboxTopics } from '#contract/vocabulary.ts'
import { limits } from './constants.ts'
import { ChatMessage, ChatSession } from './schemas.ts'

export type { ChatMessage, ChatSession }

/*
 * Frames are flat JSON with `type`; unknown fields are ignored. Additions to the spec, optional for
 * the other end: `clientMessageId`, `seq`, `lastSeq`, `resumed`, `partial`, `messageIds`, `code`,
 * `inboxAt`, `unansweredChats`, and the types `availability`, `message_delivered`,
 * `server_draining` and `inbox_changed`.
 */

function frame<T extends string, F extends z.core.$ZodLooseShape = object>(
  type: T,
  fields = {} as F,
) {
  return z.object({ type: z.literal(type), ...fields })
}

const SessionId = z.string().max(100)
/** Unix milliseconds by the server's clock. */
const InboxAt = z.int().nonnegative()
/** The client's highest `seq`, 0 for none. Invalid values count as 0: all messages are sent. */
const LastSeq = z.int().nonnegative().catch(0).optional()

export const VisitorInfo = z.object({
  name: clearableLine(limits.name),
  email: clearableLine(limits.email),
  company: clearableLine(limits.company),
  currentPage: cutLine(limits.address),
  userAgent: cutLine(limits.userAgent),
  referrer: cutLine(limits.address),
})
export type VisitorInfo = z.input<typeof VisitorInfo>

export const ClientFrame = z.discriminatedUnion('type', [
  frame('ping'),
  /**
   * `visitorId` is the secret that resumes the open session; `sessionId` the session on screen,
   * whose end is reported too. Without `lastSeq` only undelivered messages are sent again.
   */
  frame('visitor_join', {
    visitorInfo: VisitorInfo.nullish(),
    visitorId: z.string().max(200).nullish(),
    sessionId: SessionId.nullish(),
    lastSeq: LastSeq,
  }),
  /**
   * `adminId` must be the id of the user whose cookie came with the upgrade. `inboxAt` is the last
   * one received: changes since then follow as `inbox_changed`.
   */
  frame('admin_join', {
    adminId: z.string().max(100),
    inboxAt: InboxAt.optional(),
  }),
  /**
   * With `lastSeq` the history comes in pages of `session_history` with `partial: true`, and with
   * `newest` only that many of the newest messages; earlier ones are read with `chat.messages`.
   */
  frame('join_session', {
    sessionId: SessionId,
    adminId: z.string().max(100).nullish(),
    lastSeq: LastSeq,
    newest: z.int().positive().optional(),
  }),
  /** A repeated `clientMessageId` is answered with the stored message; blank content is ignored. */
  frame('send_message', {
    sessionId: SessionId,
    content: z.string(),
    messageType: clearableLine(50),
    clientMessageId: z.uuid().nullish(),
  }),
  frame('typing_start', { sessionId: SessionId }),
  frame('typing_stop', { sessionId: SessionId }),
  /** Visitors report messages of agents and of the system. Either field, or both, must be set. */
  frame('mark_message_delivered', {
    messageId: z.string().max(100).optional(),
    messageIds: z.array(z.string().max(100)).max(200).optional(),
  }),
  frame('end_session', { sessionId: SessionId, notes: clearable(limits.notes) }),
  /** Agents report input in this tab, at most once a minute. */
  frame('activity'),
])
export type ClientFrame = z.output<typeof ClientFrame>
export type ClientFrameInput = z.input<typeof ClientFrame>

const Moment = z.iso.datetime()

/** Counts of "Needs reply", sent on joining and with the topic `inbox`. */
const inboxCounts = ['all', 'mine', 'unassigned', 'overdue', 'snoozed'] as const

const errorCodes = [
  'not_found',
  'invalid',
  'conflict',
  'too_many',
  'forbidden',
  'unavailable',
] as const

export type ErrorCode = (typeof errorCodes)[number]

export const ServerFrame = z.discriminatedUnion('type', [
  frame('connection_established'),
  /** Sent after `connection_established`, and to everyone but agents when it changes. */
  frame('availability', { available: z.boolean() }),
  frame('pong'),
  /**
   * Only `unavailable` and `too_many` may be retried. `clientMessageId` identifies the refused
   * message.
   */
  frame('error', {
    message: z.string(),
    code: z.enum(errorCodes),
    clientMessageId: z.string().optional(),
  }),
  frame('server_draining'),
  /**
   * The response to a join. Missing messages follow as `new_message` in order, then `admin_joined`
   * if an agent is present, or `session_ended`.
   */
  frame('session_created', {
    sessionId: z.string(),
    visitorId: z.string(),
    status: z.enum(chatStatuses),
    /** The highest `seq` stored when joining. */
    lastSeq: z.int().nonnegative(),
    resumed: z.boolean(),
  }),
  /**
   * An agent is present; the visible notice is a separate stored message, here and below. `adminId`
   * is the name that visitors see, never an id; the same holds for `userId` and `senderId` of
   * agents.
   */
  frame('admin_joined', {
    sessionId: z.string(),
    adminId: z.string().nullable(),
    adminName: z.string().nullable(),
    adminTitle: z.string().optional(),
    adminPortraitUrl: z.string().optional(),
  }),
  frame('new_message', { message: ChatMessage }),
  frame('user_typing', {
    sessionId: z.string(),
    userType: z.enum(['visitor', 'admin']),
    userId: z.string(),
    isTyping: z.boolean(),
  }),
  /**
   * Visitors learn that no agent is present any more, agents that the visitor has left (abandoned).
   */
  frame('user_disconnected', {
    userType: z.enum(['visitor', 'admin']),
    sessionId: z.string(),
  }),
  frame('session_ended', { sessionId: z.string() }),
  frame('admin_connected', { adminId: z.string(), inboxAt: InboxAt }),
  /** Agents must refetch the lists of these topics. Sent at most twice a second. */
  frame('inbox_changed', {
    topics: z.array(z.enum(inboxTopics)),
    counts: z.partialRecord(z.enum(inboxCounts), z.int().nonnegative()),
    /** The number of ended chats that need a reply; sent whenever `counts` is. */
    unansweredChats: z.int().nonnegative().optional(),
    inboxAt: InboxAt,
  }),
  /**
   * The full list, which replaces the previous one: all open chats, and the last 100 ended or
   * abandoned.
   */
  frame('active_sessions', { sessions: z.array(ChatSession) }),
  /** A new or resumed session, which replaces the one with the same id, if any. */
  frame('new_chat_session', { session: ChatSession }),
  /**
   * With `partial` the messages add to earlier pages, with `more` further pages follow. `next` is
   * the cursor for `chat.messages`.
   */
  frame('session_history', {
    session: ChatSession,
    partial: z.boolean().optional(),
    more: z.boolean().optional(),
    next: z.string().nullish(),
  }),
  frame('message_delivered', {
    sessionId: z.string(),
    messageId: z.string(),
    deliveredAt: Moment,
  }),
])
export type ServerFrame = z.output<typeof ServerFrame>
