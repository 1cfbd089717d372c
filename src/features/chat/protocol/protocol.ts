import { z } from 'zod'
import { clearable, clearableLine, cutLine } from '../../../contract/fields.ts'
import { chatSenders, chatStatuses } from '../../../contract/vocabulary.ts'
import { limits } from './constants.ts'
import { ChatMessage } from './contract.ts'

export type { ChatMessage }

/*
 * Every frame of the chat socket, both ways. Frames are flat JSON with `type`; unknown fields are
 * ignored. The spec's messages keep their names and fields. Additions are optional for the other
 * end: `clientMessageId`, `seq`, `lastSeq`, `resumed`, `partial`, `messageIds`, `code`, and the
 * types `availability`, `message_delivered` and `server_draining`.
 */

const SessionId = z.string().max(100)
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

// Client frames

const Ping = z.object({ type: z.literal('ping') })

/**
 * `visitorId` is the secret issued at the first join and resumes the open session. `sessionId` is
 * the session on screen, so that its end is reported even if it ended while disconnected. Without
 * `lastSeq` only messages not yet marked as delivered are sent again.
 */
const VisitorJoin = z.object({
  type: z.literal('visitor_join'),
  visitorInfo: VisitorInfo.nullish(),
  visitorId: z.string().max(200).nullish(),
  sessionId: SessionId.nullish(),
  lastSeq: LastSeq,
})

/** `adminId` must be the id of the user whose cookie came with the upgrade. */
const AdminJoin = z.object({ type: z.literal('admin_join'), adminId: z.string().max(100) })

/**
 * With `lastSeq` the history comes in pages of `session_history` with `partial: true`, and with
 * `newest` only that many of the newest messages; earlier ones are read with `chat.messages`.
 */
const JoinSession = z.object({
  type: z.literal('join_session'),
  sessionId: SessionId,
  adminId: z.string().max(100).nullish(),
  lastSeq: LastSeq,
  newest: z.int().positive().optional(),
})

/**
 * A `clientMessageId` (UUID) is stored once, however often it is sent; each time the stored message
 * is the answer. Blank messages are ignored.
 */
const SendMessage = z.object({
  type: z.literal('send_message'),
  sessionId: SessionId,
  content: z.string(),
  messageType: clearableLine(50),
  clientMessageId: z.uuid().nullish(),
})

const TypingStart = z.object({ type: z.literal('typing_start'), sessionId: SessionId })
const TypingStop = z.object({ type: z.literal('typing_stop'), sessionId: SessionId })

/** From visitors, for messages of agents and of the system. Either field, or both. */
const MarkDelivered = z.object({
  type: z.literal('mark_message_delivered'),
  messageId: z.string().max(100).optional(),
  messageIds: z.array(z.string().max(100)).max(200).optional(),
})

const EndSession = z.object({
  type: z.literal('end_session'),
  sessionId: SessionId,
  notes: clearable(limits.notes),
})

export const ClientFrame = z.discriminatedUnion('type', [
  Ping,
  VisitorJoin,
  AdminJoin,
  JoinSession,
  SendMessage,
  TypingStart,
  TypingStop,
  MarkDelivered,
  EndSession,
])
export type ClientFrame = z.output<typeof ClientFrame>
export type ClientFrameInput = z.input<typeof ClientFrame>

// Server frames

const Moment = z.iso.datetime()

/**
 * A session as agents see it. `messages` is filled in `session_history` only. `messageCount` and
 * `lastMessage` exclude system notices.
 */
export const ChatSession = z.object({
  id: z.string(),
  status: z.enum(chatStatuses),
  visitorName: z.string(),
  visitorInfo: z.object({
    name: z.string(),
    email: z.string(),
    company: z.string(),
    currentPage: z.string(),
    referrer: z.string(),
    userAgent: z.string(),
  }),
  startedAt: Moment,
  endedAt: Moment.nullable(),
  lastMessage: z
    .object({
      senderType: z.enum(chatSenders),
      senderId: z.string().nullable(),
      content: z.string(),
    })
    .nullable(),
  lastMessageAt: Moment.nullable(),
  messageCount: z.int().nonnegative(),
  messages: z.array(ChatMessage),
  lastSeq: z.int().nonnegative(),
  /** The answering agent, once one has joined. */
  agentId: z.string().nullable(),
  agentName: z.string().nullable(),
  clientId: z.string().nullable(),
})
export type ChatSession = z.output<typeof ChatSession>

const closed = ['not_found', 'invalid', 'conflict', 'too_many', 'forbidden', 'unavailable'] as const

/**
 * `unavailable` and `too_many` may be retried, other codes not. `clientMessageId` names the message
 * that was not stored.
 */
const ErrorFrame = z.object({
  type: z.literal('error'),
  message: z.string(),
  code: z.enum(closed),
  clientMessageId: z.string().optional(),
})
export type ErrorCode = (typeof closed)[number]

/**
 * Answers a join, before any other frame of the session. Missing messages follow as `new_message`
 * in order, then the state: `admin_joined` when an agent is present, `session_ended` when the
 * session has ended.
 */
const SessionCreated = z.object({
  type: z.literal('session_created'),
  sessionId: z.string(),
  visitorId: z.string(),
  status: z.enum(chatStatuses),
  /** The highest `seq` stored when joining. */
  lastSeq: z.int().nonnegative(),
  resumed: z.boolean(),
})

export const ServerFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('connection_established') }),
  /** Sent after `connection_established`, and to everyone but agents when it changes. */
  z.object({ type: z.literal('availability'), available: z.boolean() }),
  z.object({ type: z.literal('pong') }),
  ErrorFrame,
  z.object({ type: z.literal('server_draining') }),
  SessionCreated,
  /**
   * An agent is present. The visible notice is a separate stored message, 'An agent has joined the
   * chat'; the same holds for the two types below that have a notice.
   */
  z.object({
    type: z.literal('admin_joined'),
    sessionId: z.string(),
    adminId: z.string().nullable(),
    adminName: z.string().nullable(),
  }),
  z.object({ type: z.literal('new_message'), message: ChatMessage }),
  z.object({
    type: z.literal('user_typing'),
    sessionId: z.string(),
    userType: z.enum(['visitor', 'admin']),
    userId: z.string(),
    isTyping: z.boolean(),
  }),
  /** To visitors: no agent is present any more. To agents: the visitor left (abandoned). */
  z.object({
    type: z.literal('user_disconnected'),
    userType: z.enum(['visitor', 'admin']),
    sessionId: z.string(),
  }),
  z.object({ type: z.literal('session_ended'), sessionId: z.string() }),
  z.object({ type: z.literal('admin_connected'), adminId: z.string() }),
  /** The full list, replacing the previous one: all open, and the last 100 ended or abandoned. */
  z.object({ type: z.literal('active_sessions'), sessions: z.array(ChatSession) }),
  /** A new or resumed session: add it, or replace the one with this id. */
  z.object({ type: z.literal('new_chat_session'), session: ChatSession }),
  /**
   * `partial`: messages to add to the known ones; the last page has `more: false`. `next` is the
   * cursor of the messages before those, for `chat.messages`.
   */
  z.object({
    type: z.literal('session_history'),
    session: ChatSession,
    partial: z.boolean().optional(),
    more: z.boolean().optional(),
    next: z.string().nullish(),
  }),
  z.object({
    type: z.literal('message_delivered'),
    sessionId: z.string(),
    messageId: z.string(),
    deliveredAt: Moment,
  }),
])
export type ServerFrame = z.output<typeof ServerFrame>
