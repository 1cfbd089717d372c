import { sql } from 'drizzle-orm'
import { mailMessages as table } from '../database/schema.ts'
import type { Dependencies } from '../service/context.ts'
import { anyOf, toVisitors } from './kinds.ts'
import { mailFailingSince } from './mail-failures.ts'

export type MailState = {
  isSetUp: boolean
  failingSince: Date | undefined
  /** Replies and mails to staff that failed in the last 7 days, and when the first of them did. */
  undelivered: { count: number; since: Date | undefined }
}

/**
 * Leaves out automatic mail to visitors, because a visitor's wrong address needs nobody's
 * attention.
 */
async function readUndelivered({ db }: Pick<Dependencies, 'db'>) {
  const { rows } = await db.execute<{ count: number; since: number | null }>(sql`
    select count(*)::int as count, (extract(epoch from min(send_at)) * 1000)::float8 as since
    from ${table}
    where direction = 'out' and delivery = 'failed' and send_at > now() - interval '7 days'
      and kind not in (${anyOf(toVisitors)})`)
  const { count = 0, since = null } = rows[0] ?? {}
  return { count, since: since === null ? undefined : new Date(since) }
}

export async function readMailState(deps: Pick<Dependencies, 'config' | 'db'>): Promise<MailState> {
  const isSetUp = deps.config.mail !== undefined
  const [failingSince, undelivered] = await Promise.all([
    isSetUp ? mailFailingSince(deps.db) : undefined,
    readUndelivered(deps),
  ])
  return { isSetUp, failingSince, undelivered }
}
