import { type SQL, sql } from 'drizzle-orm'
import type { Output } from '#contract/endpoint.ts'
import type { Database } from '#server/database/open.ts'
import { replyDeadlines as table } from '#server/database/schema.ts'
import type { inbox } from './contract.ts'

type Stats = Output<typeof inbox.stats>

const count = (which: SQL) => sql`coalesce(sum(count) filter (where ${which}), 0)::int`

/**
 * Figures of leads whose deadline was opened in the last `days`. `n`, `onTime` and `medianMinutes`
 * count only evidence that the product recorded; stated replies are included in `byEvidence` alone.
 * Everything is read from the index `reply_deadlines_figures`. Response times are grouped by value
 * and counted before they are sorted.
 */
export async function replyStats(db: Database, days: number): Promise<Stats> {
  const { rows } = await db.execute<Omit<Stats, 'byEvidence'> & Stats['byEvidence']>(sql`
    with leads as materialized (
      select evidence, met_at <= due_at as on_time, met_at is null and due_at <= now() as overdue,
        case when evidence <> 'stated' then met_at - opened_at end as took, count(*) as count
      from ${table}
      where kind in ('inquiry', 'consultation') and waived_at is null
        and opened_at > now() - make_interval(days => ${days})
      group by 1, 2, 3, 4
    ),
    placed as (
      select took, sum(count) over (order by took) as last, sum(count) over () as n
      from (select took, sum(count) as count from leads where took is not null group by took) seen
    ),
    middle as (
      select (select min(took) from placed where last >= n / 2) as lower,
        (select min(took) from placed where last >= (n + 1) / 2) as upper
    )
    select ${count(sql`took is not null`)} as n, ${count(sql`took is not null and on_time`)} as "onTime",
      (select extract(epoch from lower + upper)::float8 / 120 from middle) as "medianMinutes",
      ${count(sql`evidence = 'mail'`)} as mail, ${count(sql`evidence = 'chat'`)} as chat,
      ${count(sql`evidence = 'booking'`)} as booking, ${count(sql`evidence = 'stated'`)} as stated,
      ${count(sql`evidence is null`)} as open, ${count(sql`overdue`)} as overdue
    from leads`)
  const [found] = rows
  if (!found) throw new Error('count returned no row')
  const { mail, chat, booking, stated, ...figures } = found
  const { medianMinutes } = figures
  return {
    ...figures,
    medianMinutes: medianMinutes === null ? null : Math.round(medianMinutes),
    byEvidence: { mail, chat, booking, stated },
  }
}
