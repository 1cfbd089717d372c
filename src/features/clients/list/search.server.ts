import { type SQL, sql } from 'drizzle-orm'
import type { ClientStatus } from '../../../contract/vocabulary.ts'
import { likePattern } from '../../../server/database/like-pattern.ts'
import type { Database } from '../../../server/database/open.ts'
import type { ClientSort } from './contract.ts'

export type Wanted = {
  page: number
  limit: number
  search: string
  status?: ClientStatus
  sort?: ClientSort
}

const oldestFirst = sql`asc nulls first`
const newestFirst = sql`desc nulls last`
const fromA = sql`asc`
const fromZ = sql`desc`

/** Sort key, direction and reverse; the order of nulls must match the index. */
const orders: Record<ClientSort, { key: SQL; way: SQL; back: SQL }> = {
  '-created': { key: sql`created_at`, way: newestFirst, back: oldestFirst },
  created: { key: sql`created_at`, way: oldestFirst, back: newestFirst },
  name: { key: sql`lower(name)`, way: fromA, back: fromZ },
  '-name': { key: sql`lower(name)`, way: fromZ, back: fromA },
}

export function orderOf({ sort = '-created' }: Pick<Wanted, 'sort'>) {
  return orders[sort]
}

const mostCounted = 1_000

/** Clients scanned from the start of the order before an index is used. */
const lookedAt = 12_000

const fewAmongThem = 100

/** Matches that are found and sorted in one go: 2 to 10 ms. */
const mostSorted = 5_000

function gramsOf(term: string): string[] {
  const letters = [...term]
  if (letters.length === 1) return letters
  return [...new Set(letters.slice(1).map((letter, index) => `${letters[index]}${letter}`))]
}

/** Characters that `joined_words` maps to letters, so that trigrams span words. */
const joints = " .@-'&+,/()"

/**
 * Whether the trigram index can find a term: it covers only letters, digits and joints, and needs
 * three in a row. With the C locale, the database treats no letter beyond ASCII as a letter.
 */
function hasTrigram(term: string): boolean {
  return trigramsOf(term).length > 0
}

function trigramsOf(term: string): string[] {
  const isIndexed = (letter: string) => /[a-z0-9]/i.test(letter) || joints.includes(letter)
  const letters = [...term]
  const trigrams = letters.slice(2).map((_, at) => letters.slice(at, at + 3))
  return [
    ...new Set(trigrams.filter((three) => three.every(isIndexed)).map((three) => three.join(''))),
  ]
}

const like = (term: string) => sql`search like joined_words(${likePattern(term)})`

/** More would cost the planner more than they save. */
const mostTrigrams = 16

/**
 * @param isRare matches each trigram separately before the whole term, the last first because
 *   numbers are at the end. The index then skips between matches of the rarest trigram; for the
 *   whole term it would read every page of the frequent ones.
 */
function matching({ search, status }: Wanted, isRare = false): SQL {
  const ofStatus = status ? sql` and status = ${status}` : sql``
  if (hasTrigram(search)) {
    const parts = isRare ? trigramsOf(search).reverse().slice(0, mostTrigrams) : []
    return sql`${sql.join([...parts, search].map(like), sql` and `)}${ofStatus}`
  }
  const grams = sql.join(
    gramsOf(search).map((gram) => sql`joined_words(${gram})`),
    sql`, `,
  )
  return sql`short_grams(search) @> array[${grams}] and ${like(search)}${ofStatus}`
}

async function estimate(db: Database, term: string): Promise<number> {
  const { rows } = await db.execute<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    sql`explain (format json) select from clients where ${like(term)}`,
  )
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
}

export type Show = (total: SQL, isExact: SQL) => SQL

/** `shown` counts the matches on the page; `answer` is null unless the plan's `when` holds. */
type Found = { matched: number; shown: number; answer: string | null }

type Plan = { matches: SQL; when?: SQL; total: SQL; isExact: SQL }

const isWholePage = (limit: number) => sql`shown = ${limit}`
const inexact = { total: sql`${mostCounted}::int`, isExact: sql`false` }

