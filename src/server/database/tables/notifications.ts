import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import * as words from '#contract/vocabulary.ts'
import { bytea, createdAt, id, list, moment, oneOf, ownedBy } from '../columns.ts'
import { chatSessions } from './chat.ts'
import { users } from './identity.ts'
import { inquiries } from './leads-and-clients.ts'
import { mailThreads } from './mail.ts'

/**
 * The subject of a notification, which is deleted with it. All columns are null for events of the
 * installation.
 */
const subject = () => ({
  inquiryId: uuid().references(() => inquiries.id, { onDelete: 'cascade' }),
  chatSessionId: uuid().references(() => chatSessions.id, { onDelete: 'cascade' }),
  threadId: uuid().references(() => mailThreads.id, { onDelete: 'cascade' }),
})

/**
 * `eventKey` identifies one occurrence, so that a user is notified of it once. `tag` identifies the
 * subject: a newer notification replaces an older one with the same tag.
 */
export const notifications = pgTable(
  'notifications',
  {
    id: id(),
    userId: ownedBy(() => users.id),
    event: text({ enum: words.notificationEvents }).notNull(),
    eventKey: text().notNull(),
    ...subject(),
    tag: text().notNull(),
    title: text().notNull(),
    url: text().notNull(),
    createdAt: createdAt(),
    /** The end of the user's quiet hours; null when it was sent at once. */
    holdUntil: moment(),
    readAt: moment(),
    withdrawnAt: moment(),
  },
  (t) => [
    uniqueIndex('notifications_event_unique').on(t.userId, t.eventKey),
    index('notifications_newest').on(t.userId, t.createdAt.desc(), t.id.desc()),
    // The tag is included because each lead searches all of a user's unread rows for one to
    // replace.
    index('notifications_unread')
      .on(t.userId, t.tag)
      .where(sql`${t.readAt} is null and ${t.withdrawnAt} is null`),
    index('notifications_tag').on(t.tag, t.createdAt),
    index('notifications_held').on(t.holdUntil).where(sql`${t.holdUntil} is not null`),
    index('notifications_created').on(t.createdAt),
    index('notifications_inquiry').on(t.inquiryId),
    index('notifications_chat').on(t.chatSessionId),
    index('notifications_thread').on(t.threadId),
    oneOf('notifications_event_known', t.event, words.notificationEvents),
  ],
)

/** The defaults of the event apply to a user without a row. */
export const notificationPreferences = pgTable(
  'notification_preferences',
  {
    userId: ownedBy(() => users.id),
    event: text({ enum: words.notificationEvents }).notNull(),
    push: boolean().notNull(),
    mail: boolean().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.event] })],
)

/**
 * Quiet hours as HH:MM. `quietDays` (Monday = 1) are the days on which they begin. A user without a
 * row has none.
 */
export const notificationSettings = pgTable('notification_settings', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  quietFrom: text().notNull(),
  quietTo: text().notNull(),
  quietDays: integer().array().notNull(),
  zone: text().notNull(),
  overdueBreaksQuiet: boolean().notNull(),
})

/** `endpointHash` is SHA-256 of the endpoint. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: id(),
    userId: ownedBy(() => users.id),
    endpointHash: bytea().notNull(),
    endpointEncrypted: text().notNull(),
    keysEncrypted: text().notNull(),
    device: text().notNull(),
    createdAt: createdAt(),
    lastOkAt: moment(),
    failures: integer().notNull().default(0),
  },
  (t) => [
    uniqueIndex('push_subscriptions_endpoint_unique').on(t.endpointHash),
    index('push_subscriptions_user').on(t.userId),
  ],
)

/** The one VAPID key pair of the installation (RFC 8292). */
export const pushKeys = pgTable('push_keys', {
  name: text().primaryKey(),
  publicKey: text().notNull(),
  privateKeyEncrypted: text().notNull(),
  createdAt: createdAt(),
})

export const notificationChannels = pgTable(
  'notification_channels',
  {
    id: id(),
    kind: text({ enum: words.channelKinds }).notNull(),
    name: text().notNull(),
    host: text().notNull(),
    urlEncrypted: text().notNull(),
    topic: text(),
    secretEncrypted: text(),
    events: list(),
    showNames: boolean().notNull().default(false),
    active: boolean().notNull().default(true),
    lastStatus: integer(),
    lastOkAt: moment(),
    failingSince: moment(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [oneOf('notification_channels_kind_known', t.kind, words.channelKinds)],
)

/** A push or channel delivery, which is a job of its own. `payload` never holds message texts. */
export const notificationDeliveries = pgTable(
  'notification_deliveries',
  {
    id: id(),
    dedupeKey: text().notNull(),
    pushSubscriptionId: uuid().references(() => pushSubscriptions.id, { onDelete: 'cascade' }),
    channelId: uuid().references(() => notificationChannels.id, { onDelete: 'cascade' }),
    notificationId: uuid().references(() => notifications.id, { onDelete: 'cascade' }),
    event: text({ enum: words.notificationEvents }).notNull(),
    ...subject(),
    tag: text().notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    state: text({ enum: words.notificationDeliveryStates }).notNull().default('queued'),
    attempts: integer().notNull().default(0),
    nextAttemptAt: moment(),
    leaseUntil: moment(),
    statusCode: integer(),
    error: text(),
    createdAt: createdAt(),
    endedAt: moment(),
  },
  (t) => [
    uniqueIndex('notification_deliveries_dedupe_unique').on(t.dedupeKey),
    index('notification_deliveries_due').on(t.nextAttemptAt).where(sql`${t.state} = 'queued'`),
    index('notification_deliveries_tag').on(t.tag),
    index('notification_deliveries_created').on(t.createdAt),
    index('notification_deliveries_subscription').on(t.pushSubscriptionId),
    index('notification_deliveries_channel').on(t.channelId),
    index('notification_deliveries_notification').on(t.notificationId),
    index('notification_deliveries_inquiry').on(t.inquiryId),
    index('notification_deliveries_chat').on(t.chatSessionId),
    index('notification_deliveries_thread').on(t.threadId),
    oneOf('notification_deliveries_event_known', t.event, words.notificationEvents),
    oneOf('notification_deliveries_state_known', t.state, words.notificationDeliveryStates),
  ],
)

/** A user without a row is available. */
export const presence = pgTable(
  'presence',
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    state: text({ enum: words.presenceStates }).notNull(),
    until: moment(),
    changedAt: createdAt(),
  },
  (t) => [oneOf('presence_state_known', t.state, words.presenceStates)],
)
