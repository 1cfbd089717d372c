import { sql } from 'drizzle-orm'
import type { Database } from '../database/open.ts'
import { mailMessages as table } from '../database/schema.ts'
import { anyOf, toVisitors } from './kinds.ts'

/** Mail counts as failing when some was due for this long but none was accepted. */
export const failingMinutes = 15

/**
 * Whether sending mail fails: attempts fail and none has succeeded since, or due mail is not
 * attempted at all. A refused address of a visitor or an invited person does not count.
 *
 * @returns when the failure began; undefined when mail is sent, or has failed for less than 15
 * minutes.
 */
export async function mailFailingSince(db: Pick<Database, 'execute'>): Promise<Date | undefined> {
  const { rows } = await db.execute<{ since: string | null }>(sql`
    with last as (
      select coalesce(max(accepted_at), '-infinity') as at from ${table} where direction = 'out'),
    stuck as (
      select greatest(send_at, last.at) as since from ${table}, last
      where direction = 'out' and (
        delivery = 'queued' and attempts > 0
          and (error_code in ('login_refused', 'no_answer', 'unreachable')
            or error_code = 'delayed' and send_at > last.at)
        or delivery = 'queued' and attempts = 0 and next_attempt_at < now()
          and kind not in (${anyOf(toVisitors)})
        or delivery = 'failed' and send_at > last.at
          and (error_code = 'given_up' or error_code = 'rejected' and kind in ('lead_alert', 'notification'))))
    select extract(epoch from min(since)) * 1000 as since from stuck
    where since < now() - make_interval(mins => ${failingMinutes})`)
  const [found] = rows
  return found?.since ? new Date(Number(found.since)) : undefined
}
