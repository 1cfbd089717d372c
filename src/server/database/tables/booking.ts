import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import type { WeekInterval } from '#contract/business-hours.ts'
import * as words from '#contract/vocabulary.ts'
import { bytea, createdAt, id, moment, oneOf, ownedBy } from '../columns.ts'
import { chatSessions } from './chat.ts'
import { googleAccounts } from './google.ts'
import { users } from './identity.ts'
import { clients, inquiries } from './leads-and-clients.ts'
import { mailMessages } from './mail.ts'

/** A kind of call that can be booked. Rows are made inactive, but never deleted. */
export const meetingTypes = pgTable(
  'meeting_types',
  {
    id: id(),
    slug: text().notNull().unique(),
    title: text().notNull(),
    description: text().notNull().default(''),
    minutes: integer().notNull().default(30),
    bufferBefore: integer().notNull().default(0),
    bufferAfter: integer().notNull().default(15),
    stepMinutes: integer().notNull().default(30),
    noticeMinutes: integer().notNull().default(240),
    horizonDays: integer().notNull().default(30),
    changeUntilMinutes: integer().notNull().default(60),
    locations: text({ enum: words.bookingContacts }).array().notNull(),
    active: boolean().notNull().default(true),
    position: integer().notNull().default(0),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [
    check(
      'meeting_types_five_minutes',
      sql`${t.minutes} % 5 = 0 and ${t.bufferBefore} % 5 = 0 and ${t.bufferAfter} % 5 = 0
        and ${t.stepMinutes} % 5 = 0`,
    ),
    check('meeting_types_notice_in_horizon', sql`${t.noticeMinutes} < ${t.horizonDays} * 1440`),
    check('meeting_types_location', sql`cardinality(${t.locations}) > 0`),
  ],
)

/** Staff who take calls. The firm's hours apply to a host without hours. */
export const hosts = pgTable('hosts', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'restrict' }),
  active: boolean().notNull().default(false),
  zone: text(),
  weekly: jsonb().$type<WeekInterval[]>(),
  meetingLink: text(),
  /** The address whose busy times Google returns and that events invite; null for neither. */
  googleAddress: text(),
  /** The secret address of a calendar. Once it is saved, only its host name is shown. */
  icsEncrypted: text(),
  icsHost: text(),
  joinedAt: moment(),
  updatedAt: createdAt(),
})

/** The busy times that another calendar of a host last returned, but not what they are for. */
export const hostBusy = pgTable(
  'host_busy',
  {
    userId: ownedBy(() => hosts.userId),
    source: text({ enum: words.busySources }).notNull(),
    /** Milliseconds since 1970, sorted and without overlaps. */
    intervals: jsonb().$type<[opens: number, closes: number][]>().notNull().default([]),
    coversUntil: moment(),
    askedAt: moment(),
    okAt: moment(),
    error: text({ enum: words.busyErrors }),
    etag: text(),
    lastModified: text(),
    /** The lease of a process that refreshes this row. */
    refreshingUntil: moment(),
    unreadableSince: moment(),
    /** When staff were notified that the calendar is unreadable. */
    reportedAt: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.source] }),
    oneOf('host_busy_source_known', t.source, words.busySources),
    oneOf('host_busy_error_known', t.error, words.busyErrors),
  ],
)

export const meetingTypeHosts = pgTable(
  'meeting_type_hosts',
  {
    meetingTypeId: ownedBy(() => meetingTypes.id),
    userId: ownedBy(() => hosts.userId),
    joinedAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.meetingTypeId, t.userId] })],
)

export const hostTimeOff = pgTable(
  'host_time_off',
  {
    id: id(),
    userId: ownedBy(() => hosts.userId),
    startsAt: moment().notNull(),
    endsAt: moment().notNull(),
    note: text().notNull().default(''),
  },
  (t) => [
    index('host_time_off_host').on(t.userId, t.startsAt),
    check('host_time_off_order', sql`${t.startsAt} < ${t.endsAt}`),
  ],
)

/** How an event was changed at Google: moved, in milliseconds since 1970, or deleted. */
type GoogleChange = { opens: number; closes: number } | { deleted: true }

/**
 * A slot taken by a person, or held for five minutes while the form is filled in. The buffers are
 * those that the meeting type had when the hold was made.
 */
