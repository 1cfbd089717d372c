import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import * as words from '#contract/vocabulary.ts'
import { bytea, createdAt, id, moment, oneOf, ownedBy } from '../columns.ts'
import { users } from './identity.ts'
import { clients } from './leads-and-clients.ts'

/** `visitorHash` is SHA-256 of the visitor's secret. A visitor has one open session in all tabs. */
export const chatSessions = pgTable(
  'chat_sessions',
  {
    id: id(),
    visitorHash: bytea().notNull(),
    status: text({ enum: words.chatStatuses }).notNull().default('waiting'),
    statusBeforeAbandoned: text({ enum: words.chatStatuses }),
    visitorName: text().notNull(),
    visitorEmail: text().notNull(),
    /** When the visitor first followed the link in a mail to that address. */
    emailConfirmedAt: moment(),
    visitorCompany: text().notNull().default(''),
    currentPage: text().notNull().default(''),
    referrer: text().notNull().default(''),
    userAgent: text().notNull().default(''),
    agentId: uuid().references(() => users.id, { onDelete: 'set null' }),
    clientId: uuid().references(() => clients.id, { onDelete: 'set null' }),
    lastSeq: integer().notNull().default(0),
    messageCount: integer().notNull().default(0),
    lastMessage: text(),
    lastMessageBy: text({ enum: words.chatSenders }),
    lastMessageAt: moment(),
    notes: text(),
    startedAt: createdAt(),
    endedAt: moment(),
    abandonedAt: moment(),
  },
  (t) => [
    uniqueIndex('chat_sessions_one_open')
      .on(t.visitorHash)
      .where(sql`${t.status} in ('waiting', 'active', 'abandoned')`),
    index('chat_sessions_unanswered')
      .on(t.lastMessageAt)
      .where(
        sql`${t.lastMessageBy} = 'visitor' and ${t.status} in ('waiting', 'active', 'abandoned')`,
      ),
    index('chat_sessions_status').on(t.status, t.startedAt.desc()),
    index('chat_sessions_client').on(t.clientId),
    index('chat_sessions_email').on(sql`lower(${t.visitorEmail})`),
    oneOf('chat_sessions_status_known', t.status, words.chatStatuses),
  ],
)

export const chatMessages = pgTable(
  'chat_messages',
  {
    id: id(),
    sessionId: ownedBy(() => chatSessions.id),
    seq: integer().notNull(),
    senderType: text({ enum: words.chatSenders }).notNull(),
    senderId: uuid().references(() => users.id, { onDelete: 'set null' }),
    senderKey: text().notNull(),
    clientMessageId: uuid(),
    messageType: text({ enum: words.chatMessageTypes }).notNull().default('text'),
    content: text().notNull(),
    sentAt: moment().notNull().default(sql`clock_timestamp()`),
    deliveredAt: moment(),
    /** When it was sent by mail, because the visitor left before it was delivered. */
    mailedAt: moment(),
  },
  (t) => [
    uniqueIndex('chat_messages_seq_unique').on(t.sessionId, t.seq),
    uniqueIndex('chat_messages_client_id_unique').on(t.sessionId, t.senderKey, t.clientMessageId),
    oneOf('chat_messages_sender_known', t.senderType, words.chatSenders),
    oneOf('chat_messages_type_known', t.messageType, words.chatMessageTypes),
  ],
)

/** Links that open a chat; `tokenHash` is SHA-256 of the token, which is not stored. */
export const chatTokens = pgTable(
  'chat_tokens',
  {
    tokenHash: bytea().primaryKey(),
    sessionId: ownedBy(() => chatSessions.id),
    createdAt: createdAt(),
  },
  (t) => [index('chat_tokens_session').on(t.sessionId)],
)

/** Further browsers of a visitor, which a link admitted; `visitorHash` is as in `chatSessions`. */
export const chatBrowsers = pgTable(
  'chat_browsers',
  {
    visitorHash: bytea().primaryKey(),
    sessionId: ownedBy(() => chatSessions.id),
    createdAt: createdAt(),
  },
  (t) => [index('chat_browsers_session').on(t.sessionId, t.createdAt)],
)

/** A connection is a lease, which an instance stops extending when it dies. */
export const chatConnections = pgTable(
  'chat_connections',
  {
    id: id(),
    instanceId: uuid().notNull(),
    sessionId: uuid().references(() => chatSessions.id, { onDelete: 'cascade' }),
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    role: text({ enum: ['visitor', 'admin'] }).notNull(),
    leaseUntil: moment().notNull(),
  },
  (t) => [
    index('chat_connections_lease').on(t.leaseUntil),
    index('chat_connections_session').on(t.sessionId),
  ],
)
