import { and, eq, getTableColumns, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import pLimit from 'p-limit'
import type { ParsedInput } from '#contract/endpoint.ts'
import { Failure } from '#contract/failure.ts'
import { clientStatuses } from '#contract/vocabulary.ts'
import { byName } from '#server/database/by-name.ts'
import { hasNameOrAddress } from '#server/database/like-pattern.ts'
import type { Database } from '#server/database/open.ts'
import { projects, clients as table } from '#server/database/schema.ts'
import { vocabularyPosition } from '#server/database/vocabulary-position.ts'
import type { ClientColumn, ClientSort, clients, ListedClient } from './contract.ts'

export type Wanted = ParsedInput<typeof clients.list>

const { search: _, convertedFrom: __, ...columns } = getTableColumns(table)

// In a selection Drizzle omits the table of a column, which would then refer to the projects.
const listedProjects = sql<ListedClient['projects']>`(
  select coalesce(json_agg(json_build_object(
    'id', p.id, 'title', p.title, 'status', p.status, 'progress', p.progress
  ) order by p.created_at desc, p.id desc), '[]')
  from ${projects} p where p.client_id = ${table}.id)`

const keys: Record<ClientColumn, SQLWrapper> = {
  name: byName(table.name),
  company: byName(table.company),
  status: vocabularyPosition(table.status, clientStatuses),
  activity: table.lastActivityAt,
  created: table.createdAt,
}

/**
 * Nulls are ordered as in the indexes, which would otherwise not be used. The indexes on times
 * start with the newest.
 */
function orderOf(sort: ClientSort): SQL[] {
  const isReversed = sort.startsWith('-')
  const column = sort.replace('-', '') as ClientColumn
  const isMoment = column === 'created' || column === 'activity'
  const nulls = isReversed === isMoment ? sql`nulls last` : sql`nulls first`
  const way = isReversed ? sql`desc` : sql`asc`
  return [keys[column], table.id].map((key) => sql`${key} ${way} ${nulls}`)
}

/** Limits concurrent lists, so that connections remain for other queries. */
const limitLists = pLimit(4)
const maxWaiting = 100

/**
 * Returns a page of clients and the total number of matches.
 *
 * @throws Failure `unavailable` if too many lists wait.
 */
export async function listClients(
  db: Database,
  { page, limit, search, status, sort = '-created' }: Wanted,
) {
  if (limitLists.pendingCount >= maxWaiting) {
    const sentence = 'Too many searches at once. Please try again in a moment.'
    throw new Failure('unavailable', sentence, { retryAfter: 2 })
  }
  const matches = and(
    status && eq(table.status, status),
    search ? hasNameOrAddress(table.search, search) : undefined,
  )
  // With a single query, PostgreSQL would also read the projects of skipped rows.
  const shown = db
    .select({ id: table.id })
    .from(table)
    .where(matches)
    .orderBy(...orderOf(sort))
    .limit(limit + 1)
    .offset((page - 1) * limit)
  const found = db
    .select({ ...columns, projects: listedProjects })
    .from(table)
    .where(inArray(table.id, shown))
    .orderBy(...orderOf(sort))
  return limitLists(async () => {
    const rows = await found
    const clients = rows.slice(0, limit)
    // A short page is the last one, so its place gives the total without counting every row again.
    const isLast = rows.length <= limit && (rows.length > 0 || page === 1)
    const total = isLast ? (page - 1) * limit + rows.length : await db.$count(table, matches)
    return { clients, total }
  })
}
