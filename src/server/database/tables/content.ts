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
import { mediaPurposes, pageKinds } from '#contract/settings/records.ts'
import { settingsSections, versionKinds } from '#contract/settings/sections.ts'
import { bytea, createdAt, id, list, moment, oneOf, ownedBy } from '../columns.ts'
import { users } from './identity.ts'

/** A single row. `version` grows with every change of what public pages show. */
export const contentState = pgTable(
  'content_state',
  {
    id: integer().primaryKey().default(1),
    version: bigint({ mode: 'number' }).notNull().default(1),
  },
  (t) => [check('content_state_one_row', sql`${t.id} = 1`)],
)

/** The version that each running instance shows. Only used where several may run. */
export const contentInstances = pgTable('content_instances', {
  instanceId: uuid().primaryKey(),
  appliedVersion: bigint({ mode: 'number' }).notNull(),
  seenAt: createdAt(),
})

/**
 * Published settings, of which the highest number is live. `document` is null once it was removed
 * from the history; `sha256` is that of its canonical form (RFC 8785).
 */
export const siteVersions = pgTable(
  'site_versions',
  {
    number: integer().primaryKey(),
    document: jsonb().$type<unknown>().notNull(),
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

/** A row for each section. `value` is null if the section is unchanged; `revision` only grows. */
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

const ofStaff = () => uuid().references(() => users.id, { onDelete: 'set null' })

/** The draft of a Markdown text. Published versions are in `page_versions`. */
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
 * The live version is the newest whose `effective_at` has passed and that is not withdrawn. `tree`
 * is the parsed text, `facts` the values of its variables. A trigger prevents deleting versions of
 * legal texts.
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

/** Former addresses, each of which leads to the current one in a single redirect. */
export const pageRedirects = pgTable(
  'page_redirects',
  {
    kind: text({ enum: pageKinds }).notNull(),
    slug: text().notNull(),
    pageId: ownedBy(() => pages.id),
  },
  (t) => [primaryKey({ columns: [t.kind, t.slug] })],
)

/** Pictures that the product encoded itself. Uploaded files are never stored. */
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
    /** Whether half of a logo is hard to see on the dark theme's background. */
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

/** Social images of public pages by path, used where the shipped ones do not show this firm. */
export const socialImages = pgTable(
  'social_images',
  {
    path: text().primaryKey(),
    /**
     * SHA-256 of the name, logo and colors that it shows. An image that shows another firm is never
     * used.
     */
    look: bytea().notNull(),
    /** SHA-256 of everything that the image shows. */
    inputs: bytea().notNull(),
    mediaId: ownedBy(() => media.id),
  },
  (t) => [index('social_images_media').on(t.mediaId)],
)

/** Links to unpublished changes of the site or of the one page named. `tokenHash` is SHA-256. */
export const previews = pgTable(
  'previews',
  {
    id: id(),
    tokenHash: bytea().notNull(),
    pageId: uuid().references(() => pages.id, { onDelete: 'cascade' }),
    /** A published version of the settings, shown in place of all drafts. */
    version: integer().references(() => siteVersions.number),
    createdBy: ofStaff(),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
  },
  (t) => [uniqueIndex('previews_token_unique').on(t.tokenHash)],
)

export const services = pgTable(
  'services',
  {
    id: id(),
    slug: text().notNull(),
    title: text().notNull(),
    description: text().notNull(),
    longDescription: text(),
    features: list(),
    benefits: text().array(),
    category: text().notNull(),
    pricingModel: text().notNull().default(''),
    iconUrl: text(),
    featured: boolean().notNull().default(false),
    active: boolean().notNull().default(true),
    position: integer().notNull().default(0),
    searchDescription: text().notNull().default(''),
    searchKeywords: text().notNull().default(''),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [
    uniqueIndex('services_slug_unique').on(t.slug),
    check('services_slug_form', sql`${t.slug} ~ '^[a-z0-9]+(-[a-z0-9]+)*$'`),
  ],
)

export type Result = { value: string; label: string }

export const caseStudies = pgTable('case_studies', {
  id: id(),
  title: text().notNull(),
  company: text().notNull(),
  industry: text().notNull(),
  duration: text().notNull().default(''),
  tags: list(),
  challenge: text().notNull(),
  solution: text().notNull(),
  results: jsonb().$type<Result[]>().notNull().default([]),
  featured: boolean().notNull().default(false),
  published: boolean().notNull().default(true),
  position: integer().notNull().default(0),
  demo: boolean().notNull().default(false),
  createdAt: createdAt(),
  updatedAt: createdAt(),
})
