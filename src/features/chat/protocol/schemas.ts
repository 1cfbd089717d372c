import { z } from 'zod'
import { Id, ids, line, storableLine, Time, text } from '#contract/fields.ts'
import { maxSearchLength } from '#contract/max-search-length.ts'
import { numberedPaging, page, paging } from '#contract/pagination.ts'
import { nothing } from '#contract/results.ts'
import {
  chatMessageTypes,
  chatSenders,
  chatStatuses,
  closedChatViews,
  inquiryStatuses,
} from '#contract/vocabulary.ts'

const Count = z.int().nonnegative()

/**
 * `medianReplySeconds` covers the last 7 days; null with fewer than five answered chats.
 * `reachable` means that nobody is online but that, within business hours, somebody has a device
 * that receives messages.
 */
const ChatAvailability = z.object({
  agentConnected: z.boolean(),
  medianReplySeconds: Count.nullable(),
  status: z.enum(['online', 'reachable', 'away']),
  backAt: Time.nullable().describe('Next opening while away'),
})

/** Current chats by status, and those started since midnight in the office's time zone. */
const ChatNumbers = z.object({ active: Count, waiting: Count, today: Count })

/** Records matching the email that the visitor typed, which is unverified. */
export const ChatContext = z.object({
  currentPage: z.string(),
  referrer: z.string(),
  userAgent: z.string(),
  notes: z.string().nullable(),
  client: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Clients with the same email address, as long as none is linked. */
  suggestions: z.array(z.object({ id: z.string(), name: z.string() })),
  inquiries: z.array(
    z.object({
      id: z.string(),
      service: z.string(),
      message: z.string(),
      status: z.enum(inquiryStatuses),
      createdAt: Time,
    }),
  ),
  earlierChats: z.array(
    z.object({
      id: z.string(),
      status: z.enum(chatStatuses),
      messageCount: Count,
      startedAt: Time,
    }),
  ),
})
export type ChatContext = z.output<typeof ChatContext>

/** Blank fields are filled from the visitor's details. */
const ClientFromChat = z.object({
  id: Id,
  name: line(200),
  company: line(200),
  phone: line(50),
  notes: text(5_000),
  /** Links to an existing client instead of creating one. */
  existingClientId: Id.optional(),
})

/**
 * `seq` counts from 1 without gaps. `senderId` is a user's id for agents, but a display name for
 * visitors; for the visitor it is an alias, and for the system null. `clientMessageId` is set for
 * the sender only and acknowledges that the message is stored.
 */
export const ChatMessage = z.object({
  id: z.string(),
  sessionId: z.string(),
  seq: z.int().positive(),
  senderType: z.enum(chatSenders),
  senderId: z.string().nullable(),
  /** Set for agents only. */
  senderName: z.string().optional(),
  messageType: z.enum(chatMessageTypes),
  content: z.string(),
  sentAt: z.iso.datetime(),
  deliveredAt: z.iso.datetime().nullable(),
  clientMessageId: z.string().optional(),
})
export type ChatMessage = z.output<typeof ChatMessage>

/**
 * `messages` is set in `session_history` only. `messageCount` and `lastMessage` ignore system
 * notices.
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
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  lastMessage: z
    .object({
      senderType: z.enum(chatSenders),
      senderId: z.string().nullable(),
      content: z.string(),
    })
    .nullable(),
  lastMessageAt: z.iso.datetime().nullable(),
  messageCount: z.int().nonnegative(),
  messages: z.array(ChatMessage),
  lastSeq: z.int().nonnegative(),
  agentId: z.string().nullable(),
  agentName: z.string().nullable(),
  clientId: z.string().nullable(),
})
export type ChatSession = z.output<typeof ChatSession>

/** Cursor of a chat's messages: the `seq` of the oldest one read. */
const earliestSeq = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'Not a cursor of this list')
  .optional()
  .describe(`\`next\` of the page before`)

/** Identity of a browser in a chat; `visitorId` is its secret, as in `visitor_join`. */
const ChatEntry = z.object({ sessionId: z.string(), visitorId: z.string() })

export const chatSchemas = {
  availability: {
    summary: 'Whether an agent is connected, and the usual response time.',
    input: nothing,
    output: ChatAvailability,
  },
  followLink: {
    summary: 'Lets another browser into the chat that a link in a mail leads to.',
    input: z.object({
      token: z.string({ error: 'This link isn’t complete' }).max(100),
      visitorId: storableLine(200).optional().describe('What this browser has; it keeps that'),
    }),
    output: ChatEntry,
  },
  numbers: {
    summary: 'Numbers of active, waiting and today’s chats.',
    input: nothing,
    output: ChatNumbers,
  },
  context: {
    summary: 'The visitor’s current page, and records with the same email address.',
    input: ids,
    output: ChatContext,
  },
  messages: {
    summary: 'Messages of a chat, newest first.',
    input: ids.extend({ ...paging, after: earliestSeq }),
    output: page(ChatMessage),
  },
  list: {
    summary: 'Chats that have ended or were left, the latest first, without their messages.',
    input: z.object({
      view: z
        .enum(closedChatViews, { error: `Use one of ${closedChatViews.join(', ')}` })
        .optional()
        .describe(
          '`ended`, which is all, if absent; `unanswered`: those whose answer is still due',
        ),
      search: text(maxSearchLength).describe(
        'Part of the visitor’s name, email, company or of a message, in any case',
      ),
      ...numberedPaging,
    }),
    output: page(ChatSession).extend({ total: Count.describe('All that match') }),
  },
  createClient: {
    summary: 'Creates a client from a visitor, or links an existing one; once per chat.',
    input: ClientFromChat,
    output: z.object({ clientId: z.string(), name: z.string() }),
  },
}
