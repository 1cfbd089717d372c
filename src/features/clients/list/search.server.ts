import { type SQL, sql } from 'drizzle-orm'
import type { ClientStatus } from '../../../contract/vocabulary.ts'
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

/** The key of each order, its way and the way back; the words about nulls are those of the index. */
const orders: Record<ClientSort, { key: SQL; way: SQL; back: SQL }> = {
  '-created': { key: sql`created_at`, way: newestFirst, back: oldestFirst },
  created: { key: sql`created_at`, way: oldestFirst, back: newestFirst },
  name: { key: sql`lower(name)`, way: fromA, back: fromZ },
  '-name': { key: sql`lower(name)`, way: fromZ, back: fromA },
}

export function orderOf({ sort = '-created' }: Pick<Wanted, 'sort'>) {
  return orders[sort]
}

/** Matches of a search are counted up to here. */
export const mostCounted = 1_000

/** How many clients from the start of the order are looked at before an index is asked. */
const lookedAt = 10_000

/** One in a hundred of those. */
const fewAmongThem = 100

/** The term as it is, wherever it stands. The database writes it as it did the column. */
export function likePattern(term: string): string {
  return `%${term.replace(/[\\%_]/g, '\\$&')}%`
}

/** Every letter of a term of one, else every pair of neighbours. */
function gramsOf(term: string): string[] {
  const letters = [...term]
  if (letters.length === 1) return letters
  return [...new Set(letters.slice(1).map((letter, index) => `${letters[index]}${letter}`))]
}

/** What `joined_words` makes letters of, so that trigrams reach across them. */
const joints = " .@-'&+,/()"

/**
 * Whether the trigram index can find a term: it knows nothing but letters, digits and joints, and
 * needs three in a row. Letters beyond ASCII are none to a database of the C locale.
 */
function hasTrigram(term: string): boolean {
  return trigramsOf(term).length > 0
}

function trigramsOf(term: string): string[] {
  const isKnown = (letter: string) => /[a-z0-9]/i.test(letter) || joints.includes(letter)
  const letters = [...term]
  const trigrams = letters.slice(2).map((_, at) => letters.slice(at, at + 3))
  return [
    ...new Set(trigrams.filter((three) => three.every(isKnown)).map((three) => three.join(''))),
  ]
}

const like = (term: string) => sql`search like joined_words(${likePattern(term)})`

/** More of them would cost the planner more than they save. */
const mostTrigrams = 16

/**
 * @param isRare asks for each trigram by itself before the whole, the last first, as numbers stand
 *   at the end: the index then leaps from one match of the rarest to the next, while for the whole
 *   it reads every page of the frequent ones.
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

/** Whether the planner expects no more matches than are counted. */
async function isRare(db: Database, { search }: Wanted): Promise<boolean> {
  const { rows } = await db.execute<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    sql`explain (format json) select from clients where ${like(search)}`,
  )
  return (rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0) <= mostCounted
}

/** Writes the whole answer from the table `page (id, place)`. */
export type Show = (total: SQL, isExact: boolean) => SQL

/** How many matched, how many of them are on the page, and the answer if it is the one to give. */
type Found = { matched: number; shown: number; answer: string | null }

type Plan = { matches: SQL; when?: SQL; total: SQL; isExact: boolean }

const isWholePage = (limit: number) => sql`shown = ${limit}`
const inexact = { total: sql`${mostCounted}::int`, isExact: false }

/** Looks for matches, and in the same breath makes the answer of them `when` they are enough. */
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

/** Looks at the clients from the start of the order until `enough` match. */
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

/** As the planner finds them: through an index, or in passing when every other client matches. */
function anywhere(wanted: Wanted, most: number, isRare: boolean): SQL {
  const { key } = orderOf(wanted)
  return sql`select id, ${key} as place from clients where ${matching(wanted, isRare)} limit ${most}`
}

/**
 * Finds all that match and sorts them: for what many have, but hardly any at the start. The inner
 * offset keeps the planner from walking in order instead.
 */
function sorted(wanted: Wanted): SQL {
  const { page, limit } = wanted
  const { key, way } = orderOf(wanted)
  return sql`
    select id, place from (
      select id, ${key} as place from clients where ${matching(wanted)} offset 0) as every
    order by place ${way}, id ${way} limit ${page * limit}`
}

/** All of them, in order: for pages deep inside what many have in common. */
function inOrder(wanted: Wanted): SQL {
  const { page, limit } = wanted
  const { key, way } = orderOf(wanted)
  return sql`select id, ${key} as place from clients where ${matching(wanted)}
    order by ${key} ${way}, id ${way} limit ${page * limit}`
}

/**
 * Finds one page of a search without reading the whole table. What few have, an index finds, and all
 * of it is sorted. What many have is met soon from the start of the order. A short term that many
 * have is looked for there first, because its index costs most exactly then.
 *
 * @returns the answer of `show`, with a total up to `mostCounted`, exact when no more match.
 */
export async function search(db: Database, wanted: Wanted, show: Show): Promise<string> {
  const { page, limit } = wanted
  const look = (plan: Plan) => find(db, wanted, show, plan)
  if (!hasTrigram(wanted.search)) {
    const matches = fromTheStart(wanted, Math.max(mostCounted + 1, page * limit))
    const when = sql`matched > ${mostCounted} and ${isWholePage(limit)}`
    const { answer } = await look({ matches, when, ...inexact })
    if (answer) return answer
  }
  const rare = hasTrigram(wanted.search) && (await isRare(db, wanted))
  const few = await look({
    matches: anywhere(wanted, mostCounted + 1, rare),
    when: sql`matched <= ${mostCounted}`,
    ...{ total: sql`matched`, isExact: true },
  })
  if (few.answer) return few.answer
  const matches = fromTheStart(wanted, page * limit)
  const met = await look({ matches, when: isWholePage(limit), ...inexact })
  if (met.answer) return met.answer
  // Many match, yet hardly any at the start: walking on in order would pass most of the table.
  const rest = met.matched < fewAmongThem ? sorted(wanted) : inOrder(wanted)
  const { answer } = await look({ matches: rest, ...inexact })
  if (!answer) throw new Error('select returned no row')
  return answer
}
