import { and, eq, getTableColumns, like, or, type SQL, sql } from 'drizzle-orm'
import type { ParsedInput } from '#contract/endpoint.ts'
import { Failure } from '#contract/failure.ts'
import { isPaged } from '#contract/pagination.ts'
import { inquiryStatuses, type LeadSort } from '#contract/vocabulary.ts'
import { byName } from '#server/database/by-name.ts'
import { isoTime } from '#server/database/iso-time.ts'
import { hasNameOrAddress, likePattern } from '#server/database/like-pattern.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import {
  afterCursor,
  countRows,
  type Order,
  orderByOf,
  rowsToRead,
  rowsToSkip,
  toPage,
} from '#server/database/pagination.ts'
import { replyDeadlines, searchableMessage, inquiries as table } from '#server/database/schema.ts'
import { vocabularyPosition } from '#server/database/vocabulary-position.ts'
import type { Inquiry, inquiries } from './contract.ts'

export const unknownInquiry = () => new Failure('not_found', 'Inquiry not found')

type Listing = ParsedInput<typeof inquiries.list>
type Filter = Pick<Listing, 'search' | 'status' | 'quarantined'>

export const isConsultation = eq(table.kind, 'consultation')

const { search: _, ...columns } = getTableColumns(table)

/** All columns of a lead and its open reply deadline. */
export const leadColumns = {
  ...columns,
  waiting: sql<Inquiry['waiting']>`(
    select json_build_object('since', ${isoTime(sql`d.opened_at`)}, 'dueAt', ${isoTime(sql`d.due_at`)})
    from ${replyDeadlines} d
    where d.inquiry_id = ${table}.id and d.met_at is null and d.waived_at is null)`,
}

/** Reads a lead that is not in quarantine. */
export async function readLead(db: Database | Transaction, id: string) {
  const [found] = await db
    .select(leadColumns)
    .from(table)
    .where(and(eq(table.id, id), eq(table.quarantined, false)))
  if (!found) throw unknownInquiry()
  return found
}

const answer = (question: string) =>
  sql<string>`left(coalesce(${table.consultationData}->>${sql.raw(`'${question}'`)}, ''), 64)`

const keys: Record<string, SQL<string>> = {
  name: byName(sql`left(${table.name}, 64)`),
  email: byName(sql`left(${table.email}, 64)`),
  company: byName(sql`left(${table.company}, 64)`),
  service: sql`left(${table.service}, 64)`,
  projectType: answer('projectType'),
  budget: answer('budget'),
  timeline: answer('timeline'),
  status: sql`${vocabularyPosition(table.status, inquiryStatuses)}::text`,
}

function orderOf(sort: LeadSort = '-date'): Order | undefined {
  if (sort === '-date') return undefined
  const descending = sort.startsWith('-')
  const key = keys[descending ? sort.slice(1) : sort]
  return { ...(key && { key }), descending }
}

/** A term without at least one character after `R-` is treated as a name. */
const beginsNumber = /^R-[0-9A-Z]{1,4}(-[0-9A-Z]{0,4})?$/i

/** Shorter terms occur in nearly every message and cannot use the index. */
const minLengthInMessages = 3

function searched(search: string): SQL | undefined {
  return or(
    hasNameOrAddress(table.search, search),
    search.length >= minLengthInMessages
      ? sql`${searchableMessage(table)} like joined_words(${likePattern(search)})`
      : undefined,
    beginsNumber.test(search) ? like(table.number, `${search.toUpperCase()}%`) : undefined,
  )
}

export function matching({ search, status, quarantined }: Filter, which?: SQL): SQL | undefined {
  return and(
    quarantined === 'true' ? eq(table.quarantined, true) : sql`not ${table.quarantined}`,
    which,
    status && eq(table.status, status),
    search ? searched(search) : undefined,
  )
}

/** All leads, or a page of them; newest first unless sorted otherwise. */
export async function listLeads(db: Database, listing: Listing, which?: SQL) {
  const order = orderOf(listing.sort)
  const matches = matching(listing, which)
  const found = db
    .select({ ...leadColumns, key: order?.key ?? sql<string>`''` })
    .from(table)
    .where(and(matches, afterCursor(table, listing, order)))
    .orderBy(...orderByOf(table, order))
  if (!isPaged(listing)) return await found
  const [rows, total] = await Promise.all([
    found.limit(rowsToRead(listing)).offset(rowsToSkip(listing)),
    countRows(db, listing, table, matches),
  ])
  return toPage(rows, listing, total)
}

export async function countLeads(db: Database, filter: Filter, which?: SQL): Promise<number> {
  return await db.$count(table, matching(filter, which))
}
