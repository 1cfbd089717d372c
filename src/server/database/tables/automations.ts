import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import * as words from '#contract/vocabulary.ts'
import { bytea, createdAt, id, list, moment, oneOf, ownedBy } from '../columns.ts'
import { users } from './identity.ts'
import { clients, projects } from './leads-and-clients.ts'

/** Automations that the firm runs for clients. `pingUuid` is the secret in the ping address. */
export const automations = pgTable(
  'automations',
  {
    id: id(),
    clientId: ownedBy(() => clients.id),
    projectId: uuid().references(() => projects.id, { onDelete: 'set null' }),
    name: text().notNull(),
    description: text().notNull().default(''),
    pingUuid: uuid().notNull().unique('automations_ping_unique'),
    pingUuidOld: uuid().unique('automations_old_ping_unique'),
    oldUntil: moment(),
    scheduleKind: text({ enum: words.scheduleKinds }).notNull().default('period'),
    periodSeconds: integer(),
    cron: text(),
    timeZone: text(),
    graceSeconds: integer().notNull().default(3_600),
    tools: list(),
    personalData: boolean().notNull().default(false),
    humanCheck: text({ enum: words.humanChecks }).notNull().default('none'),
    assigneeId: uuid().references(() => users.id, { onDelete: 'set null' }),
    reviewOn: date({ mode: 'string' }),
    currency: text().notNull().default('USD'),
    state: text({ enum: words.automationStates }).notNull().default('new'),
    lastPingAt: moment(),
    /** When the current run started. */
    lastStartAt: moment(),
    lastStartRid: uuid(),
    /** Whether the current run got its one extension because the product was down. */
    startExtended: boolean().notNull().default(false),
    dueAt: moment(),
    alertAfter: moment(),
    /** The number of the last ping. */
    pingCount: bigint({ mode: 'number' }).notNull().default(0),
    /**
     * The beginning of the minute in which pings are counted, how many came, and whether one
     * failed.
     */
    minuteAt: moment(),
    minuteCount: integer().notNull().default(0),
    minuteFailed: boolean().notNull().default(false),
    /** When a restore of a backup paused it. */
    restoredAt: moment(),
    /** When a pause ends by itself. Without meaning in other states. */
    pausedUntil: moment(),
    retiredAt: moment(),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [
    index('automations_alert')
      .on(t.alertAfter)
      .where(sql`${t.state} in ('new', 'up', 'late', 'unobserved')`),
    index('automations_due').on(t.dueAt).where(sql`${t.state} in ('up', 'unobserved')`),
    index('automations_resume').on(t.pausedUntil).where(sql`${t.state} = 'paused'`),
    index('automations_client').on(t.clientId),
    index('automations_project').on(t.projectId),
    index('automations_assignee').on(t.assigneeId),
    index('automations_state_name').on(t.state, t.name, t.id),
    index('automations_search').using('gin', sql`joined_words(${t.name}) gin_trgm_ops`),
    index('automations_review').on(t.reviewOn).where(sql`${t.state} <> 'retired'`),
    oneOf('automations_schedule_known', t.scheduleKind, words.scheduleKinds),
    oneOf('automations_state_known', t.state, words.automationStates),
    oneOf('automations_check_known', t.humanCheck, words.humanChecks),
    check(
      'automations_schedule_set',
      sql`case ${t.scheduleKind}
        when 'period' then ${t.periodSeconds} is not null and ${t.cron} is null
          and ${t.timeZone} is null
        when 'cron' then ${t.periodSeconds} is null and ${t.cron} is not null
          and ${t.timeZone} is not null
        else ${t.periodSeconds} is null and ${t.cron} is null and ${t.timeZone} is null end`,
    ),
  ],
)

/** Names and expiry dates of credentials that an automation needs. The secrets are never stored. */
export const automationCredentials = pgTable(
  'automation_credentials',
  {
    automationId: ownedBy(() => automations.id),
    name: text().notNull(),
    expiresOn: date({ mode: 'string' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.automationId, t.name] }),
    index('automation_credentials_expiry').on(t.expiresOn),
  ],
)

