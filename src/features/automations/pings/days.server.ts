import { type SQL, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { automationDays as table } from '#server/database/schema.ts'
import type { Tally } from './watched.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** The date in a zone, such as `2026-11-24`. */
export function dayIn(zone: string, at: number): string {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    })
    formats.set(zone, format)
  }
  return format.format(at)
}

/**
 * The day to which something is counted. Closed days are read-only, so what belongs to them counts
 * for the next day.
 */
export function countedDay(zone: string, at: number, closedDay: string | null): string {
  const day = dayIn(zone, at)
  if (closedDay === null || day > closedDay) return day
  return new Date(Date.parse(closedDay) + 86_400_000).toISOString().slice(0, 10)
}

const counters = [
  'expected',
  'onTime',
  'late',
  'missed',
  'unobserved',
  'ok',
  'failed',
  'overrun',
  'items',
  'humanDecisions',
  'errors',
  'durationMs',
  'durationCount',
  'repeats',
  'dropped',
] as const

export type DayTally = { automationId: string; day: string; tally: Tally }

const isEmpty = (tally: Tally) =>
  counters.every((name) => tally[name] === 0) && Object.keys(tally.costMicros).length === 0

/** A statement that adds counts to days; undefined if there is nothing to add. */
export function addToDays(zone: string, all: readonly DayTally[]): SQL | undefined {
  const rows = all
    .filter(({ tally }) => !isEmpty(tally))
    .map(({ automationId, day, tally }) => ({
      automation_id: automationId,
      day,
      zone,
      cost_micros: tally.costMicros,
      ...Object.fromEntries(counters.map((name) => [toSnakeCase(name), tally[name]])),
    }))
  if (rows.length === 0) return undefined
  const names = counters.map((name) => sql.identifier(toSnakeCase(name)))
  return sql`
    insert into ${table} as d (automation_id, day, zone, cost_micros, ${sql.join(names, sql`, `)})
    select automation_id, day, zone, cost_micros, ${sql.join(names, sql`, `)}
    from json_populate_recordset(null::automation_days, ${JSON.stringify(rows)}::json)
    on conflict (automation_id, day) do update set
      ${sql.join(
        names.map((name) => sql`${name} = d.${name} + excluded.${name}`),
        sql`, `,
      )},
      cost_micros = case when excluded.cost_micros = '{}' then d.cost_micros else (
        select jsonb_object_agg(key, total) from (
          select key, sum(value::bigint) as total from (
            select * from jsonb_each_text(d.cost_micros)
            union all select * from jsonb_each_text(excluded.cost_micros)) both_costs
          group by key) sums) end`
}
