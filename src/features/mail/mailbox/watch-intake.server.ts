import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { notify } from '#features/notifications/delivery/notify.server.ts'
import { mailIntake, mailMailboxes } from '#server/database/schema.ts'
import { job } from '#server/jobs/jobs.ts'
import { inboxChanged } from '#server/pub-sub/inbox-changed.ts'
import type { Dependencies } from '#server/service/context.ts'
import { mailboxName } from '../incoming/position.server.ts'

const failingMinutes = 15

/**
 * Whether mail intake is broken: the mailbox cannot be read, or received mail is not parsed.
 *
 * @returns when the failure began; undefined if intake works or has failed for less than 15
 * minutes.
 */
export async function intakeFailingSince({
  db,
  config: { intake },
}: Pick<Dependencies, 'db' | 'config'>): Promise<Date | undefined> {
  if (!intake) return undefined
  const name = intake.imap ? mailboxName(intake.imap) : ''
  const { rows } = await db.execute<{ since: number | null }>(sql`
    select (extract(epoch from min(since)) * 1000)::float8 as since from (
      select failing_since as since from ${mailMailboxes} where name = ${name}
      union all
      (select received_at from ${mailIntake} where state = 'received'
        order by received_at limit 1)) found
    where since < now() - make_interval(mins => ${failingMinutes})`)
  const since = rows[0]?.since ?? null
  return since === null ? undefined : new Date(since)
}

/** Notifies everybody once of each failure. */
export const watchIntake = job({
  name: 'mail.watch-intake',
  payload: z.object({}),
  everySeconds: 60,
  async run(deps) {
    const since = await intakeFailingSince(deps)
    if (!since) return
    await deps.db.transaction((tx) =>
      notify(deps, tx, {
        event: 'intake.failing',
        eventKey: `intake ${since.toISOString().slice(0, 13)}`,
        title: 'Email isn’t coming in',
        url: '/admin',
        adminUrl: '/admin/mail',
        to: 'everybody',
      }),
    )
    inboxChanged(deps, 'notifications', 'mail')
  },
})