/** `dueAt` is when the success was expected, or for a missed run when it should have come. */
export const runs = pgTable(
  'runs',
  {
    id: id(),
    automationId: ownedBy(() => automations.id),
    rid: uuid(),
    startedAt: moment(),
    /** For missed and unobserved runs, when the product recorded them as such. */
    finishedAt: moment(),
    dueAt: moment(),
    outcome: text({ enum: words.runOutcomes }).notNull(),
    lateMs: bigint({ mode: 'number' }),
    durationMs: bigint({ mode: 'number' }),
    exitStatus: smallint(),
    items: bigint({ mode: 'number' }),
    humanDecisions: bigint({ mode: 'number' }),
    errors: bigint({ mode: 'number' }),
    costMicros: bigint({ mode: 'number' }),
    currency: text(),
    model: text(),
    note: text(),
    countsProblem: text(),
    /** How many missed runs this row stands for. */
    missedCount: integer(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('runs_rid_unique').on(t.automationId, t.rid),
    uniqueIndex('runs_due_unique')
      .on(t.automationId, t.dueAt)
      .where(sql`${t.outcome} in ('missed', 'unobserved')`),
    index('runs_newest').on(t.automationId, t.id.desc()),
    index('runs_running').on(t.automationId).where(sql`${t.outcome} = 'running'`),
    oneOf('runs_outcome_known', t.outcome, words.runOutcomes),
  ],
)

/** HTTP signals as received. The sender's address is not stored. */
export const pings = pgTable(
  'pings',
  {
    automationId: ownedBy(() => automations.id),
    n: bigint({ mode: 'number' }).notNull(),
    kind: text({ enum: words.pingKinds }).notNull(),
    at: moment().notNull(),
    method: text().notNull(),
    userAgent: text().notNull().default(''),
    rid: uuid(),
    exitStatus: smallint(),
    body: bytea(),
    runId: uuid().references(() => runs.id, { onDelete: 'set null' }),
  },
  (t) => [
    primaryKey({ columns: [t.automationId, t.n] }),
    index('pings_run').on(t.runId),
    oneOf('pings_kind_known', t.kind, words.pingKinds),
    check('pings_body_size', sql`octet_length(${t.body}) <= 100000`),
  ],
)

const count = () => bigint({ mode: 'number' }).notNull().default(0)

/** Counts of one day in the firm's time zone; read-only once `closedAt` is set. */
export const automationDays = pgTable(
  'automation_days',
  {
    automationId: ownedBy(() => automations.id),
    day: date({ mode: 'string' }).notNull(),
    zone: text().notNull(),
    expected: count(),
    onTime: count(),
    late: count(),
    missed: count(),
    unobserved: count(),
    ok: count(),
    failed: count(),
    overrun: count(),
    items: count(),
    humanDecisions: count(),
    errors: count(),
    /** Millionths of each currency's unit. */
    costMicros: jsonb().$type<Record<string, number>>().notNull().default({}),
    durationMs: count(),
    durationCount: count(),
    repeats: count(),
    dropped: count(),
    closedAt: moment(),
    receiptId: uuid(),
  },
  (t) => [
    primaryKey({ columns: [t.automationId, t.day] }),
    index('automation_days_open').on(t.day).where(sql`${t.closedAt} is null`),
    check('automation_days_sum', sql`${t.expected} = ${t.onTime} + ${t.late} + ${t.missed}`),
  ],
)

/** An automation that needs a person. `closedBy` is null when the incident ended by itself. */
export const incidents = pgTable(
  'incidents',
  {
    id: id(),
    automationId: ownedBy(() => automations.id),
    cause: text({ enum: words.incidentCauses }).notNull(),
    class: text({ enum: words.incidentClasses }).notNull(),
    openedAt: moment().notNull(),
    /** When the alarm was due or the credential expires. */
    deadlineAt: moment(),
    acknowledgedAt: moment(),
    acknowledgedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    note: text().notNull().default(''),
    closedAt: moment(),
    closedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Whether this is at least the third incident within an hour. */
    flapping: boolean().notNull().default(false),
    notifiedAt: moment(),
    /** The tag of the notifications about this incident. */
    noticeTag: text(),
    escalatedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('incidents_open_unique')
      .on(t.automationId, t.class)
      .where(sql`${t.closedAt} is null`),
    index('incidents_automation').on(t.automationId, t.openedAt.desc()),
    index('incidents_newest').on(t.createdAt.desc(), t.id.desc()),
    index('incidents_open').on(t.openedAt).where(sql`${t.closedAt} is null`),
    oneOf('incidents_cause_known', t.cause, words.incidentCauses),
    oneOf('incidents_class_known', t.class, words.incidentClasses),
  ],
)

/** A single row: when an instance was last awake, and the last day whose counts are closed. */
export const watch = pgTable(
  'watch',
  {
    id: smallint().primaryKey().default(1),
    awakeAt: moment(),
    turnAt: moment(),
    /** When `WATCHDOG_URL` was last called. */
    watchdogAt: moment(),
    closedDay: date({ mode: 'string' }),
  },
  (t) => [check('watch_one_row', sql`${t.id} = 1`)],
)

/**
 * Spans in which pings may have been lost, because no instance ran or pings to known addresses were
 * refused. A process that only stalls loses none: they wait for it and arrive late.
 */
export const outages = pgTable(
  'outages',
  {
    id: id(),
    fromAt: moment().notNull(),
    toAt: moment().notNull(),
    reason: text({ enum: words.outageReasons }).notNull(),
    /** When staff were notified of what was not observed. */
    notifiedAt: moment(),
  },
  (t) => [
    index('outages_end').on(t.toAt),
    oneOf('outages_reason_known', t.reason, words.outageReasons),
  ],
)
