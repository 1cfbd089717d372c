import { sql } from 'drizzle-orm'
import {
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import * as words from '../../contract/vocabulary.ts'
import { bytea, createdAt, id, list, moment, oneOf } from './columns.ts'
import { clients, inquiries, projects, sessions, users } from './tables-records.ts'

// Live chat

/**
 * `visitorHash` is SHA-256 of the visitor's secret. The partial unique index allows one open
 * session per visitor, so that two tabs joining at once share it.
 */
export const chatSessions = pgTable(
  'chat_sessions',
  {
    id: id(),
    visitorHash: bytea().notNull(),
    status: text({ enum: words.chatStatuses }).notNull().default('waiting'),
    statusBeforeAbandoned: text({ enum: words.chatStatuses }),
    visitorName: text().notNull(),
    visitorEmail: text().notNull(),
    visitorCompany: text().notNull().default(''),
    currentPage: text().notNull().default(''),
    referrer: text().notNull().default(''),
    userAgent: text().notNull().default(''),
    agentId: uuid().references(() => users.id, { onDelete: 'set null' }),
    inquiryId: uuid().references(() => inquiries.id, { onDelete: 'set null' }),
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
    index('chat_sessions_status').on(t.status, t.startedAt.desc()),
    index('chat_sessions_client').on(t.clientId),
    index('chat_sessions_email').on(sql`lower(${t.visitorEmail})`),
    oneOf('chat_sessions_status_known', t.status, words.chatStatuses),
  ],
)

/** `seq` counts from 1 without gaps inside a session, in commit order. */
export const chatMessages = pgTable(
  'chat_messages',
  {
    id: id(),
    sessionId: uuid()
      .notNull()
      .references(() => chatSessions.id, { onDelete: 'cascade' }),
    seq: integer().notNull(),
    senderType: text({ enum: words.chatSenders }).notNull(),
    senderId: uuid().references(() => users.id, { onDelete: 'set null' }),
    senderKey: text().notNull(),
    clientMessageId: uuid(),
    messageType: text({ enum: words.chatMessageTypes }).notNull().default('text'),
    content: text().notNull(),
    sentAt: moment().notNull().default(sql`clock_timestamp()`),
    deliveredAt: moment(),
  },
  (t) => [
    uniqueIndex('chat_messages_seq_unique').on(t.sessionId, t.seq),
    uniqueIndex('chat_messages_client_id_unique').on(t.sessionId, t.senderKey, t.clientMessageId),
    oneOf('chat_messages_sender_known', t.senderType, words.chatSenders),
    oneOf('chat_messages_type_known', t.messageType, words.chatMessageTypes),
  ],
)

/** A socket's lease: an instance that dies stops extending it, and others notice. */
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

// Google Workspace

export const googleAccounts = pgTable(
  'google_accounts',
  {
    id: id(),
    subject: text().notNull(),
    email: text().notNull(),
    connectedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('google_accounts_subject_unique').on(t.subject)],
)

/** At most one grant per scope group; tokens are encrypted (AES-256-GCM) by the caller. */
export const googleGrants = pgTable(
  'google_grants',
  {
    id: id(),
    accountId: uuid()
      .notNull()
      .references(() => googleAccounts.id, { onDelete: 'cascade' }),
    scopeGroup: text({ enum: words.googleScopeGroups }).notNull(),
    scopes: list(),
    refreshTokenSealed: text(),
    accessTokenSealed: text(),
    accessExpiresAt: moment(),
    refreshingUntil: moment(),
    state: text({ enum: words.googleGrantStates }).notNull().default('ok'),
    reason: text(),
    checkedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('google_grants_group_unique').on(t.scopeGroup),
    oneOf('google_grants_group_known', t.scopeGroup, words.googleScopeGroups),
    oneOf('google_grants_state_known', t.state, words.googleGrantStates),
  ],
)

/** A pending consent: used once, by the session that requested it. */
export const googleConsents = pgTable('google_consents', {
  stateHash: bytea().primaryKey(),
  sessionId: uuid()
    .notNull()
    .references(() => sessions.id, { onDelete: 'cascade' }),
  service: text({ enum: words.googleServices }).notNull(),
  clientId: uuid().references(() => clients.id, { onDelete: 'cascade' }),
  codeVerifierSealed: text().notNull(),
  createdAt: createdAt(),
})

export const googleSetups = pgTable(
  'google_setups',
  {
    clientId: uuid()
      .notNull()
      .references(() => clients.id, { onDelete: 'cascade' }),
    service: text({ enum: words.googleServices }).notNull(),
    state: text({ enum: words.googleSetupStates }).notNull().default('pending'),
    step: text(),
    reason: text(),
    resourceId: text(),
    url: text(),
    sharedWith: list(),
    warnings: list(),
    details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.service] }),
    oneOf('google_setups_service_known', t.service, words.googleServices),
    oneOf('google_setups_state_known', t.state, words.googleSetupStates),
  ],
)

// Jobs and audit

/** `uniqueKey` allows one unfinished job per key; a duplicate request has no effect. */
export const jobs = pgTable(
  'jobs',
  {
    id: id(),
    name: text().notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    uniqueKey: text(),
    runAt: createdAt(),
    attempts: integer().notNull().default(0),
    lockedUntil: moment(),
    lastError: text(),
    finishedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('jobs_unfinished_unique').on(t.uniqueKey).where(sql`${t.finishedAt} is null`),
    index('jobs_due').on(t.runAt).where(sql`${t.finishedAt} is null`),
  ],
)

/** Written in the same transaction as the change it describes. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: id(),
    actorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    action: text().notNull(),
    subject: text().notNull(),
    subjectId: uuid(),
    clientId: uuid().references(() => clients.id, { onDelete: 'set null' }),
    projectId: uuid().references(() => projects.id, { onDelete: 'set null' }),
    details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    at: createdAt(),
  },
  (t) => [
    index('audit_entries_client').on(t.clientId, t.at.desc()),
    index('audit_entries_project').on(t.projectId),
    index('audit_entries_at').on(t.at.desc()),
  ],
)

/** Stored files whose row is gone; a sweeper removes them from storage. */
export const blobDeletions = pgTable('blob_deletions', {
  storageKey: text().primaryKey(),
  createdAt: createdAt(),
})

/** Results of creates with an `Idempotency-Key`, kept for a day. */
export const creations = pgTable(
  'creations',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    action: text().notNull(),
    subjectId: uuid(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] }), index('creations_created').on(t.createdAt)],
)

export const marks = pgTable('marks', {
  name: text().primaryKey(),
  value: jsonb().$type<unknown>(),
  at: createdAt(),
})
