import { sql } from 'drizzle-orm'
import type { Database } from '../../server/db/open.ts'
import { Written } from '../../server/written.ts'
import { orderOf, search, type Wanted } from './search.server.ts'

const iso = sql`'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`

/** Exactly `ListedClient`. */
const listed = sql`json_build_object(
  'id', c.id, 'name', c.name, 'email', c.email, 'company', c.company, 'phone', c.phone,
  'notes', c.notes, 'status', c.status,
  'createdAt', to_char(c.created_at at time zone 'UTC', ${iso}),
  'projects', (
    select coalesce(json_agg(json_build_object(
      'id', p.id, 'title', p.title, 'status', p.status, 'progress', p.progress
    ) order by p.created_at desc, p.id desc), '[]')
    from projects p where p.client_id = c.id))`

const counts = sql`json_build_object(
  'active', coalesce(sum(count) filter (where status = 'active'), 0),
  'inactive', coalesce(sum(count) filter (where status = 'inactive'), 0),
  'archived', coalesce(sum(count) filter (where status = 'archived'), 0))`

/** One page of clients as JSON, with totals from the counts that are kept beside the table. */
export async function listClients(db: Database, wanted: Wanted): Promise<Written> {
  const { rows } = await db.execute<{ page: string }>(
    wanted.search ? await searched(db, wanted) : unsearched(wanted),
  )
  if (!rows[0]) throw new Error('select returned no row')
  return new Written(rows[0].page)
}

function unsearched(wanted: Wanted) {
  const { page, limit, status } = wanted
  const { key, way } = orderOf(wanted)
  return sql`select json_build_object(
    'clients', (
      select coalesce(json_agg(${listed} order by place ${way}, id ${way}), '[]') from (
        select id, ${key} as place from clients
        ${status ? sql`where status = ${status}` : sql``}
        order by ${key} ${way}, id ${way} limit ${limit} offset ${(page - 1) * limit}
      ) as page join clients c using (id)),
    'total', coalesce(sum(count)${status ? sql` filter (where status = ${status})` : sql``}, 0),
    'totalIsExact', true,
    'counts', ${counts})::text as page
    from client_counts`
}

async function searched(db: Database, wanted: Wanted) {
  const { ids, total, exact } = await search(db, wanted)
  return sql`select json_build_object(
    'clients', (
      select coalesce(json_agg(${listed} order by place), '[]')
      from unnest(${sql.param(ids)}::uuid[]) with ordinality as page (id, place) join clients c using (id)),
    'total', ${total}::int,
    'totalIsExact', ${exact}::boolean,
    'counts', ${counts})::text as page
    from client_counts`
}
