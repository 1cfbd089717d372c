import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { ParsedInput } from '#contract/endpoint.ts'
import { defaultLimit } from '#contract/pagination.ts'
import type { InboxView } from '#contract/vocabulary.ts'
import type { Database } from '#server/database/open.ts'
import {
  afterCursor,
  countRows,
  orderByOf,
  rowsToRead,
  rowsToSkip,
} from '#server/database/pagination.ts'
import { replyDeadlines as table } from '#server/database/schema.ts'
import { RawJson } from '#server/service/raw-json.ts'
import type { InboxCounts, inbox } from './contract.ts'
import { isOpen } from './deadlines.server.ts'
import { cutExcerpt, itemJoins, itemJson } from './items.server.ts'

const maxCounted = 1000

const isAwake = sql`(${table.snoozedUntil} is null or ${table.snoozedUntil} <= now())`

function inView(view: InboxView, userId: string | SQL): SQL | undefined {
  const views: Record<InboxView, SQL | undefined> = {
    all: isAwake,
    mine: and(eq(table.assigneeId, userId), isAwake),
    unassigned: and(isNull(table.assigneeId), isAwake),
    overdue: sql`${table.dueAt} <= now()`,
    snoozed: sql`${table.snoozedUntil} > now()`,
  }
  return and(isOpen, views[view])
}

/** An empty order sorts by `createdAt`, which is the due time. */
const order = {}
const listed = { id: table.id, createdAt: table.dueAt }

/** Columns that make PostgreSQL use the index that contains the view in order. */
const placeOf = (view: InboxView): SQL[] =>
  view === 'mine' || view === 'unassigned' ? [asc(table.assigneeId)] : []

// The number is inlined, as a parameter would keep PostgreSQL from reusing a prepared plan.
const rows = (count: number) => sql.raw(`${count}`)

/** The first rows of a view by due time. Without the order, PostgreSQL would not use the index. */
function counted(view: InboxView, userId: SQL): SQL {
  const place = sql.join([...placeOf(view), sql`${table.dueAt}`], sql`, `)
  return sql`(select due_at from ${table} where ${inView(view, userId)}
    order by ${place} limit ${rows(maxCounted)})`
}

const countOf = (view: InboxView, userId: SQL) =>
  sql`(select count(*)::int from ${counted(view, userId)} found)`

/**
 * Overdue items are either awake or snoozed and come first in both lists, so they need no scan of
 * their own.
 */
function commonCounts(userId: SQL): SQL {
  const count = (view: InboxView) => sql`(select count(*)::int as count,
    count(*) filter (where due_at <= now())::int as overdue
    from ${counted(view, userId)} found) ${sql.raw(view)}_counts`
  return sql`(select all_counts.count as "all", ${countOf('unassigned', userId)} as unassigned,
    least(${rows(maxCounted)}, all_counts.overdue + snoozed_counts.overdue) as overdue,
    snoozed_counts.count as snoozed
    from ${count('all')}, ${count('snoozed')}) common`
}

/** The counts of all views for each of several users. */
export async function countForUsers(
  db: Database,
  userIds: string[],
): Promise<Map<string, InboxCounts>> {
  const id = sql`one.id`
  const found = await db.execute<InboxCounts & { id: string }>(sql`
    select one.id, ${countOf('mine', id)} as mine, common.*
    from unnest(${sql.param(userIds)}::uuid[]) one (id), ${commonCounts(id)}`)
  return new Map(found.rows.map(({ id: userId, ...counts }) => [userId, counts]))
}

type Listing = ParsedInput<typeof inbox.list>

/** Selects the whole response in one statement. */
function selectPage(db: Database, { view = 'all', kind, ...paging }: Listing, userId: SQL) {
  const { limit = defaultLimit } = paging
  // Written as a list and sorted by kind; otherwise PostgreSQL would search all kinds by due time
  // for a rare one.
  const isKind = kind && sql`${table.kind} = any(array[${kind}])`
  const places = [...(kind ? [asc(table.kind)] : placeOf(view)), ...orderByOf(listed, order)]
  const answer = sql`
    with page as (select * from ${table}
      where ${and(inView(view, userId), isKind, afterCursor(listed, paging, order))}
      order by ${sql.join(places, sql`, `)} limit ${rows(rowsToRead(paging))}
      offset ${rows(rowsToSkip(paging))})
    select json_build_object(
      'items', (select coalesce(json_agg(${itemJson} order by ${table.dueAt}, ${table.id}), '[]')
        from (select * from page order by due_at, id limit ${rows(limit)}) ${table} ${itemJoins}),
      'next', (select floor(extract(epoch from due_at) * 1000)::bigint || '.' || id || '.'
        from page where (select count(*) from page) > ${rows(limit)}
        order by due_at, id offset ${rows(limit - 1)} limit 1),
      'counts', (select json_build_object('all', common.all, 'mine', ${countOf('mine', userId)},
        'unassigned', unassigned, 'overdue', overdue, 'snoozed', snoozed)
        from ${commonCounts(userId)}))::text`
  return db.select({ answer: sql<string>`(${answer})` }).from(sql`(select) one`)
}

function prepareFirstPage(db: Database, listing: Listing) {
  const { view = 'all', limit = defaultLimit } = listing
  const userId = sql`${sql.placeholder('userId')}`
  return selectPage(db, listing, userId).prepare(`inbox_${view}_${limit}`)
}

type FirstPage = ReturnType<typeof prepareFirstPage>

const prepared = new WeakMap<Database, Map<string, FirstPage>>()

/**
 * The limits used by the list and the dashboard. Other statements are not kept, since each uses
 * memory.
 */
const preparedLimits = [defaultLimit, 5]

/**
 * The first page as screens request it, planned once per connection, since planning takes longer
 * than reading. Undefined for other listings.
 */
function firstPage(db: Database, listing: Listing): FirstPage | undefined {
  const { view = 'all', kind, after, page = 1, limit = defaultLimit } = listing
  if (kind || after || page > 1 || !preparedLimits.includes(limit)) return undefined
  const known = prepared.get(db) ?? new Map<string, FirstPage>()
  const name = `${view} ${limit}`
  const statement = known.get(name) ?? prepareFirstPage(db, listing)
  prepared.set(db, known.set(name, statement))
  return statement
}

type Answer = { items: { excerpt: string }[]; counts: InboxCounts }

/** A page of a view with the counts of all views. */
export async function listItems(db: Database, listing: Listing, userId: string): Promise<RawJson> {
  const [found] = await (firstPage(db, listing)?.execute({ userId }) ??
    selectPage(db, listing, sql`${userId}::uuid`))
  if (!found) throw new Error('select returned no row')
  const { items, ...rest } = JSON.parse(found.answer) as Answer
  const { view = 'all', kind } = listing
  const inKind = and(inView(view, userId), kind && eq(table.kind, kind))
  const counted = kind ? await countRows(db, listing, table, inKind) : rest.counts[view]
  const total = listing.page && counted
  return new RawJson(JSON.stringify({ items: items.map(cutExcerpt), ...rest, total }))
}
