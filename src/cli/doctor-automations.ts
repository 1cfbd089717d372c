import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Config } from '#server/config.ts'
import { connectToDatabase } from './doctor-database.ts'
import { type Finding, failed, notSet, ok, warning } from './doctor-findings.ts'

type Facts = { automations: number; turnSeconds: number | null; outages: number; away: number }

async function readFacts(config: Config): Promise<Facts | undefined> {
  const client = await connectToDatabase(config)
  if (!client) return undefined
  try {
    const { rows } = await drizzle({ client }).execute<Facts>(sql`
      select (select count(*)::int from automations where state <> 'retired') as automations,
        (select extract(epoch from clock_timestamp() - turn_at)::float8 from watch) as "turnSeconds",
        found.*
      from (
        select count(*)::int as outages,
          coalesce(sum(extract(epoch from to_at - from_at)), 0)::float8 as away
        from outages where to_at > now() - interval '1 day'
          and not exists (select from stored_state where name = 'watch.restart:' || outages.id)) found`)
    return rows[0]
  } finally {
    await client.end()
  }
}

/** The check fails if the watcher's last turn is longer ago than this. */
const maxTurnSeconds = 5

export async function checkAutomations(config: Config): Promise<Finding[]> {
  const facts = await readFacts(config)
  const watchdog = config.automations.watchdogUrl
    ? ok('Watchdog', 'WATCHDOG_URL is told every minute.')
    : notSet('Watchdog', 'WATCHDOG_URL is not set: nobody notices when the product itself stops.')
  if (!facts) return [notSet('Automations', 'checked only while the product runs.'), watchdog]
  const { automations, turnSeconds, outages, away } = facts
  const isWatching = turnSeconds !== null && turnSeconds < maxTurnSeconds
  return [
    isWatching
      ? ok('Automations', `${automations} are watched.`)
      : failed('Automations', 'the watcher had no turn in 5 seconds: look at the log.'),
    outages === 0
      ? ok('Outages', 'none in the last day, ordered restarts not counted.')
      : warning(
          'Outages',
          `${outages} in the last day, ${Math.ceil(away)} seconds in all, in which the product was killed, hung or refused pings: look at the log of that time.`,
        ),
    watchdog,
  ]
}
