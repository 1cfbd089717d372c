import { type SQL, sql } from 'drizzle-orm'
import { dayAt, dayMs, startOfDay } from '#features/content/business-hours/zone-clock.ts'
import { inquiries, replyDeadlines } from '#server/database/schema.ts'
import type { Context, Service } from '#server/service/context.ts'
import type { charts, Series, Week } from './contract.ts'

const isSeen = sql`(evidence <> 'stated')`
const medianHours = sql`percentile_cont(0.5) within group (
  order by (extract(epoch from met_at - opened_at) / 3600)::float8)`

const weekCount = 12

/** Days are counted from January 1, 1970, a Thursday. */
const mondayOf = (day: number) => day - ((day + 3) % 7)

async function weeksOf({ db }: Context, timeZone: string): Promise<Week[]> {
  const monday = mondayOf(dayAt(timeZone, Date.now()))
  const days = Array.from({ length: weekCount + 1 }, (_, at) => monday + (at - weekCount + 1) * 7)
  // The browser may know time zones that PostgreSQL does not, so the boundaries are computed here.
  const starts = sql`${sql.param(days.map((day) => startOfDay(timeZone, day)))}::timestamptz[]`
  const weekOf = (at: SQL) => sql`width_bucket(${at}, ${starts})`
  const { rows } = await db.execute<Omit<Week, 'start'> & { week: number }>(sql`
    with arrived as (
      select ${weekOf(sql`created_at`)} as week, count(*)::int as inquiries
      from ${inquiries}
      where not quarantined and created_at > now() - interval '13 weeks'
      group by 1
    ), answered as (
      select ${weekOf(sql`opened_at`)} as week,
        count(*) filter (where ${isSeen})::int as replies,
        ${medianHours} filter (where ${isSeen}) as seen,
        percentile_cont(0.5) within group (order by met_at - due_at)
          filter (where ${isSeen}) > interval '0' as late,
        ${medianHours} filter (where not ${isSeen}) as stated
      from ${replyDeadlines}
      where inquiry_id is not null and met_at is not null
        and opened_at > now() - interval '13 weeks'
      group by 1
    )
    select week, coalesce(inquiries, 0) as inquiries, coalesce(replies, 0) as replies,
      seen as "replyHours", coalesce(late, false) as "isLate", stated as "statedHours"
    from generate_series(1, ${weekCount}::int) as week
      left join arrived using (week) left join answered using (week)
    order by week`)
  return rows.map(({ week, ...counts }) => ({
    start: new Date((days[week - 1] ?? 0) * dayMs).toISOString().slice(0, 10),
    ...counts,
  }))
}

async function snapshot({ db }: Context): Promise<Omit<Series, 'weeks'>> {
  const { rows } = await db.execute<Series['funnel'] & { overdue: number }>(sql`
    select
      ${count('new')}, ${count('contacted')}, ${count('qualified')}, ${count('converted')},
      ${count('closed')},
      (select count(*)::int from ${replyDeadlines}
        where inquiry_id is not null and met_at is null and waived_at is null
          and due_at <= now()) as overdue
    from ${inquiries} where not quarantined`)
  const [found] = rows
  if (!found) throw new Error('count returned no row')
  const { overdue, ...funnel } = found
  return { funnel, overdue }
}

const count = (status: keyof Series['funnel']) => sql`(count(*) filter (
  where status = ${status} and kind = 'consultation'
))::int as ${sql.identifier(status)}`

export const chartsService: Service<typeof charts> = {
  async series(context, { timeZone }) {
    const [weeks, present] = await Promise.all([weeksOf(context, timeZone), snapshot(context)])
    return { weeks, ...present }
  },
}
