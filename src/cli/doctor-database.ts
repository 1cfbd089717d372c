import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import type { Config } from '#server/config.ts'
import { describeClocks } from '#server/database/clock.ts'
import { serverVersion } from '#server/own-postgres/programs.ts'
import { findOwnServer } from '#server/own-postgres/server.ts'
import { checkBooking } from './doctor-booking.ts'
import { type Finding, failed, notSet, ok, runCheck, warning } from './doctor-findings.ts'

/** @returns undefined when no server is running: the own one only runs with the product. */
export async function connectToDatabase(config: Config): Promise<Client | undefined> {
  const url = config.databaseUrl ?? findOwnServer(config.dataDir)
  if (!url) return undefined
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 5_000,
  })
  client.on('error', () => {})
  await client.connect()
  return client
}

const oldestVersion = 15

export async function checkDatabase(config: Config): Promise<Finding[]> {
  const check = 'Database'
  const directory = join(config.dataDir, 'database')
  const isReachable = config.databaseUrl ?? findOwnServer(config.dataDir)
  if (!isReachable && !existsSync(directory))
    return [
      failed(check, `${directory} is not there: start the product once, or look at DATA_DIR.`),
    ]
  const client = await connectToDatabase(config)
  if (!client)
    return [
      ok(check, `the product's own PostgreSQL ${serverVersion()}, which does not run now.`),
      notSet('Google consents', 'checked only while the product runs.'),
    ]
  try {
    return [
      ...(await engine(client)),
      ...(await runCheck('Clocks', () => clocks(client))),
      ...(await runCheck('Google consents', () => consents(client, config))),
      ...(await runCheck('Job queue', () => queue(client))),
      ...(await runCheck('Booking', () => checkBooking(client, config))),
    ]
  } finally {
    await client.end()
  }
}

function unicodeOrder(found: { ordered: string | null; orders: string | null }): Finding {
  const check = 'Unicode order'
  const { ordered, orders } = found
  if (!orders) return failed(check, 'ICU is missing: use a PostgreSQL that is built with it.')
  if (ordered === orders) return ok(check, `ICU ${orders} sorts names and folds case.`)
  return warning(
    check,
    `indexes were made with ICU ${ordered}, now it is ${orders}: REINDEX DATABASE, then, as a superuser, ALTER COLLATION "und-x-icu" REFRESH VERSION.`,
  )
}

async function engine(client: Client): Promise<Finding[]> {
  const { rows } = await client.query<{
    version: number
    release: string
    trigrams: boolean
    ordered: string | null
    orders: string | null
  }>(
    `select current_setting('server_version_num')::int / 10000 as version,
      current_setting('server_version') as release,
      exists (select from pg_extension where extname = 'pg_trgm') as trigrams,
      (select collversion from pg_collation where collname = 'und-x-icu') as ordered,
      (select pg_collation_actual_version(oid) from pg_collation
        where collname = 'und-x-icu') as orders`,
  )
  const [found] = rows
  if (!found) throw new Error('no answer')
  return [
    found.version >= oldestVersion
      ? ok('Database', `PostgreSQL ${found.release} answers.`)
      : failed('Database', `PostgreSQL ${found.version}: ${oldestVersion} or later is needed.`),
    found.trigrams
      ? ok('Extension pg_trgm', 'is there.')
      : failed(
          'Extension pg_trgm',
          'is missing: CREATE EXTENSION pg_trgm, as the owner of the database.',
        ),
    unicodeOrder(found),
  ]
}

async function clocks(client: Client): Promise<Finding> {
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
  const problem = describeClocks(rows[0]?.now ?? new Date(), new Date())
  return problem ? warning('Clocks', problem) : ok('Clocks', 'this machine and the database agree.')
}

async function consents(client: Client, { google }: Config): Promise<Finding> {
  const check = 'Google consents'
  if (!google) return notSet(check, 'GOOGLE_CLIENT_ID is not set.')
  const { rows } = await client.query<{ group: string; state: string }>(
    `select scope_group as "group", state from google_grants order by scope_group`,
  )
  if (rows.length === 0) return notSet(check, 'no account is connected.')
  const dead = rows.filter(({ state }) => state !== 'ok').map(({ group }) => group)
  return dead.length > 0
    ? failed(check, `ended for ${dead.join(', ')}: connect again under Google Workspace.`)
    : ok(check, `${rows.map(({ group }) => group).join(', ')} are good.`)
}

async function queue(client: Client): Promise<Finding> {
  const check = 'Job queue'
  const { rows } = await client.query<{ failed: number; late: number }>(
    `select (count(*) filter (where finished_at is not null))::int as failed,
      (count(*) filter (where finished_at is null and run_at < now() - interval '10 minutes'))::int as late
    from jobs`,
  )
  const { failed: given = 0, late = 0 } = rows[0] ?? {}
  if (late > 0)
    return failed(check, `${late} jobs wait for more than 10 minutes: is a server running?`)
  return given > 0
    ? warning(check, `${given} jobs failed for good in 30 days: see event job_failed in the log.`)
    : ok(check, 'nothing waits.')
}
