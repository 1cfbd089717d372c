import { sql } from 'drizzle-orm'
import type { Context, Service } from '../../../server/context.ts'
import { inquiries, replyDeadlines } from '../../../server/database/schema.ts'
import type { charts, Series, Week } from './contract.ts'

const isSeen = sql`(evidence <> 'stated')`
const medianHours = sql`percentile_cont(0.5) within group (
  order by (extract(epoch from met_at - opened_at) / 3600)::float8)`

async function weeksOf({ db }: Context, timeZone: string): Promise<Week[]> {
  const { rows } = await db.execute<Week>(sql`
    with weeks as (
      select generate_series(
        this_week - interval '11 weeks', this_week, interval '1 week') as start
      from (select date_trunc('week', now() at time zone ${timeZone}) as this_week) as present
    ), arrived as (
      select date_trunc('week', created_at at time zone ${timeZone}) as start,
        count(*)::int as inquiries
      from ${inquiries}
      where not quarantined and created_at > now() - interval '13 weeks'
      group by 1
    ), answered as (
      select date_trunc('week', opened_at at time zone ${timeZone}) as start,
        count(*) filter (where ${isSeen})::int as replies,
        ${medianHours} filter (where ${isSeen}) as seen,
        ${medianHours} filter (where not ${isSeen}) as stated
      from ${replyDeadlines}
      where inquiry_id is not null and met_at is not null and not imported
        and opened_at > now() - interval '13 weeks'
      group by 1
    )
    select to_char(weeks.start, 'YYYY-MM-DD') as start,
      coalesce(inquiries, 0) as inquiries, coalesce(replies, 0) as replies,
      seen as "replyHours", stated as "statedHours"
    from weeks left join arrived using (start) left join answered using (start)
    order by weeks.start`)
  return rows
}

async function snapshot({ db }: Context): Promise<Omit<Series, 'weeks'>> {
  const { rows } = await db.execute<Series['funnel'] & { overdue: number }>(sql`
    select
      ${count('new')}, ${count('contacted')}, ${count('qualified')}, ${count('converted')},
      ${count('closed')},
      (select count(*)::int from ${replyDeadlines}
        where inquiry_id is not null and met_at is null and waived_at is null and not imported
          and due_at <= now()) as overdue
    from ${inquiries} where not quarantined`)
  const [found] = rows
  if (!found) throw new Error('count returned no row')
  const { overdue, ...funnel } = found
  return { funnel, overdue }
}

const count = (status: keyof Series['funnel']) => sql`(count(*) filter (
  where status = ${status} and (service = 'consultation' or consultation_data is not null)
))::int as ${sql.identifier(status)}`

export const chartsService: Service<typeof charts> = {
  async series(context, { timeZone }) {
    const [weeks, present] = await Promise.all([weeksOf(context, timeZone), snapshot(context)])
    return { weeks, ...present }
  },
}
