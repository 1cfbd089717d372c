import { sql } from 'drizzle-orm'
import { bigint, check, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { settingsSections, versionKinds } from '../../contract/settings/sections.ts'
import { bytea, createdAt, list, moment, oneOf } from './columns.ts'
import { users } from './tables-records.ts'

/** One row. `version` grows with every change of what public pages show. */
export const contentState = pgTable(
  'content_state',
  {
    id: integer().primaryKey().default(1),
    version: bigint({ mode: 'number' }).notNull().default(1),
  },
  (t) => [check('content_state_one_row', sql`${t.id} = 1`)],
)

/** Version that each running instance shows; only where there may be several. */
export const contentInstances = pgTable('content_instances', {
  instanceId: uuid().primaryKey(),
  appliedVersion: bigint({ mode: 'number' }).notNull(),
  seenAt: createdAt(),
})

/**
 * Published settings, the highest number is live. `document` is null once taken out of the history;
 * `sha256` is that of its canonical form (RFC 8785).
 */
export const siteVersions = pgTable(
  'site_versions',
  {
    number: integer().primaryKey(),
    document: jsonb().$type<unknown>(),
    schemaVersion: integer().notNull(),
    sha256: bytea().notNull(),
    changed: list(),
    kind: text({ enum: versionKinds }).notNull(),
    restoredFrom: integer(),
    note: text().notNull().default(''),
    authorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    publishedAt: moment().notNull().default(sql`clock_timestamp()`),
  },
  (t) => [oneOf('site_versions_kind_known', t.kind, versionKinds)],
)

/** A row per section; `value` is null while it is as published. `revision` only grows. */
export const siteDrafts = pgTable(
  'site_drafts',
  {
    section: text({ enum: settingsSections }).primaryKey(),
    value: jsonb().$type<unknown>(),
    revision: integer().notNull().default(1),
    updatedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    updatedAt: createdAt(),
  },
  (t) => [
    oneOf('site_drafts_section_known', t.section, settingsSections),
    check('site_drafts_revision_positive', sql`${t.revision} >= 1`),
  ],
)
