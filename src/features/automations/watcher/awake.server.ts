import { sql } from 'drizzle-orm'
import { newId } from '#server/database/new-id.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import { outages, watch } from '#server/database/schema.ts'
import { refusals } from '../pings/refusals.server.ts'

/** A longer pause between two signs of life of all instances is an outage. */
const gapMs = 2_000

const toMs = (column: unknown) => sql`floor(extract(epoch from ${column}) * 1000)::float8`

/** Notes that an instance is awake, and the span before in which none was or pings were refused. */
export async function stayAwake(db: Database): Promise<void> {
  const refused = refusals()
  await db.transaction(async (tx) => {
    await tx.insert(watch).values({}).onConflictDoNothing()
    const { rows } = await tx.execute<{ gap: number | null }>(sql`
      select ${toMs(sql`clock_timestamp()`)} - ${toMs(watch.awakeAt)} as gap
      from ${watch} for update`)
    const gap = rows[0]?.gap ?? 0
    if (gap >= gapMs) {
      await tx.insert(outages).values({
        ...{ id: newId(), reason: 'away' },
        ...{ fromAt: sql`(select awake_at from ${watch})`, toAt: sql`clock_timestamp()` },
      })
    }
    if (refused) {
      const ago = (ms: number) => sql`clock_timestamp() - make_interval(secs => ${ms / 1000})`
      await tx.insert(outages).values({
        ...{ id: newId(), reason: 'refused' },
        ...{ fromAt: ago(refused.firstMs), toAt: ago(refused.lastMs) },
      })
    }
    await tx.update(watch).set({ awakeAt: sql`clock_timestamp()` })
  })
  refused?.done()
}

/** Whether it is known up to now when the product was away. */
export async function isAwake(tx: Transaction): Promise<boolean> {
  if (refusals()) return false
  const { rows } = await tx.execute<{ gap: number | null }>(sql`
    select ${toMs(sql`clock_timestamp()`)} - ${toMs(watch.awakeAt)} as gap from ${watch}`)
  const gap = rows[0]?.gap
  return gap !== null && gap !== undefined && gap < gapMs
}

/** Unix milliseconds. */
export type Outage = { id: string; from: number; to: number }

export async function outagesSince(tx: Transaction, at: number): Promise<Outage[]> {
  const since = new Date(at).toISOString()
  const { rows } = await tx.execute<Outage>(sql`
    select id, ${toMs(sql`from_at`)} as "from", ${toMs(sql`to_at`)} as "to" from ${outages}
    where to_at >= ${since}::timestamptz order by from_at`)
  return rows
}
