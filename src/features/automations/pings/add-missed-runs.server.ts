import { sql } from 'drizzle-orm'
import { dayMs, startOfDay } from '#features/content/business-hours/zone-clock.ts'
import { newId } from '#server/database/new-id.ts'
import type { Transaction } from '#server/database/open.ts'
import { runs } from '#server/database/schema.ts'

export type Missed = {
  automationId: string
  count: number
  /** When the first missed run was due; like `at`, when it was detected, in Unix milliseconds. */
  firstDue: number
  at: number
  day: string
  zone: string
}

/** Adds to the entry for missed runs of this incident and day, or creates one. */
export async function addMissed(tx: Transaction, all: readonly Missed[]): Promise<void> {
  for (const { automationId, count, firstDue, at, day, zone } of all) {
    const date = Date.parse(day) / dayMs
    const { rows } = await tx.execute(sql`
      update ${runs} set missed_count = missed_count + ${count}
      where id = (
        select r.id from ${runs} r
        where r.automation_id = ${automationId} and r.outcome = 'missed'
          and r.finished_at >= ${startOfDay(zone, date)}
          and r.finished_at < ${startOfDay(zone, date + 1)}
          and r.finished_at >= coalesce((
            select max(opened_at) from incidents i
            where i.automation_id = ${automationId} and i.class = 'run'), '-infinity')
        order by r.id desc limit 1)
      returning id`)
    if (rows.length > 0) continue
    await tx
      .insert(runs)
      .values({
        id: newId(),
        automationId,
        outcome: 'missed',
        missedCount: count,
        dueAt: new Date(firstDue),
        finishedAt: new Date(at),
      })
      .onConflictDoNothing()
  }
}
