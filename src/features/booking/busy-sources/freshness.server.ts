import { type SQL, sql } from 'drizzle-orm'
import type { BusySource } from '#contract/vocabulary.ts'
import { hostBusy } from '#server/database/schema.ts'

/** Holding and confirming ask again what is older. */
export type Purpose = 'listing' | 'acting'

/** In minutes. */
const maxAge: Record<Purpose, Record<BusySource, number>> = {
  listing: { google: 5, ics: 20 },
  acting: { google: 1, ics: 5 },
}

/**
 * Whether what a calendar said last still counts, for a query of `host_busy`. The clock of the
 * database alone decides, because it wrote the time of the answer as well.
 *
 * @param coveredTo until when it must be known.
 */
export function isFresh(purpose: Purpose, coveredTo: Date | SQL = sql`now()`): SQL<boolean> {
  const { google, ics } = maxAge[purpose]
  const age = sql`make_interval(mins =>
    case ${hostBusy.source} when 'google' then ${google}::int else ${ics}::int end)`
  return sql<boolean>`coalesce(
    ${hostBusy.okAt} > now() - ${age} and ${hostBusy.coversUntil} >= ${coveredTo}, false)`
}
