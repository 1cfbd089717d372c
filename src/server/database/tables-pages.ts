import { type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { checklistSteps, mediaPurposes, pageKinds } from '../../contract/settings/records.ts'
import { bytea, createdAt, id, moment, oneOf, ownedBy } from './columns.ts'
import { users } from './tables-records.ts'

const ofStaff = () => uuid().references(() => users.id, { onDelete: 'set null' })

/** Draft of a Markdown text; `page_versions` has what was published. */
export const pages = pgTable(
  'pages',
  {
    id: id(),
    kind: text({ enum: pageKinds }).notNull(),
    slug: text().notNull(),
    title: text().notNull(),
    summary: text().notNull().default(''),
    body: text().notNull(),
    authorId: ofStaff(),
    demo: boolean().notNull().default(false),
    position: integer().notNull().default(0),
    revision: integer().notNull().default(1),
    firstPublishedAt: moment(),
    deletedAt: moment(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    search: text()
      .notNull()
      .generatedAlwaysAs((): SQL => sql`joined_words(${pages.title} || ' ' || ${pages.slug})`),
  },
  (t) => [
    uniqueIndex('pages_slug_unique').on(t.kind, t.slug).where(sql`${t.deletedAt} is null`),
    index('pages_newest').on(t.kind, t.firstPublishedAt.desc(), t.id.desc()),
    index('pages_drafts')
      .on(t.id)
      .where(sql`${t.firstPublishedAt} is null and ${t.deletedAt} is null`),
    index('pages_deleted').on(t.deletedAt).where(sql`${t.deletedAt} is not null`),
    index('pages_search').using('gin', t.search.op('gin_trgm_ops')),
    oneOf('pages_kind_known', t.kind, pageKinds),
    check('pages_slug_form', sql`${t.slug} ~ '^[a-z0-9]+(-[a-z0-9]+)*$'`),
  ],
)

/**
 * Live is the newest with `effective_at` in the past that is not withdrawn. `tree` is the parsed text,
 * `facts` the values of its variables. Those of legal texts are never deleted (trigger).
 */
export const pageVersions = pgTable(
  'page_versions',
  {
    pageId: ownedBy(() => pages.id),
    number: integer().notNull(),
    title: text().notNull(),
    slug: text().notNull(),
    summary: text().notNull().default(''),
    body: text().notNull(),
    tree: jsonb().$type<unknown>().notNull(),
    facts: jsonb().$type<Record<string, string>>().notNull().default({}),
    changeNote: text().notNull().default(''),
    automatic: boolean().notNull().default(false),
    effectiveAt: moment().notNull(),
    withdrawnAt: moment(),
    authorId: ofStaff(),
    createdAt: createdAt(),
    sha256: bytea().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.pageId, t.number] }),
    index('page_versions_effective').on(t.pageId, t.effectiveAt.desc()),
    index('page_versions_coming').on(t.effectiveAt).where(sql`${t.withdrawnAt} is null`),
    index('page_versions_withdrawn').on(t.pageId).where(sql`${t.withdrawnAt} is not null`),
  ],
)

/** Former addresses; each leads to the present one in one hop. */
export const pageRedirects = pgTable(
  'page_redirects',
  {
    kind: text({ enum: pageKinds }).notNull(),
    slug: text().notNull(),
    pageId: ownedBy(() => pages.id),
  },
  (t) => [primaryKey({ columns: [t.kind, t.slug] })],
)

/** Pictures made by the product; an uploaded file is never stored. */
export const media = pgTable(
  'media',
  {
    id: id(),
    purpose: text({ enum: mediaPurposes }).notNull(),
    variant: text().notNull().default(''),
    derivedFrom: uuid().references((): AnyPgColumn => media.id, { onDelete: 'cascade' }),
    publicName: text().notNull(),
    originalName: text().notNull().default(''),
    mimeType: text().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    fileSize: bigint({ mode: 'number' }).notNull(),
    sha256: bytea().notNull(),
    storageKey: text().notNull(),
    /** Of a logo: half of it hardly differs from the ground of the dark theme. */
    isHardInDark: boolean().notNull().default(false),
    createdBy: ofStaff(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('media_public_name_unique').on(t.publicName),
    uniqueIndex('media_storage_key_unique').on(t.storageKey),
    index('media_derived_from').on(t.derivedFrom),
    oneOf('media_purpose_known', t.purpose, mediaPurposes),
  ],
)

/** Of public pages, by their path, where the shipped ones are not those of the firm. */
export const socialImages = pgTable(
  'social_images',
  {
    path: text().primaryKey(),
    /** SHA-256 of the name, logo and colours it shows: those of another firm are never named. */
    look: bytea().notNull(),
    /** SHA-256 of everything it shows. */
    inputs: bytea().notNull(),
    mediaId: ownedBy(() => media.id),
  },
  (t) => [index('social_images_media').on(t.mediaId)],
)

/** Links to unpublished changes: of the site, or of the one page named. `tokenHash` is SHA-256. */
export const previews = pgTable(
  'previews',
  {
    id: id(),
    tokenHash: bytea().notNull(),
    pageId: uuid().references(() => pages.id, { onDelete: 'cascade' }),
    createdBy: ofStaff(),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
  },
  (t) => [uniqueIndex('previews_token_unique').on(t.tokenHash)],
)

const stepStates = ['skipped', 'confirmed'] as const

export const checklistStates = pgTable(
  'checklist_steps',
  {
    step: text({ enum: checklistSteps }).primaryKey(),
    state: text({ enum: stepStates }).notNull(),
    by: ofStaff(),
    at: createdAt(),
  },
  (t) => [
    oneOf('checklist_steps_step_known', t.step, checklistSteps),
    oneOf('checklist_steps_state_known', t.state, stepStates),
  ],
)

/** Records written by `npm run seed:demo`. */
export const demoRecords = pgTable(
  'demo_records',
  { tableName: text().notNull(), recordId: uuid().notNull() },
  (t) => [primaryKey({ columns: [t.tableName, t.recordId] })],
)

/** Exports kept for 30 days, made before an import is published. */
export const siteExports = pgTable(
  'site_exports',
  {
    id: id(),
    storageKey: text().notNull(),
    fileSize: bigint({ mode: 'number' }).notNull(),
    sha256: bytea().notNull(),
    createdBy: ofStaff(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('site_exports_storage_key_unique').on(t.storageKey)],
)
