import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { NotificationEvent } from '#contract/vocabulary.ts'
import { currentMoment } from '#server/database/columns.ts'
import type { Transaction } from '#server/database/open.ts'
import { pushSubscriptions, notifications as table, users } from '#server/database/schema.ts'
import { type JobDependencies, job } from '#server/jobs/jobs.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { queuePushes } from './deliveries.server.ts'
import type { Notice } from './notice.ts'
import { mailOfNotice } from './notice-mail.server.ts'
import { type Colleague, readReachable, waysOf } from './staff.server.ts'

type Held = { id: string; userId: string; event: NotificationEvent; until: string; url: string }

/**
 * Ends the hold of due notifications and returns those that are unread and not withdrawn. Of two
 * concurrent calls, the second waits and finds none, so that nobody gets two summaries.
 */
async function release(tx: Transaction): Promise<Held[]> {
  const { rows } = await tx.execute<Held & { isOpen: boolean }>(sql`
    update ${table} n set hold_until = null
    from (select id, hold_until from ${table} where hold_until <= ${currentMoment}
      order by id for update) held
    where n.id = held.id
    returning n.id, n.user_id as "userId", n.event, held.hold_until::text as until, n.url,
      n.read_at is null and n.withdrawn_at is null as "isOpen"`)
  return rows.filter(({ isOpen }) => isOpen)
}

/** The summary contains no numbers or names of leads; they are listed under the bell. */
function summaryOf(person: Colleague, open: readonly Held[], way: 'push' | 'mail'): Notice[] {
  const chosen = open.filter(({ event }) => waysOf(person, event)[way])
  const [first] = chosen
  if (!first) return []
  const one = chosen.length === 1
  return [
    {
      event: first.event,
      eventKey: `quiet ${person.id} ${first.until}`,
      tag: `quiet:${person.id}`,
      title: one ? '1 notification is still open' : `${chosen.length} notifications are still open`,
      url: one ? first.url : '/admin/inbox',
    },
  ]
}

async function summarize(deps: JobDependencies): Promise<number> {
  return deps.db.transaction(async (tx) => {
    const open = await release(tx)
    if (open.length === 0) return 0
    const { staff } = await readReachable(tx)
    for (const person of staff) {
      const own = open.filter(({ userId }) => userId === person.id)
      for (const notice of summaryOf(person, own, 'push')) {
        await queuePushes(
          tx,
          person.devices.map((device) => ({ device, notice })),
        )
      }
      for (const notice of person.email ? summaryOf(person, own, 'mail') : []) {
        await queueMail(deps, tx, { ...mailOfNotice(deps, notice), to: person.email ?? '' })
      }
    }
    return open.length
  })
}

/** Deletes the devices of deactivated users. */
async function forgetDevices({ db }: JobDependencies): Promise<void> {
  await db.execute(sql`
    delete from ${pushSubscriptions} where user_id in (select id from ${users} where not active)`)
}

/** Sends a user one summary of what is still open after their quiet hours. */
export const summarizeQuietHours = job({
  name: 'notifications.quiet-hours',
  payload: z.object({}),
  everySeconds: 20,
  async run(deps) {
    await forgetDevices(deps)
    if ((await summarize(deps)) > 0) deps.jobs.wake()
  },
})
