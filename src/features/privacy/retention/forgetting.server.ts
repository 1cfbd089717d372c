import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { record } from '../../../server/audit.ts'
import type { Config } from '../../../server/config.ts'
import type { Transaction } from '../../../server/database/open.ts'
import { auditEntries, chatSessions, clients, inquiries } from '../../../server/database/schema.ts'
import { type JobDependencies, job } from '../../../server/jobs/jobs.ts'

/** Rows per transaction: a chat also deletes its messages, and statements time out after 5 s. */
const usualBatch = 100

const before = (days: number) => sql`now() - make_interval(days => ${days})`

/** `overdue` selects the ids of at most `most` rows past their retention. */
type Rule = {
  subject: string
  days(retain: Config['retain']): number | undefined
  table: SQL
  overdue(days: number, most: number): SQL
}

const rules: readonly Rule[] = [
  {
    subject: 'chats',
    days: ({ chats }) => chats,
    table: sql`${chatSessions}`,
    // `started_at` is redundant, as no chat ends before it starts, but lets the query use the
    // index.
    overdue: (days, most) => sql`
      select id from ${chatSessions}
      where status in ('ended', 'abandoned') and started_at < ${before(days)}
        and coalesce(ended_at, abandoned_at) < ${before(days)}
      limit ${most} for update skip locked`,
  },
  {
    subject: 'quarantined',
    days: ({ quarantined }) => quarantined,
    table: sql`${inquiries}`,
    overdue: (days, most) => sql`
      select id from ${inquiries} where quarantined and created_at < ${before(days)}
      limit ${most} for update skip locked`,
  },
  {
    subject: 'closed_inquiries',
    days: ({ closedInquiries }) => closedInquiries,
    table: sql`${inquiries}`,
    // Retention starts with the last status change; inquiries received as closed have none.
    overdue: (days, most) => sql`
      select i.id from ${inquiries} i left join (
        select subject_id, max(at) as at from ${auditEntries}
        where action = 'inquiry.status_changed' group by subject_id
      ) changed on changed.subject_id = i.id
      where i.status = 'closed' and not i.quarantined and i.client_id is null
        and i.created_at < ${before(days)} and coalesce(changed.at, i.created_at) < ${before(days)}
        and not exists (select from ${clients} c where c.converted_from = i.id)
      limit ${most} for update of i skip locked`,
  },
]

async function forgetBatch(
  tx: Transaction,
  { subject, table, overdue }: Rule,
  days: number,
  most: number,
): Promise<number> {
  const { rows } = await tx.execute(sql`
    delete from ${table} where id in (${overdue(days, most)}) returning id`)
  const count = rows.length
  if (count > 0) {
    await record(tx, undefined, { action: 'retention.deleted', subject, details: { count, days } })
  }
  return count
}

/**
 * Deletes data past its configured retention. Safe to stop after any batch and to run concurrently.
 *
 * @returns the number deleted by subject, without subjects that are kept forever.
 */
export async function forgetOld(
  { db, config }: Pick<JobDependencies, 'db' | 'config'>,
  batch = usualBatch,
): Promise<Record<string, number>> {
  const deleted: Record<string, number> = {}
  for (const rule of rules) {
    const days = rule.days(config.retain)
    if (days === undefined) continue
    let count: number
    let sum = 0
    do {
      count = await db.transaction((tx) => forgetBatch(tx, rule, days, batch))
      sum += count
    } while (count === batch)
    deleted[rule.subject] = sum
  }
  return deleted
}

export const forgetEveryNight = job({
  name: 'retention.delete',
  payload: z.object({}),
  dailyAt: { hour: 3, minute: 40 },
  patienceSeconds: 3600,
  async run(deps) {
    const deleted = await forgetOld(deps)
    if (Object.keys(deleted).length > 0) deps.log.info({ event: 'retention', deleted })
  },
})