export const bookings = pgTable(
  'bookings',
  {
    id: id(),
    meetingTypeId: uuid()
      .notNull()
      .references(() => meetingTypes.id, { onDelete: 'restrict' }),
    hostId: uuid()
      .notNull()
      .references(() => hosts.userId, { onDelete: 'restrict' }),
    inquiryId: uuid().references(() => inquiries.id, { onDelete: 'set null' }),
    clientId: uuid().references(() => clients.id, { onDelete: 'set null' }),
    chatSessionId: uuid().references(() => chatSessions.id, { onDelete: 'set null' }),
    state: text({ enum: words.bookingStates }).notNull(),
    pendingReason: text({ enum: words.pendingReasons }),
    startsAt: moment().notNull(),
    endsAt: moment().notNull(),
    bufferBefore: integer().notNull(),
    bufferAfter: integer().notNull(),
    zone: text(),
    /** The promised time on the wall clock of the host's zone. */
    wallTime: text().notNull(),
    name: text(),
    email: text(),
    company: text(),
    phone: text(),
    note: text(),
    contact: text({ enum: words.bookingContacts }),
    sequence: integer().notNull().default(0),
    page: text(),
    /** The token that may change the call: its SHA-256, and its encrypted value for mails. */
    tokenHash: bytea().unique('bookings_token_unique'),
    tokenEncrypted: text(),
    /** The token that may only join the call. */
    joinHash: bytea().unique('bookings_join_unique'),
    joinEncrypted: text(),
    visitorMoves: integer().notNull().default(0),
    /** Decided once for each host of a booking, and null until then. */
    hostCalendar: text({ enum: words.hostCalendars }),
    /** The Google Meet link of the event. */
    meetUrl: text(),
    /** The `sequence` of the call that its event at Google shows; null before there is an event. */
    googleSequence: integer(),
    /** How the event was changed at Google; null while it is as the product wrote it. */
    googleDiffers: jsonb().$type<GoogleChange>(),
    cancelledAt: moment(),
    cancelledBy: text({ enum: words.cancellers }),
    cancelReason: text(),
    outcome: text({ enum: words.outcomes }),
    outcomeAt: moment(),
    outcomeBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Notes that the host took in the call. */
    outcomeNotes: text(),
    /** Where this call takes place, if not at the host's link. */
    link: text(),
    /** When the visitor's calendar declined the invitation. */
    visitorDeclinedAt: moment(),
    holdHash: bytea().unique(),
    holdExpiresAt: moment(),
    holdExtended: integer().notNull().default(0),
    /** The address key of the person who holds the slot; only set while it is held. */
    addressKey: text(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [
    index('bookings_host').on(t.hostId, t.startsAt, t.id),
    index('bookings_host_made').on(t.hostId, t.createdAt),
    index('bookings_start').on(t.startsAt, t.id),
    index('bookings_inquiry').on(t.inquiryId),
    index('bookings_client').on(t.clientId),
    index('bookings_chat').on(t.chatSessionId),
    index('bookings_email').on(sql`lower(${t.email})`),
    index('bookings_held').on(t.holdExpiresAt).where(sql`${t.state} = 'held'`),
    index('bookings_pending').on(t.startsAt).where(sql`${t.state} = 'pending'`),
    index('bookings_without_outcome')
      .on(t.endsAt)
      .where(sql`${t.state} = 'booked' and ${t.outcome} is null`),
    oneOf('bookings_state_known', t.state, words.bookingStates),
    oneOf('bookings_contact_known', t.contact, words.bookingContacts),
    oneOf('bookings_host_calendar_known', t.hostCalendar, words.hostCalendars),
    oneOf('bookings_canceller_known', t.cancelledBy, words.cancellers),
    oneOf('bookings_outcome_known', t.outcome, words.outcomes),
    check('bookings_order', sql`${t.startsAt} < ${t.endsAt}`),
  ],
)

/**
 * Five minutes of a host's time; `cell` is seconds since 1970 divided by 300. A live booking owns
 * the cells from its beginning to its end, buffers included. The primary key prevents two bookings
 * of the same time.
 */
export const bookingCells = pgTable(
  'booking_cells',
  {
    hostId: uuid().notNull(),
    cell: integer().notNull(),
    bookingId: ownedBy(() => bookings.id),
  },
  (t) => [
    primaryKey({ columns: [t.hostId, t.cell] }),
    index('booking_cells_booking').on(t.bookingId),
  ],
)

/** The Google calendar that holds the events of calls; one for each connected account. */
export const bookingCalendars = pgTable('booking_calendars', {
  accountId: uuid()
    .primaryKey()
    .references(() => googleAccounts.id, { onDelete: 'cascade' }),
  /** The calendar's id, which is null until the calendar is found or created. */
  calendarId: text(),
  /** The lease of a process that finds or creates the calendar. */
  makingUntil: moment(),
})

/** Mails and notifications about one state of a booking. Each is queued once. */
export const bookingNotices = pgTable(
  'booking_notices',
  {
    bookingId: ownedBy(() => bookings.id),
    recipient: text({ enum: words.noticeRecipients }).notNull(),
    kind: text({ enum: words.callNotices }).notNull(),
    sequence: integer().notNull(),
    /** In which calendar the host had the call when a mail to a host was queued. */
    calendar: text({ enum: words.hostCalendars }),
    /** The mail, as long as it is stored. */
    mailId: uuid().references(() => mailMessages.id, { onDelete: 'set null' }),
    at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.bookingId, t.recipient, t.kind, t.sequence] }),
    index('booking_notices_mail').on(t.mailId),
    oneOf('booking_notices_recipient_known', t.recipient, words.noticeRecipients),
    oneOf('booking_notices_kind_known', t.kind, words.callNotices),
    oneOf('booking_notices_calendar_known', t.calendar, words.hostCalendars),
  ],
)
