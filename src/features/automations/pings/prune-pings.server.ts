import { sql } from 'drizzle-orm'
import type { Config } from '#server/config.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import { pings, runs } from '#server/database/schema.ts'

/** The number of rows per statement. */
const atOnce = 500
const maxPings = 1_000
const maxBodyBytes = 2 * 1024 * 1024
/** The number of days for which failed and missed runs are kept, however many there are. */
const failedDays = 400

/**
 * Removes runs, pings and bodies of one automation beyond the number kept.
 *
 * @returns the number of rows removed or emptied.
 */
export async function prune(
  tx: Transaction | Database,
  { runs: keptRuns, pingBodies }: Pick<Config['automations'], 'runs' | 'pingBodies'>,
  automationIds: readonly string[],
): Promise<number> {
  const ids = sql.param([...automationIds])
  const last = sql`(select ping_count from automations a where a.id = p.automation_id)`
  const oldPings = await tx.execute(sql`
    delete from ${pings} where (automation_id, n) in (
      select p.automation_id, p.n from ${pings} p
      where p.automation_id = any(${ids}::uuid[]) and p.n <= ${last} - ${maxPings}
      limit ${atOnce})`)
  const oldBodies = await tx.execute(sql`
    update ${pings} set body = null where (automation_id, n) in (
      select automation_id, n from (
        select p.automation_id, p.n, row_number() over newest as place,
          sum(octet_length(p.body)) over newest as bytes
        from ${pings} p where p.automation_id = any(${ids}::uuid[]) and p.body is not null
        window newest as (partition by p.automation_id order by p.n desc)) ranked
      where place > ${pingBodies} or bytes > ${maxBodyBytes}
      limit ${atOnce})`)
  const oldRuns = await tx.execute(sql`
    delete from ${runs} where id in (
      select r.id from unnest(${ids}::uuid[]) w (id)
      cross join lateral (
        select id, outcome, created_at from ${runs} where automation_id = w.id
        order by id desc offset ${keptRuns} limit ${atOnce}) r
      where r.outcome not in ('failed', 'missed')
        or r.created_at < now() - make_interval(days => ${failedDays})
      limit ${atOnce})`)
  return (oldPings.rowCount ?? 0) + (oldBodies.rowCount ?? 0) + (oldRuns.rowCount ?? 0)
}
