import { lt, sql } from 'drizzle-orm'
import type { Database } from '#server/database/open.ts'
import { chatConnections, presence, storedState, users } from '#server/database/schema.ts'

/**
 * A user is idle after this long without input in any tab. Users who never sent any input are never
 * idle.
 */
const idleMinutes = 10

/** The minimum interval between two records of input. Clients report it at most once a minute. */
const activityIntervalSeconds = 30

const statePrefix = 'activity:'

/** Records that the user used a mouse, touchscreen or keyboard. */
export async function recordActivity(db: Database, userId: string): Promise<void> {
  await db
    .insert(storedState)
    .values({ name: statePrefix + userId })
    .onConflictDoUpdate({
      target: storedState.name,
      set: { at: sql`now()` },
      setWhere: lt(storedState.at, sql`now() - make_interval(secs => ${activityIntervalSeconds})`),
    })
}

const isPresent = sql`not exists (select from ${presence} p where p.user_id = u.id
  and p.state = 'away' and (p.until is null or p.until > now()))`

/** Users with an open socket who are neither away nor idle. */
export async function countAvailable(db: Database): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(distinct u.id)::int as count from ${chatConnections} c
    join ${users} u on u.id = c.user_id
    left join ${storedState} m on m.name = ${statePrefix} || u.id
    where c.role = 'admin' and c.session_id is null and ${isPresent}
      and (m.at is null or m.at > now() - make_interval(mins => ${idleMinutes}))`)
  return rows[0]?.count ?? 0
}

/** Whether somebody who is not away has a device that received a message in the last 24 hours. */
export async function isReachable(db: Database): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from ${users} u where u.active and ${isPresent} and exists (
      select from push_subscriptions s
      where s.user_id = u.id and s.last_ok_at > now() - interval '24 hours')
    limit 1`)
  return rows.length > 0
}
