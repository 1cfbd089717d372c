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
import { bytea, createdAt, id, list, moment, oneOf, ownedBy } from './columns.ts'
import { clients, inquiries, projects, sessions, users } from './tables-records.ts'

/** `visitorHash` is SHA-256 of the visitor's secret; a visitor has one open session in all tabs. */
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
    /** Sent by mail, since the visitor left before it was delivered. */
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

/** Further browsers of a visitor, let in by a link; `visitorHash` as in `chatSessions`. */
export const chatBrowsers = pgTable(
  'chat_browsers',
  {
    visitorHash: bytea().primaryKey(),
    sessionId: ownedBy(() => chatSessions.id),
    createdAt: createdAt(),
  },
  (t) => [index('chat_browsers_session').on(t.sessionId, t.createdAt)],
)

/** A lease: an instance that dies stops extending it. */
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

export const googleGrants = pgTable(
  'google_grants',
  {
    id: id(),
    accountId: ownedBy(() => googleAccounts.id),
    scopeGroup: text({ enum: words.googleScopeGroups }).notNull(),
    scopes: list(),
    refreshTokenEncrypted: text('refresh_token_sealed'),
    accessTokenEncrypted: text('access_token_sealed'),
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

export const googleConsents = pgTable('google_consents', {
  stateHash: bytea().primaryKey(),
  sessionId: ownedBy(() => sessions.id),
  service: text({ enum: words.googleServices }).notNull(),
  clientId: uuid().references(() => clients.id, { onDelete: 'cascade' }),
  codeVerifierEncrypted: text('code_verifier_sealed').notNull(),
  createdAt: createdAt(),
})

export const googleSetups = pgTable(
  'google_setups',
  {
    clientId: ownedBy(() => clients.id),
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
    index('audit_entries_actor').on(t.actorId, t.at.desc()),
    index('audit_entries_action').on(t.action, t.at.desc()),
    // In byte order: finds beginnings in any locale.
    index('audit_entries_action_beginning').on(t.action.op('text_pattern_ops')),
    index('audit_entries_subject').on(t.subject, t.at.desc()),
  ],
)

export const blobDeletions = pgTable('blob_deletions', {
  storageKey: text().primaryKey(),
  createdAt: createdAt(),
})

export const creations = pgTable(
  'creations',
  {
    userId: ownedBy(() => users.id),
    key: text().notNull(),
    action: text().notNull(),
    subjectId: uuid(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] }), index('creations_created').on(t.createdAt)],
)

/** Values of the installation that outlive a process. The table has its first name. */
export const storedState = pgTable('marks', {
  name: text().primaryKey(),
  value: jsonb().$type<unknown>(),
  at: createdAt(),
})
