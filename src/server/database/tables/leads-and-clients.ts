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
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import * as words from '#contract/vocabulary.ts'
import { byName } from '../by-name.ts'
import { bytea, createdAt, id, list, moment, oneOf, ownedBy } from '../columns.ts'
import { vocabularyPosition } from '../vocabulary-position.ts'
import { users } from './identity.ts'

/** Details that the sender of a lead added on its request status page. */
export const inquiryDetails = pgTable(
  'inquiry_details',
  {
    id: id(),
    inquiryId: uuid()
      .notNull()
      .references(() => inquiries.id, { onDelete: 'cascade' }),
    text: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('inquiry_details_inquiry').on(t.inquiryId, t.createdAt)],
)

/**
 * The sender's own words, for the index `inquiries_written_search`. A consultation request is
 * searched by its fields and not by the message that was generated from them.
 */
export function searchableMessage({
  message,
  consultationData: data,
}: Record<'message' | 'consultationData', AnyPgColumn>): SQL {
  return sql`joined_words(coalesce(nullif(${data} ->> 'projectDescription', ''), ${message})
    || ' ' || coalesce(${data} ->> 'currentChallenges', '') || ' ' || coalesce(${data} ->> 'goals', '')
    || ' ' || coalesce(${data} ->> 'additionalNotes', ''))`
}

/**
 * `number` is shown to the visitor, e.g. `R-7K2M-Q4VD`. `contentHash` is SHA-256 of the normalized
 * body; a duplicate within two minutes is dropped.
 */
export const inquiries = pgTable(
  'inquiries',
  {
    id: id(),
    number: text().notNull().default(sql`request_number()`),
    name: text().notNull(),
    email: text().notNull(),
    company: text().notNull().default(''),
    service: text().notNull().default(''),
    message: text().notNull(),
    consultationData: jsonb().$type<Record<string, unknown>>(),
    /** By the form that it came from. */
    kind: text({ enum: words.leadKinds })
      .notNull()
      .generatedAlwaysAs(
        (): SQL =>
          sql`case when ${inquiries.service} = 'consultation' or ${inquiries.consultationData} is not null then 'consultation' else 'inquiry' end`,
      ),
    status: text({ enum: words.inquiryStatuses }).notNull().default('new'),
    clientId: uuid().references((): AnyPgColumn => clients.id, { onDelete: 'set null' }),
    assigneeId: uuid().references(() => users.id, { onDelete: 'set null' }),
    quarantined: boolean().notNull().default(false),
    quarantineReasons: list(),
    idempotencyKey: text(),
    contentHash: bytea().notNull(),
    /** Path and fragment of the page that the lead was sent from. */
    page: text(),
    firstContactedAt: moment(),
    /** When the owner of the address reported that they had not sent this. */
    senderDisputedAt: moment(),
    createdAt: createdAt(),
    search: text()
      .notNull()
      .generatedAlwaysAs(
        (): SQL =>
          sql`joined_words(${inquiries.name} || ' ' || ${inquiries.email} || ' ' || ${inquiries.company})`,
      ),
  },
  (t) => [
    // This operator class sorts in byte order, so that prefixes are found in any locale.
    uniqueIndex('inquiries_number_unique').on(t.number.op('text_pattern_ops')),
    uniqueIndex('inquiries_idempotency_unique').on(t.idempotencyKey),
    index('inquiries_content').on(t.contentHash, t.createdAt),
    index('inquiries_newest').on(t.quarantined, t.createdAt.desc(), t.id.desc()),
    index('inquiries_status_newest').on(t.quarantined, t.status, t.createdAt.desc(), t.id.desc()),
    index('inquiries_consultations_newest')
      .on(t.createdAt.desc(), t.id.desc())
      .where(sql`not ${t.quarantined} and ${t.kind} = 'consultation'`),
    index('inquiries_name').on(byName(sql`left(${t.name}, 64)`)),
    index('inquiries_email_order').on(byName(sql`left(${t.email}, 64)`)),
    index('inquiries_company').on(byName(sql`left(${t.company}, 64)`)),
    index('inquiries_search').using('gin', t.search.op('gin_trgm_ops')),
    index('inquiries_written_search').using('gin', sql`${searchableMessage(t)} gin_trgm_ops`),
    index('inquiries_client').on(t.clientId),
    index('inquiries_email').on(sql`lower(${t.email})`),
    oneOf('inquiries_status_known', t.status, words.inquiryStatuses),
  ],
)

