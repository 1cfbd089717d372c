import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { clockOf, dayAt } from '#features/content/business-hours/zone-clock.ts'
import { inquiries, mailThreads, storedState } from '#server/database/schema.ts'
import { job } from '#server/jobs/jobs.ts'
import { queueStaffMail } from '#server/mail/queue-mail.ts'
import type { Dependencies } from '#server/service/context.ts'

/**
 * The row with this name holds the end of the last count. Without it, messages of the last day are
 * new.
 */
const stateName = 'quarantine.digest'

/** A message may be committed this much later than its creation time. */
const commitDelay = sql`interval '1 minute'`

const digestMinute = 8 * 60

/** The next 8:00 in the firm's zone. */
export function nextDigest(now: Date, { content }: Pick<Dependencies, 'content'>): Date {
  const { timeZone } = content.resolved().hours
  const today = dayAt(timeZone, now.getTime())
  const at = (day: number) => clockOf(timeZone, day)(digestMinute, false)
  return new Date(at(today) > now.getTime() ? at(today) : at(today + 1))
}

/**
 * Mails staff the number of new messages and mails that look like spam, but never their contents.
 */
export const digestQuarantine = job({
  name: 'quarantine.digest',
  payload: z.object({}),
  nextAt: nextDigest,
  async run(deps) {
    if (!deps.config.mail) return
    await deps.db.transaction(async (tx) => {
      const aDayAgo = sql`now() - interval '1 day'`
      await tx.insert(storedState).values({ name: stateName, at: aDayAgo }).onConflictDoNothing()
      const isOwn = eq(storedState.name, stateName)
      // The lock allows only one instance at a time to count.
      const [counted] = await tx
        .select({ at: storedState.at })
        .from(storedState)
        .where(isOwn)
        .for('update')
      const waits = eq(inquiries.quarantined, true)
      const until = sql`now() - ${commitDelay}`
      const { createdAt } = inquiries
      const isNew = sql`${createdAt} > ${counted?.at.toISOString()} and ${createdAt} <= ${until}`
      const isNewThread = sql`${mailThreads.createdAt} > ${counted?.at.toISOString()}
        and ${mailThreads.createdAt} <= ${until}`
      const isSuspect = eq(mailThreads.suspect, true)
      const messages = await tx.$count(inquiries, and(waits, isNew))
      const mails = await tx.$count(mailThreads, and(isSuspect, isNewThread))
      if (messages + mails === 0) return
      await tx.update(storedState).set({ at: until }).where(isOwn)
      const { publicUrl } = deps.config
      const paragraphs = (words: string, count: number, all: number, path: string) =>
        count === 0 ? [] : [`${words}: ${count}. Undecided in all: ${all}.`, publicUrl + path]
      const paths = ['/admin?tab=inquiries&quarantined=true', '/admin/mail'] as const
      const allMessages = await tx.$count(inquiries, waits)
      const allMails = await tx.$count(mailThreads, isSuspect)
      await queueStaffMail(deps, tx, {
        kind: 'notification',
        subject: `Spam: ${messages + mails} new`,
        text: [
          ...paragraphs('New messages that look like spam', messages, allMessages, paths[0]),
          ...paragraphs('New email conversations that look like spam', mails, allMails, paths[1]),
        ].join('\n\n'),
      })
    })
    deps.jobs.wake()
  },
})
