import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import * as words from '#contract/vocabulary.ts'
import { bytea, createdAt, id, list, moment, oneOf, ownedBy } from '../columns.ts'
import { chatSessions } from './chat.ts'
import { users } from './identity.ts'
import { clients, inquiries, projects } from './leads-and-clients.ts'

/** An attachment that failed the checks of documents. It remains inside the original mail. */
export type RefusedFile = { name: string; size: number; reason: string }

/** A conversation by mail; a lead or a chat has at most one. */
export const mailThreads = pgTable(
  'mail_threads',
  {
    id: id(),
    subject: text().notNull(),
    inquiryId: uuid().references(() => inquiries.id, { onDelete: 'cascade' }),
    chatSessionId: uuid().references(() => chatSessions.id, { onDelete: 'cascade' }),
    clientId: uuid().references(() => clients.id, { onDelete: 'set null' }),
    projectId: uuid().references(() => projects.id, { onDelete: 'set null' }),
    assigneeId: uuid().references(() => users.id, { onDelete: 'set null' }),
    suspect: boolean().notNull().default(false),
    suspectReasons: list(),
    lastMessageAt: createdAt(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('mail_threads_inquiry_unique').on(t.inquiryId),
    uniqueIndex('mail_threads_chat_unique').on(t.chatSessionId),
    index('mail_threads_client').on(t.clientId),
    index('mail_threads_project').on(t.projectId),
    index('mail_threads_newest').on(t.lastMessageAt.desc(), t.id.desc()),
    index('mail_threads_suspect').on(t.lastMessageAt.desc(), t.id.desc()).where(sql`${t.suspect}`),
  ],
)

/**
 * `threadId` is null for mail to staff, whose `inquiryId` or `chatSessionId` names its subject.
 * `delivery` is null for received mail. `serverResponse` is the last SMTP line. `text` is what the
 * sender wrote, `quotedText` what follows from earlier mails.
 */
export const mailMessages = pgTable(
  'mail_messages',
  {
    id: id(),
    threadId: uuid().references(() => mailThreads.id, { onDelete: 'cascade' }),
    inquiryId: uuid().references(() => inquiries.id, { onDelete: 'cascade' }),
    chatSessionId: uuid().references(() => chatSessions.id, { onDelete: 'cascade' }),
    direction: text({ enum: words.mailDirections }).notNull(),
    kind: text({ enum: words.mailKinds }).notNull(),
    messageId: text().notNull(),
    inReplyTo: text(),
    references: list(),
    fromAddress: text().notNull().default(''),
    fromName: text().notNull().default(''),
    /** The address in From when Reply-To names a different one, which is then `fromAddress`. */
    viaAddress: text().notNull().default(''),
    toAddress: text().notNull(),
    otherRecipients: list(),
    subject: text().notNull(),
    text: text().notNull(),
    quotedText: text(),
    hasHtml: boolean().notNull().default(false),
    authorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    sendAt: createdAt(),
    delivery: text({ enum: words.mailDeliveries }),
    attempts: integer().notNull().default(0),
    nextAttemptAt: moment(),
    leaseUntil: moment(),
    acceptedAt: moment(),
    serverResponse: text(),
    errorCode: text(),
    senderVerified: boolean(),
    /** Whether the sender is no participant of the thread. */
    fromOtherAddress: boolean().notNull().default(false),
    /** Codes for why this mail may be forged or spam. */
    suspectReasons: list(),
    refusedFiles: jsonb().$type<RefusedFile[]>().notNull().default([]),
    contentSha256: bytea(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('mail_messages_sent_unique').on(t.messageId).where(sql`${t.direction} = 'out'`),
    uniqueIndex('mail_messages_received_unique')
      .on(t.messageId, t.contentSha256)
      .where(sql`${t.direction} = 'in'`),
    uniqueIndex('mail_messages_lead_alert_unique')
      .on(t.inquiryId, t.toAddress)
      .where(sql`${t.kind} = 'lead_alert'`),
    uniqueIndex('mail_messages_chat_alert_unique')
      .on(t.chatSessionId, t.toAddress)
      .where(sql`${t.kind} = 'lead_alert'`),
    index('mail_messages_due').on(t.nextAttemptAt).where(sql`${t.delivery} = 'queued'`),
    index('mail_messages_queued').on(t.threadId, t.sendAt).where(sql`${t.delivery} = 'queued'`),
    index('mail_messages_failed').on(t.sendAt).where(sql`${t.delivery} = 'failed'`),
    index('mail_messages_undelivered')
      .on(t.threadId)
      .where(sql`${t.delivery} in ('failed', 'bounced')`),
    index('mail_messages_accepted').on(t.acceptedAt),
    index('mail_messages_thread').on(t.threadId, t.createdAt, t.id),
    index('mail_messages_inquiry').on(t.inquiryId),
    index('mail_messages_chat').on(t.chatSessionId),
    index('mail_messages_from').on(sql`lower(${t.fromAddress})`),
    index('mail_messages_to').on(sql`lower(${t.toAddress})`),
    oneOf('mail_messages_direction_known', t.direction, words.mailDirections),
    oneOf('mail_messages_kind_known', t.kind, words.mailKinds),
    oneOf('mail_messages_delivery_known', t.delivery, words.mailDeliveries),
  ],
)

/** Addresses that get no automatic mail; `addressHash` is SHA-256 of the lower-cased address. */
export const mailSuppressions = pgTable(
  'mail_suppressions',
  {
    addressHash: bytea().primaryKey(),
    reason: text({ enum: words.suppressionReasons }).notNull(),
    expiresAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [oneOf('mail_suppressions_reason_known', t.reason, words.suppressionReasons)],
)

/** `addressHash` is SHA-256 of the lower-cased address without its `+tag`. */
export const automaticMailLimits = pgTable('automatic_mail_limits', {
  addressHash: bytea().primaryKey(),
  lastSentAt: createdAt(),
})

/**
 * Attachments and originals of mails. `messageId` is null until the mail is sent. When a row is
 * deleted, a trigger adds its stored file to `blob_deletions`.
 */
export const mailFiles = pgTable(
  'mail_files',
  {
    id: id(),
    messageId: uuid().references(() => mailMessages.id, { onDelete: 'cascade' }),
    role: text({ enum: words.mailFileRoles }).notNull(),
    originalName: text().notNull(),
    mimeType: text().notNull(),
    storageKey: text().notNull(),
    fileSize: bigint({ mode: 'number' }).notNull(),
    sha256: bytea().notNull(),
    uploadedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('mail_files_storage_key_unique').on(t.storageKey),
    index('mail_files_message').on(t.messageId),
    index('mail_files_unsent').on(t.createdAt).where(sql`${t.messageId} is null`),
    oneOf('mail_files_role_known', t.role, words.mailFileRoles),
  ],
)

/**
 * Every received mail before it is parsed. `sourceKey` is `mailbox:uidvalidity:uid`, or the SHA-256
 * of a posted mail. `storageKey` moves to `mail_files` once the mail is a message; the trigger of
 * `mail_files` also applies here.
 */
export const mailIntake = pgTable(
  'mail_intake',
  {
    id: id(),
    source: text({ enum: words.mailSources }).notNull(),
    sourceKey: text().notNull(),
    state: text({ enum: words.mailIntakeStates }).notNull().default('received'),
    envelopeSender: text(),
    envelopeRecipient: text(),
    /** Lower-cased addresses of the `From` and `Reply-To` headers. */
    fromAddresses: list(),
    receivedAt: createdAt(),
    attempts: integer().notNull().default(0),
    leaseUntil: moment(),
    error: text(),
    storageKey: text(),
    fileSize: bigint({ mode: 'number' }).notNull(),
    sha256: bytea().notNull(),
    messageId: uuid().references(() => mailMessages.id, { onDelete: 'cascade' }),
  },
  (t) => [
    uniqueIndex('mail_intake_source_key_unique').on(t.sourceKey),
    index('mail_intake_waiting').on(t.receivedAt, t.id).where(sql`${t.state} = 'received'`),
    index('mail_intake_unreadable').on(t.receivedAt).where(sql`${t.state} = 'unreadable'`),
    index('mail_intake_received').on(t.receivedAt),
    index('mail_intake_posted').on(t.receivedAt).where(sql`${t.source} = 'post'`),
    index('mail_intake_message').on(t.messageId),
    uniqueIndex('mail_intake_storage_key_unique').on(t.storageKey),
    oneOf('mail_intake_source_known', t.source, words.mailSources),
    oneOf('mail_intake_state_known', t.state, words.mailIntakeStates),
  ],
)

/**
 * Tokens of the addresses that replies and bounces are sent to; `tokenHash` is SHA-256. `messageId`
 * is null for the token of a thread. Bounces use the token of a message.
 */
export const mailReplyAddresses = pgTable(
  'mail_reply_addresses',
  {
    tokenHash: bytea().primaryKey(),
    threadId: ownedBy(() => mailThreads.id),
    messageId: uuid().references(() => mailMessages.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [
    index('mail_reply_addresses_thread').on(t.threadId),
    index('mail_reply_addresses_message').on(t.messageId),
  ],
)

/** How far each mailbox has been read, and which instance reads it. */
export const mailMailboxes = pgTable('mail_mailboxes', {
  name: text().primaryKey(),
  uidValidity: bigint({ mode: 'number' }),
  lastUid: bigint({ mode: 'number' }),
  leaseHolder: uuid(),
  leaseUntil: moment(),
  /** Mail that arrived before this is not read; null until a position is stored. */
  firstConnectedAt: moment(),
  connectedAt: moment(),
  failingSince: moment(),
  lastError: text(),
})

export const savedReplies = pgTable(
  'saved_replies',
  {
    id: id(),
    shortcut: text().notNull(),
    text: text().notNull(),
    authorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    updatedAt: createdAt('changed_at'),
  },
  (t) => [uniqueIndex('saved_replies_shortcut_unique').on(sql`lower(${t.shortcut})`)],
)
