import { type SQL, sql } from 'drizzle-orm'
import { Failure } from '../../../contract/failure.ts'
import { isoTime } from '../../../server/database/iso-time.ts'
import type { Database } from '../../../server/database/open.ts'
import { openConcurrencyLimit } from '../../../server/http/concurrency-limit.ts'
import { RawJson } from '../../../server/http/raw-json.ts'
import { orderOf, type Show, search, type Wanted } from './search.server.ts'

/** Must match `ListedClient`. */
const listed = sql`json_build_object(
  'id', c.id, 'name', c.name, 'email', c.email, 'company', c.company, 'phone', c.phone,
  'notes', c.notes, 'status', c.status,
  'createdAt', ${isoTime(sql`c.created_at`)},
  'updatedAt', ${isoTime(sql`c.updated_at`)},
  'projects', (
    select coalesce(json_agg(json_build_object(
      'id', p.id, 'title', p.title, 'status', p.status, 'progress', p.progress
    ) order by p.created_at desc, p.id desc), '[]')
    from projects p where p.client_id = c.id))`

const counts = sql`json_build_object(
  'active', coalesce(sum(count) filter (where status = 'active'), 0),
  'inactive', coalesce(sum(count) filter (where status = 'inactive'), 0),
  'archived', coalesce(sum(count) filter (where status = 'archived'), 0))`

/** Limits concurrent searches, so that connections remain for other queries. */
const limitSearches = openConcurrencyLimit(
  4,
  100,
  () =>
    new Failure('unavailable', 'Too many searches at once. Please try again in a moment.', {
      retryAfter: 2,
    }),
)

export async function listClients(db: Database, wanted: Wanted): Promise<RawJson> {
  if (wanted.search) {
    const show: Show = (total, isExact) => answerOf(wanted, total, isExact)
    return new RawJson(await limitSearches(() => search(db, wanted, show)))
  }
  const span = await spanOf(db, wanted)
  const { rows } = await db.execute<{ answer: string }>(unsearched(wanted, span))
  if (!rows[0]) throw new Error('select returned no row')
  return new RawJson(rows[0].answer)
}

function answerOf(wanted: Wanted, total: SQL, isExact: SQL): SQL {
  const { way } = orderOf(wanted)
  return sql`select json_build_object(
    'clients', (
      select coalesce(json_agg(${listed} order by place ${way}, id ${way}), '[]')
      from page join clients c using (id)),
    'total', ${total},
    'totalIsExact', ${isExact},
    'counts', ${counts})::text as answer
    from client_counts`
}

type Span = { skip: number; take: number; fromEnd: boolean }

/** Pages up to this one are fast to reach without knowing the total. */
const nearPages = 100

async function spanOf(db: Database, { page, limit, status }: Wanted): Promise<Span> {
  const skip = (page - 1) * limit
  if (page <= nearPages) return { skip, take: limit, fromEnd: false }
  const { rows } = await db.execute<{ total: number }>(sql`
    select coalesce(sum(count), 0)::int as total from client_counts
    ${status ? sql`where status = ${status}` : sql``}`)
  const total = rows[0]?.total ?? 0
  const take = Math.max(Math.min(limit, total - skip), 0)
  const skipFromEnd = Math.max(total - skip - take, 0)
  const fromEnd = take > 0 && skipFromEnd < skip
  return { skip: take === 0 ? 0 : fromEnd ? skipFromEnd : skip, take, fromEnd }
}

function unsearched(wanted: Wanted, { skip, take, fromEnd }: Span) {
  const { status } = wanted
  const { key, way, back } = orderOf(wanted)
  const walk = fromEnd ? back : way
  const counted = status ? sql` filter (where status = ${status})` : sql``
  return sql`with page as (
      select id, ${key} as place from clients
      ${status ? sql`where status = ${status}` : sql``}
      order by ${key} ${walk}, id ${walk} limit ${take} offset ${skip})
    ${answerOf(wanted, sql`coalesce(sum(count)${counted}, 0)`, sql`true`)}`
}
