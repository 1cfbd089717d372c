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
import { createdAt, id, moment, ownedBy } from '../columns.ts'
import { users } from './identity.ts'
import { clients, projects } from './leads-and-clients.ts'

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
    // This operator class sorts in byte order, so that prefixes are found in any locale.
    index('audit_entries_action_beginning').on(t.action.op('text_pattern_ops')),
    index('audit_entries_subject').on(t.subject, t.at.desc()),
  ],
)

export const blobDeletions = pgTable('blob_deletions', {
  storageKey: text().primaryKey(),
  createdAt: createdAt(),
})

export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: ownedBy(() => users.id),
    key: text().notNull(),
    action: text().notNull(),
    subjectId: uuid(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.key] }),
    index('idempotency_keys_created').on(t.createdAt),
  ],
)

/** Values of the installation that outlive a process, by name. */
export const storedState = pgTable('stored_state', {
  name: text().primaryKey(),
  value: jsonb().$type<unknown>(),
  at: createdAt(),
})