/** `convertedFrom` is unique: an inquiry becomes at most one client. */
export const clients = pgTable(
  'clients',
  {
    id: id(),
    name: text().notNull(),
    email: text().notNull(),
    company: text(),
    phone: text(),
    notes: text(),
    status: text({ enum: words.clientStatuses }).notNull().default('active'),
    convertedFrom: uuid().references((): AnyPgColumn => inquiries.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    /** When an act about the client was last recorded. */
    lastActivityAt: createdAt(),
    search: text()
      .notNull()
      .generatedAlwaysAs(
        (): SQL =>
          sql`joined_words(${clients.name} || ' ' || ${clients.email} || ' ' || coalesce(${clients.company}, ''))`,
      ),
  },
  (t) => [
    uniqueIndex('clients_converted_from_unique').on(t.convertedFrom),
    index('clients_newest').on(t.createdAt.desc(), t.id.desc()),
    index('clients_status_newest').on(t.status, t.createdAt.desc(), t.id.desc()),
    index('clients_email').on(sql`lower(${t.email})`),
    index('clients_name').on(byName(t.name), t.id),
    index('clients_company').on(byName(t.company), t.id),
    index('clients_status').on(vocabularyPosition(t.status, words.clientStatuses), t.id),
    index('clients_activity').on(t.lastActivityAt.desc(), t.id.desc()),
    index('clients_search').using('gin', t.search.op('gin_trgm_ops')),
    oneOf('clients_status_known', t.status, words.clientStatuses),
  ],
)

export const projects = pgTable(
  'projects',
  {
    id: id(),
    clientId: ownedBy(() => clients.id),
    title: text().notNull(),
    description: text(),
    status: text({ enum: words.projectStatuses }).notNull().default('prospect'),
    progress: integer().notNull().default(0),
    budget: text(),
    timeline: text(),
    startDate: moment(),
    endDate: moment(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [
    index('projects_client').on(t.clientId, t.createdAt.desc()),
    index('projects_search').using('gin', sql`joined_words(${t.title}) gin_trgm_ops`),
    oneOf('projects_status_known', t.status, words.projectStatuses),
    check('projects_progress_percent', sql`${t.progress} between 0 and 100`),
  ],
)

export const projectNotes = pgTable(
  'project_notes',
  {
    id: id(),
    projectId: ownedBy(() => projects.id),
    authorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    content: text().notNull(),
    createdAt: createdAt(),
    deletedAt: moment(),
  },
  (t) => [
    index('project_notes_project').on(t.projectId, t.createdAt.desc()),
    index('project_notes_search').using('gin', sql`joined_words(${t.content}) gin_trgm_ops`),
  ],
)

/** `fileSize` is in bytes. `storageKey` is never shown. */
export const projectDocuments = pgTable(
  'project_documents',
  {
    id: id(),
    projectId: ownedBy(() => projects.id),
    authorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    originalName: text().notNull(),
    mimeType: text().notNull(),
    fileSize: bigint({ mode: 'number' }).notNull(),
    sha256: bytea().notNull(),
    storageKey: text().notNull(),
    createdAt: createdAt(),
    deletedAt: moment(),
  },
  (t) => [
    uniqueIndex('project_documents_key_unique').on(t.storageKey),
    index('project_documents_project').on(t.projectId, t.createdAt.desc()),
  ],
)
