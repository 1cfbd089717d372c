import { z } from 'zod'
import { clearable, clearableLine, cutLine } from '../../../contract/fields.ts'
import { chatMessageTypes, chatSenders, chatStatuses } from '../../../contract/vocabulary.ts'
import { limits } from './words.ts'

/*
 * Every frame of the chat socket, both ways. Frames are flat JSON with `type`; unknown fields are
 * ignored. The spec's messages keep their names and fields. What is added is optional for the
 * other end: `clientMessageId`, `seq`, `lastSeq`, `resumed`, `partial`, `messageIds`, `code`, and
 * the types `availability`, `message_delivered` and `server_draining`.
 */

const SessionId = z.string().max(100)
/** The highest `seq` the client has, 0 for none. Nonsense counts as none: all of it is sent. */
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

// What a client says

const Ping = z.object({ type: z.literal('ping') })

/**
 * `visitorId` is the secret that the server gave at the first join; with it the open session is
 * taken up again. `sessionId` says which one the screen shows, so that its end is told even when
 * it ended meanwhile. Without `lastSeq` only what is not yet marked delivered is sent again.
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

/** With `lastSeq` the history comes in pages of `session_history` with `partial: true`. */
const JoinSession = z.object({
  type: z.literal('join_session'),
  sessionId: SessionId,
  adminId: z.string().max(100).nullish(),
  lastSeq: LastSeq,
})

/**
 * The same `clientMessageId` (a UUID) is stored once, however often it is sent; each time it is
 * answered with the stored message. A blank message is ignored.
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

/** By visitors, for messages of agents and of the system. Either field, or both. */
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
/** A frame as the server has read it. */
export type ClientFrame = z.output<typeof ClientFrame>
/** A frame as a client writes it. */
export type ClientFrameInput = z.input<typeof ClientFrame>

// What the server says

const Moment = z.iso.datetime()

/**
 * `seq` counts from 1 without gaps in a session and is the order of the conversation. `senderId`
 * is a user's id, or a public name of the visitor, or null for the system. `clientMessageId` is
 * there for the sender only: its coming back means that the message is stored.
 */
export const ChatMessage = z.object({
  id: z.string(),
  sessionId: z.string(),
  seq: z.int().positive(),
  senderType: z.enum(chatSenders),
  senderId: z.string().nullable(),
  /** Of an agent. */
  senderName: z.string().optional(),
  messageType: z.enum(chatMessageTypes),
  content: z.string(),
  sentAt: Moment,
  deliveredAt: Moment.nullable(),
  clientMessageId: z.string().optional(),
})
export type ChatMessage = z.output<typeof ChatMessage>

/**
 * A session as agents see it. `messages` is filled in `session_history` only. `messageCount` and
 * `lastMessage` leave system notices out.
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
  /** Who is answering, once somebody joined. */
  agentId: z.string().nullable(),
  agentName: z.string().nullable(),
  /** Whether a client was made from it, or found for it. */
  clientId: z.string().nullable(),
})
export type ChatSession = z.output<typeof ChatSession>

const closed = ['not_found', 'invalid', 'conflict', 'too_many', 'forbidden', 'unavailable'] as const

/**
 * `code` tells what to do: `unavailable` and `too_many` may be tried again, the others not.
 * `clientMessageId` names the message that was not stored.
 */
const ErrorFrame = z.object({
  type: z.literal('error'),
  message: z.string(),
  code: z.enum(closed),
  clientMessageId: z.string().optional(),
})
export type ErrorCode = (typeof closed)[number]

/**
 * The answer to a join, before anything else of the session. Then come the messages that the
 * client does not have, as `new_message` in order, then the state: `admin_joined` when an agent is
 * there, `session_ended` when it ended meanwhile.
 */
const SessionCreated = z.object({
  type: z.literal('session_created'),
  sessionId: z.string(),
  visitorId: z.string(),
  status: z.enum(chatStatuses),
  /** The highest seq stored when joining. */
  lastSeq: z.int().nonnegative(),
  resumed: z.boolean(),
})

export const ServerFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('connection_established') }),
  /** Whether an agent is connected: after `connection_established`, and to all but agents when it changes. */
  z.object({ type: z.literal('availability'), available: z.boolean() }),
  z.object({ type: z.literal('pong') }),
  ErrorFrame,
  z.object({ type: z.literal('server_draining') }),
  SessionCreated,
  /**
   * An agent is there. The notice for the eye is the stored message 'An agent has joined the
   * chat', which comes by itself; the same holds for the two types below that have a notice.
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
  /** To visitors: no agent is there any more. To agents: the visitor went, the chat is abandoned. */
  z.object({
    type: z.literal('user_disconnected'),
    userType: z.enum(['visitor', 'admin']),
    sessionId: z.string(),
  }),
  z.object({ type: z.literal('session_ended'), sessionId: z.string() }),
  z.object({ type: z.literal('admin_connected'), adminId: z.string() }),
  /** The full list, replacing the one before: all open, and the last 100 ended or abandoned. */
  z.object({ type: z.literal('active_sessions'), sessions: z.array(ChatSession) }),
  /** A session that began, or came back: add it, or replace the one with this id. */
  z.object({ type: z.literal('new_chat_session'), session: ChatSession }),
  /** `partial`: messages to be added to those known; the last page has `more: false`. */
  z.object({
    type: z.literal('session_history'),
    session: ChatSession,
    partial: z.boolean().optional(),
    more: z.boolean().optional(),
  }),
  z.object({
    type: z.literal('message_delivered'),
    sessionId: z.string(),
    messageId: z.string(),
    deliveredAt: Moment,
  }),
])
export type ServerFrame = z.output<typeof ServerFrame>
