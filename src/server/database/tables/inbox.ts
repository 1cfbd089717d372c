import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import * as words from '#contract/vocabulary.ts'
import { bytea, createdAt, id, moment, oneOf } from '../columns.ts'
import { chatSessions } from './chat.ts'
import { users } from './identity.ts'
import { inquiries } from './leads-and-clients.ts'
import { mailThreads } from './mail.ts'

/**
 * A lead, a chat or a mail thread whose sender waits for an answer. Thresholds are computed when
 * the deadline opens and never move.
 */
export const replyDeadlines = pgTable(
  'reply_deadlines',
  {
    id: id(),
    kind: text({ enum: words.deadlineKinds }).notNull(),
    inquiryId: uuid().references(() => inquiries.id, { onDelete: 'cascade' }),
    chatSessionId: uuid().references(() => chatSessions.id, { onDelete: 'cascade' }),
    threadId: uuid().references(() => mailThreads.id, { onDelete: 'cascade' }),
    openedAt: moment().notNull(),
    unassignedAt: moment(),
    dueSoonAt: moment().notNull(),
    dueAt: moment().notNull(),
    unassignedNotifiedAt: moment(),
    dueSoonNotifiedAt: moment(),
    overdueNotifiedAt: moment(),
    assigneeId: uuid().references(() => users.id, { onDelete: 'set null' }),
    snoozedUntil: moment(),
    metAt: moment(),
    evidence: text({ enum: words.evidenceKinds }),
    evidenceId: uuid(),
    metBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    how: text({ enum: words.statedReplyWays }),
    waivedAt: moment(),
    waiveReason: text({ enum: words.waiveReasons }),
    note: text(),
    remindedAt: moment(),
    reopenedAt: moment(),
    reopenReason: text({ enum: words.reopenReasons }),
    changedAt: createdAt(),
  },
  (t) => {
    const isOpen = sql`${t.metAt} is null and ${t.waivedAt} is null`
    const unnotified = (column: typeof t.dueSoonNotifiedAt) => sql`${isOpen} and ${column} is null`
    return [
      uniqueIndex('reply_deadlines_inquiry_open').on(t.inquiryId).where(isOpen),
      uniqueIndex('reply_deadlines_chat_open').on(t.chatSessionId).where(isOpen),
      uniqueIndex('reply_deadlines_thread_open').on(t.threadId).where(isOpen),
      index('reply_deadlines_inquiry').on(t.inquiryId, t.openedAt),
      index('reply_deadlines_chat').on(t.chatSessionId, t.openedAt),
      index('reply_deadlines_thread').on(t.threadId, t.openedAt),
      // The end of the snooze is included so that counting reads no rows.
      index('reply_deadlines_due').on(t.dueAt, t.id, t.snoozedUntil).where(isOpen),
      index('reply_deadlines_assignee')
        .on(t.assigneeId, t.dueAt, t.id, t.snoozedUntil)
        .where(isOpen),
      index('reply_deadlines_kind').on(t.kind, t.dueAt, t.id).where(isOpen),
      index('reply_deadlines_snoozed')
        .on(t.dueAt, t.id, t.snoozedUntil)
        .where(sql`${isOpen} and ${t.snoozedUntil} is not null`),
      index('reply_deadlines_unassigned')
        .on(t.unassignedAt)
        .where(unnotified(t.unassignedNotifiedAt)),
      index('reply_deadlines_due_soon').on(t.dueSoonAt).where(unnotified(t.dueSoonNotifiedAt)),
      index('reply_deadlines_overdue').on(t.dueAt).where(unnotified(t.overdueNotifiedAt)),
      index('reply_deadlines_changed').on(t.changedAt),
      index('reply_deadlines_opened').on(t.openedAt),
      // The index includes the columns that reply figures need, so that they read no rows.
      index('reply_deadlines_figures')
        .on(t.openedAt, t.metAt, t.dueAt, t.evidence)
        .where(sql`${t.waivedAt} is null and ${t.kind} in ('inquiry', 'consultation')`),
      check(
        'reply_deadlines_one_subject',
        sql`num_nonnulls(${t.inquiryId}, ${t.chatSessionId}, ${t.threadId}) = 1`,
      ),
      check('reply_deadlines_one_end', sql`${t.metAt} is null or ${t.waivedAt} is null`),
      check(
        'reply_deadlines_evidence_when_met',
        sql`(${t.metAt} is null) = (${t.evidence} is null)`,
      ),
      oneOf('reply_deadlines_kind_known', t.kind, words.deadlineKinds),
      oneOf('reply_deadlines_evidence_known', t.evidence, words.evidenceKinds),
      oneOf('reply_deadlines_waive_reason_known', t.waiveReason, words.waiveReasons),
    ]
  },
)

/**
 * Rows are only appended. `details` never holds texts; `actorId` is null for visitors and the
 * product.
 */
export const replyDeadlineEvents = pgTable(
  'reply_deadline_events',
  {
    id: id(),
    deadlineId: uuid()
      .notNull()
      .references(() => replyDeadlines.id, { onDelete: 'cascade' }),
    at: moment().notNull().default(sql`clock_timestamp()`),
    type: text({ enum: words.deadlineEventTypes }).notNull(),
    actorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  },
  (t) => [
    index('reply_deadline_events_deadline').on(t.deadlineId, t.at),
    oneOf('reply_deadline_events_type_known', t.type, words.deadlineEventTypes),
  ],
)

/** Links of request status pages; `tokenHash` is SHA-256 of the token, which is not stored. */
export const requestTokens = pgTable(
  'request_tokens',
  {
    tokenHash: bytea().primaryKey(),
    inquiryId: uuid()
      .notNull()
      .references(() => inquiries.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [index('request_tokens_inquiry').on(t.inquiryId)],
)
