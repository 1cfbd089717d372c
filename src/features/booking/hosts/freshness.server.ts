import { type SQL, sql } from 'drizzle-orm'
import type { BusySource } from '#contract/vocabulary.ts'
import { hostBusy } from '#server/database/schema.ts'

/** Holding and confirming a time (`acting`) require newer data than listing times. */
export type Purpose = 'listing' | 'acting'

/** Minutes. */
const maxAge: Record<Purpose, Record<BusySource, number>> = {
  listing: { google: 5, ics: 20 },
  acting: { google: 1, ics: 5 },
}

/**
 * Whether the last data from a calendar is still valid, for a query on `host_busy`. Only the
 * database's clock decides, because it also set the time of the data.
 *
 * @param coveredTo the time up to which the calendar must be known.
 */
export function isFresh(purpose: Purpose, coveredTo: Date | SQL = sql`now()`): SQL<boolean> {
  const { google, ics } = maxAge[purpose]
  const age = sql`make_interval(mins =>
    case ${hostBusy.source} when 'google' then ${google}::int else ${ics}::int end)`
  return sql<boolean>`coalesce(
    ${hostBusy.okAt} > now() - ${age} and ${hostBusy.coversUntil} >= ${coveredTo}, false)`
}
