import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Config } from '#server/config.ts'
import type { Transaction } from '#server/database/open.ts'
import {
  auditEntries,
  bookings,
  chatSessions,
  clients,
  inquiries,
  mailIntake,
  mailMessages,
  mailThreads,
  notificationDeliveries,
  notifications,
} from '#server/database/schema.ts'
import { type JobDependencies, job } from '#server/jobs/jobs.ts'
import { inboxChanged } from '#server/pub-sub/inbox-changed.ts'
import { record } from '#server/service/audit.ts'

/**
 * Rows per transaction. Deleting a chat also deletes its messages, and statements time out after 5
 * s.
 */
const usualBatch = 100

const before = (days: number) => sql`now() - make_interval(days => ${days})`

/** `overdue` selects the ids of at most `max` rows past their retention. */
type Rule = {
  subject: string
  days(retain: Config['retain']): number | undefined
  table: SQL
  overdue(days: number, max: number): SQL
}

const rules: readonly Rule[] = [
  {
    subject: 'chats',
    days: ({ chats }) => chats,
    table: sql`${chatSessions}`,
    // The condition on `started_at` is redundant, as no chat ends before it starts, but it lets the
    // query use the index.
    overdue: (days, max) => sql`
      select id from ${chatSessions}
      where status in ('ended', 'abandoned') and started_at < ${before(days)}
        and coalesce(ended_at, abandoned_at) < ${before(days)}
      limit ${max} for update skip locked`,
  },
  {
    subject: 'mail_threads',
    days: ({ mail }) => mail,
    table: sql`${mailThreads}`,
    overdue: (days, max) => sql`
      select id from ${mailThreads} where client_id is null and last_message_at < ${before(days)}
      limit ${max} for update skip locked`,
  },
  {
    // These mails belong to no lead, chat or thread whose deletion would also delete them.
    subject: 'staff_mails',
    days: ({ mail }) => mail,
    table: sql`${mailMessages}`,
    overdue: (days, max) => sql`
      select id from ${mailMessages}
      where thread_id is null and inquiry_id is null and chat_session_id is null
        and created_at < ${before(days)}
      limit ${max} for update skip locked`,
  },
  {
    // They look like spam as their requests do, which are deleted next.
    subject: 'suspect_calls',
    days: ({ quarantined }) => quarantined,
    table: sql`${bookings}`,
    overdue: (days, max) => sql`
      select id from ${bookings}
      where state = 'pending' and pending_reason = 'suspect' and created_at < ${before(days)}
      limit ${max} for update skip locked`,
  },
  {
    subject: 'quarantined',
    days: ({ quarantined }) => quarantined,
    table: sql`${inquiries}`,
    overdue: (days, max) => sql`
      select id from ${inquiries} where quarantined and created_at < ${before(days)}
      limit ${max} for update skip locked`,
  },
  {
    subject: 'bookings',
    days: ({ bookings }) => bookings,
    table: sql`${bookings}`,
    overdue: (days, max) => sql`
      select id from ${bookings}
      where state in ('pending', 'booked', 'cancelled') and client_id is null
        and coalesce(cancelled_at, ends_at) < ${before(days)}
      limit ${max} for update skip locked`,
  },
  {
    subject: 'closed_inquiries',
    days: ({ closedInquiries }) => closedInquiries,
    table: sql`${inquiries}`,
    // Retention starts with the last status change; inquiries received as closed have none.
    overdue: (days, max) => sql`
      select i.id from ${inquiries} i left join (
        select subject_id, max(at) as at from ${auditEntries}
        where action = 'inquiry.status_changed' group by subject_id
      ) changed on changed.subject_id = i.id
      where i.status = 'closed' and not i.quarantined and i.client_id is null
        and i.created_at < ${before(days)} and coalesce(changed.at, i.created_at) < ${before(days)}
        and not exists (select from ${clients} c where c.converted_from = i.id)
      limit ${max} for update of i skip locked`,
  },
]

async function forgetBatch(
  tx: Transaction,
  { subject, table, overdue }: Rule,
  days: number,
  max: number,
): Promise<number> {
  const { rows } = await tx.execute(sql`
    delete from ${table} where id in (${overdue(days, max)}) returning id`)
  const count = rows.length
  if (count > 0) {
    await record(tx, undefined, { action: 'retention.deleted', subject, details: { count, days } })
  }
  return count
}

/**
 * Deletes data past its configured retention. Safe to stop after any batch and to run concurrently.
 *
 * @returns the number deleted by subject, without subjects that never expire.
 */
export async function deleteExpired(
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

/**
 * In days. These rows are always deleted, without an audit entry, because they only copy what is
 * recorded elsewhere.
 */
const notificationDays = 90
const deliveryDays = 30
const intakeDays = 30

async function deleteNotifications({ db }: JobDependencies): Promise<void> {
  await db.execute(sql`
    delete from ${notificationDeliveries} where created_at < ${before(deliveryDays)}`)
  await db.execute(sql`
    delete from ${notifications} where created_at < ${before(notificationDays)}`)
}

/** Deletes the intake rows of mail that was stored as a message or ignored. */
async function deleteIntake({ db }: JobDependencies): Promise<void> {
  await db.execute(sql`
    delete from ${mailIntake}
    where state in ('done', 'ignored') and received_at < ${before(intakeDays)}`)
}

export const deleteExpiredNightly = job({
  name: 'retention.delete',
  payload: z.object({}),
  dailyAt: { hour: 3, minute: 40 },
  timeoutSeconds: 3600,
  async run(deps) {
    const deleted = await deleteExpired(deps)
    await deleteNotifications(deps)
    await deleteIntake(deps)
    if (Object.values(deleted).some((count) => count > 0))
      inboxChanged(deps, 'inbox', 'leads', 'mail')
    if (Object.keys(deleted).length > 0) deps.log.info({ event: 'retention', deleted })
  },
})
