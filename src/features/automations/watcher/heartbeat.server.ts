import { sql } from 'drizzle-orm'
import type { OutageReason } from '#contract/vocabulary.ts'
import { newId } from '#server/database/new-id.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import { automations, outages, storedState, watch } from '#server/database/schema.ts'
import { readRefusals } from '../pings/refusals.server.ts'
import { leadsToAutomation } from '../pings/store-pings.server.ts'

/** Milliseconds. A longer time without a heartbeat of any instance is an outage. */
const gapMs = 2_000

const stoppedName = 'watch.stopped'
/** A prefix followed by the id of an outage, which the doctor does not report. */
const restartName = 'watch.restart:'

const toMs = (column: unknown) => sql`floor(extract(epoch from ${column}) * 1000)::float8`

/**
 * Records a heartbeat of this instance. Also records as outages the time before without any
 * heartbeat, and the time in which pings to known addresses were refused.
 *
 * @param hasLived whether this process has sent a heartbeat before. If so, it had stalled rather
 * than stopped.
 */
export async function recordHeartbeat(db: Database, hasLived = false): Promise<void> {
  const refused = readRefusals()
  await db.transaction(async (tx) => {
    await tx.insert(watch).values({}).onConflictDoNothing()
    const { rows } = await tx.execute<{ gap: number | null }>(sql`
      select ${toMs(sql`clock_timestamp()`)} - ${toMs(watch.awakeAt)} as gap
      from ${watch} for update`)
    const gap = rows[0]?.gap ?? 0
    if (gap >= gapMs) {
      const id = newId()
      await tx.execute(sql`
        insert into ${storedState} (name) select ${`${restartName}${id}`} from ${storedState}, ${watch}
        where name = ${stoppedName} and (value #>> '{}')::timestamptz = ${watch.awakeAt}`)
      await tx.insert(outages).values({
        id,
        reason: hasLived ? 'stalled' : 'away',
        fromAt: sql`(select awake_at from ${watch})`,
        toAt: sql`clock_timestamp()`,
      })
    }
    if (refused.uuids.length > 0) {
      await tx.execute(sql`
        insert into ${outages} (id, reason, from_at, to_at)
        select ${newId()}, 'refused', clock_timestamp() - make_interval(secs => max(first_ms) / 1000),
          clock_timestamp() - make_interval(secs => min(last_ms) / 1000)
        from unnest(${sql.param(refused.uuids)}::uuid[], ${sql.param(refused.firstMs)}::float8[],
          ${sql.param(refused.lastMs)}::float8[]) refused (uuid, first_ms, last_ms)
        where exists (select from ${automations} where ${leadsToAutomation(sql`refused.uuid`)})
        having count(*) > 0`)
    }
    await tx.update(watch).set({ awakeAt: sql`clock_timestamp()` })
  })
  refused.done()
}

/**
 * Records a regular stop after the last heartbeat, so that the outage that follows notifies nobody.
 */
export async function recordStop(db: Database): Promise<void> {
  await db.execute(sql`
    insert into ${storedState} (name, value)
    select ${stoppedName}, to_jsonb(${watch.awakeAt}) from ${watch}
    on conflict (name) do update set value = excluded.value, at = now()`)
  await db.execute(sql`
    delete from ${storedState}
    where name like ${`${restartName}%`} and at < now() - interval '2 days'`)
}

/** Whether all outages until now are recorded. */
export async function areOutagesRecorded(tx: Transaction): Promise<boolean> {
  if (readRefusals().uuids.length > 0) return false
  const { rows } = await tx.execute<{ gap: number | null }>(sql`
    select ${toMs(sql`clock_timestamp()`)} - ${toMs(watch.awakeAt)} as gap from ${watch}`)
  const gap = rows[0]?.gap
  return gap !== null && gap !== undefined && gap < gapMs
}

/** Times are Unix milliseconds. */
export type Outage = { id: string; reason: OutageReason; from: number; to: number }

export async function outagesSince(tx: Transaction, at: number): Promise<Outage[]> {
  const since = new Date(at).toISOString()
  const { rows } = await tx.execute<Outage>(sql`
    select id, reason, ${toMs(sql`from_at`)} as "from", ${toMs(sql`to_at`)} as "to" from ${outages}
    where to_at >= ${since}::timestamptz order by from_at`)
  return rows
}
