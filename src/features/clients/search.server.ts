import { type SQL, sql } from 'drizzle-orm'
import type { ClientStatus } from '../../contract/vocabulary.ts'
import type { Database } from '../../server/db/open.ts'
import type { ClientSort } from './contract.ts'

export type Wanted = {
  page: number
  limit: number
  search: string
  status?: ClientStatus
  sort?: ClientSort
}

/** The key of each order and its way; the words about nulls are those of the index. */
const orders: Record<ClientSort, { key: SQL; way: SQL }> = {
  '-created': { key: sql`created_at`, way: sql`desc nulls last` },
  created: { key: sql`created_at`, way: sql`asc nulls first` },
  name: { key: sql`lower(name)`, way: sql`asc` },
  '-name': { key: sql`lower(name)`, way: sql`desc` },
}

export function orderOf({ sort = '-created' }: Pick<Wanted, 'sort'>) {
  return orders[sort]
}

/** Matches of a search are counted up to here. */
export const mostCounted = 1_000

/** How many clients from the start of the order are looked at before an index is asked. */
const lookedAt = 10_000

/** The term as it is, wherever it stands. The database writes it small, as it did with the column. */
export function likePattern(term: string): string {
  return `%${term.replace(/[\\%_]/g, '\\$&')}%`
}

/** Every letter of a term of one, else every pair of neighbours. */
function gramsOf(term: string): string[] {
  const letters = [...term]
  if (letters.length === 1) return letters
  return [...new Set(letters.slice(1).map((letter, index) => `${letters[index]}${letter}`))]
}

/**
 * Whether the trigram index can find a term: it knows nothing but letters and digits, and needs three
 * in a row. Letters beyond ASCII are none to a database of the C locale.
 */
function hasTrigram(term: string): boolean {
  return /[a-z0-9]{3}/i.test(term)
}

function matching({ search, status }: Wanted): SQL {
  const like = sql`search like lower(${likePattern(search)})`
  const ofStatus = status ? sql` and status = ${status}` : sql``
  if (hasTrigram(search)) return sql`${like}${ofStatus}`
  const grams = sql.join(
    gramsOf(search).map((gram) => sql`lower(${gram})`),
    sql`, `,
  )
  return sql`short_grams(search) @> array[${grams}] and ${like}${ofStatus}`
}

type Found = { count: number; ids: string[] }

async function first(db: Database, statement: SQL): Promise<Found> {
  const { rows } = await db.execute<Found>(statement)
  return rows[0] ?? { count: 0, ids: [] }
}

/**
 * Finds the ids of one page of a search. A term that many clients have is met soon among the first
 * of the order; one that few have is found by an index. So neither reads the whole table, whatever
 * the planner believes about the term.
 *
 * @returns `total` up to `mostCounted`, `exact` when no more match.
 */
export async function search(db: Database, wanted: Wanted) {
  const { page, limit, status } = wanted
  const { key, way } = orderOf(wanted)
  const offset = (page - 1) * limit
  const enough = Math.max(mostCounted + 1, offset + limit)
  const pageOf = sql`select count(*)::int as count, array(
      select id from found order by place ${way}, id ${way} limit ${limit} offset ${offset}) as ids
    from found`

  const among = await first(
    db,
    sql`with found as materialized (
      select id, place from (
        select id, search, ${key} as place from clients
        ${status ? sql`where status = ${status}` : sql``}
        order by ${key} ${way}, id ${way} limit ${lookedAt}) as start
      where search like lower(${likePattern(wanted.search)}) limit ${enough}) ${pageOf}`,
  )
  const inexact = { total: mostCounted, exact: false }
  if (among.count > mostCounted && among.ids.length === limit) return { ids: among.ids, ...inexact }

  const indexed = await first(
    db,
    sql`with found as materialized (
      select id, ${key} as place from clients where ${matching(wanted)} limit ${mostCounted + 1}) ${pageOf}`,
  )
  if (indexed.count <= mostCounted) return { ids: indexed.ids, total: indexed.count, exact: true }
  if (among.ids.length === limit) return { ids: among.ids, ...inexact }

  const deep = await first(
    db,
    sql`select 0 as count, array(
      select id from clients where ${matching(wanted)}
      order by ${key} ${way}, id ${way} limit ${limit} offset ${offset}) as ids`,
  )
  return { ids: deep.ids, ...inexact }
}
