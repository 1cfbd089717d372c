import { asc, gt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { automations, outages, runs } from '#server/database/schema.ts'
import { job } from '#server/jobs/jobs.ts'
import { prune } from './prune-pings.server.ts'

/** A run that has not ended after this many hours never will. */
const maxHours = 72
/** The number of days for which outages are kept. */
const outageDays = 400

/** Removes rows beyond the number kept, and ends abandoned runs, every night. */
export const pruneNightly = job({
  name: 'automations.prune',
  payload: z.object({}),
  dailyAt: { hour: 4, minute: 20 },
  timeoutSeconds: 900,
  async run({ db, config }) {
    await db.execute(sql`
      update ${runs} set outcome = 'overrun' where outcome = 'running'
        and started_at < now() - make_interval(hours => ${maxHours})`)
    await db.execute(sql`
      delete from ${outages} where to_at < now() - make_interval(days => ${outageDays})`)
    let last = '00000000-0000-0000-0000-000000000000'
    for (;;) {
      const [next] = await db
        .select({ id: automations.id })
        .from(automations)
        .where(gt(automations.id, last))
        .orderBy(asc(automations.id))
        .limit(1)
      if (!next) return
      last = next.id
      while ((await prune(db, config.automations, [next.id])) > 0);
    }
  },
})
