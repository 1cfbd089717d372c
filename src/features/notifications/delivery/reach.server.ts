import { sql } from 'drizzle-orm'
import type { Database } from '#server/database/open.ts'
import { notificationChannels, pushSubscriptions, users } from '#server/database/schema.ts'

/** A device that was not reached for this long counts as lost. */
const deviceDays = 7

/**
 * Ways to notify staff other than mail, and the names of channels turned off because they were
 * gone.
 */
export type Reach = { channel: boolean; device: boolean; lost: string[] }

export async function readReach(db: Pick<Database, 'execute'>): Promise<Reach> {
  const { rows } = await db.execute<Reach>(sql`
    select
      exists (select from ${notificationChannels}
        where active and last_ok_at is not null and failing_since is null) as channel,
      exists (select from ${pushSubscriptions} p
        join ${users} u on u.id = p.user_id and u.active
        where p.last_ok_at > now() - make_interval(days => ${deviceDays})) as device,
      array(select name from ${notificationChannels}
        where not active and failing_since is not null order by failing_since) as lost`)
  return rows[0] ?? { channel: false, device: false, lost: [] }
}