async function find(
  db: Database,
  wanted: Wanted,
  show: Show,
  { matches, when = sql`true`, total, isExact }: Plan,
): Promise<Found> {
  const { page, limit } = wanted
  const { way } = orderOf(wanted)
  const { rows } = await db.execute<Found>(sql`
    with found as materialized (${matches}),
    page as materialized (
      select id, place from found order by place ${way}, id ${way}
      limit ${limit} offset ${(page - 1) * limit}),
    met as (
      select (select count(*)::int from found) as matched,
        (select count(*)::int from page) as shown)
    select matched, shown, case when ${when} then (${show(total, isExact)}) end as answer from met`)
  return rows[0] ?? { matched: 0, shown: 0, answer: null }
}

function fromTheStart(wanted: Wanted, enough: number): SQL {
  const { search, status } = wanted
  const { key, way } = orderOf(wanted)
  return sql`
    select id, place from (
      select id, search, ${key} as place from clients
      ${status ? sql`where status = ${status}` : sql``}
      order by ${key} ${way}, id ${way} limit ${lookedAt}) as start
    where ${like(search)} limit ${enough}`
}

/** Lets the planner choose: an index, or a scan when matches are frequent. */
function anywhere(wanted: Wanted, most: number, isRare = false): SQL {
  const { key } = orderOf(wanted)
  return sql`select id, ${key} as place from clients where ${matching(wanted, isRare)} limit ${most}`
}

/**
 * Finds and sorts all matches: for terms that are frequent, but rare at the start of the order.
 * `offset 0` keeps the planner from walking in order instead.
 */
function sorted(wanted: Wanted): SQL {
  const { page, limit } = wanted
  const { key, way } = orderOf(wanted)
  return sql`
    select id, place from (
      select id, ${key} as place from clients where ${matching(wanted)} offset 0) as every
    order by place ${way}, id ${way} limit ${page * limit}`
}

function inOrder(wanted: Wanted): SQL {
  const { page, limit } = wanted
  const { key, way } = orderOf(wanted)
  return sql`select id, ${key} as place from clients where ${matching(wanted)}
    order by ${key} ${way}, id ${way} limit ${page * limit}`
}

/**
 * Finds one page of a search without reading the whole table. An index finds all matches of a term
 * that the planner takes for rare, which are then sorted. Matches of a frequent term soon turn up
 * from the start of the order. Where the estimate was wrong, both are tried.
 *
 * @returns the answer of `show`, with a total up to `mostCounted`, exact when no more match.
 */
export async function search(db: Database, wanted: Wanted, show: Show): Promise<string> {
  const { page, limit } = wanted
  const look = (plan: Plan) => find(db, wanted, show, plan)
  const expected = await estimate(db, wanted.search)
  const isFrequent = expected > mostSorted
  const few = await look(
    isFrequent
      ? {
          matches: fromTheStart(wanted, Math.max(mostCounted + 1, page * limit)),
          when: sql`matched > ${mostCounted} and ${isWholePage(limit)}`,
          ...inexact,
        }
      : {
          matches: anywhere(wanted, mostSorted * 2, expected <= mostCounted),
          when: sql`matched < ${mostSorted * 2}`,
          total: sql`least(matched, ${mostCounted})`,
          isExact: sql`matched <= ${mostCounted}`,
        },
  )
  if (few.answer) return few.answer
  if (isFrequent) {
    const { answer } = await look({
      matches: anywhere(wanted, mostCounted + 1),
      when: sql`matched <= ${mostCounted}`,
      total: sql`matched`,
      isExact: sql`true`,
    })
    if (answer) return answer
  }
  const start = isFrequent
    ? few
    : await look({
        matches: fromTheStart(wanted, page * limit),
        when: isWholePage(limit),
        ...inexact,
      })
  if (start.answer) return start.answer
  // Many matches, but few at the start: walking on in order would read most of the table.
  const rest = start.matched < fewAmongThem ? sorted(wanted) : inOrder(wanted)
  const { answer } = await look({ matches: rest, ...inexact })
  if (!answer) throw new Error('select returned no row')
  return answer
}
