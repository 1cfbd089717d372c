import { buffer } from 'node:stream/consumers'
import { eq, sql } from 'drizzle-orm'
import { describeError } from '#server/database/describe-error.ts'
import { isFree, leaseFor } from '#server/database/lease.ts'
import { mailIntake as table } from '#server/database/schema.ts'
import { toFailure } from '#server/http/errors.ts'
import type { JobDependencies } from '#server/jobs/jobs.ts'
import { parseMail, UnreadableMail } from '#server/mime/parse-mail.ts'
import { inboxChanged } from '#server/pub-sub/inbox-changed.ts'
import type { ReceivedMailHandlers } from './received-mail.server.ts'
import { type Intake, storeMail } from './store-mail.server.ts'

/** Seconds. Longer than parsing and storing take. */
const leaseSeconds = 120

/** After this many failures to parse it, a mail is set aside, so that the queue continues. */
const maxFailures = 3

/** If the process died this many times while it had a mail, the mail may be the cause. */
const maxAttempts = 6

const retrySeconds = 10

async function take({ db }: JobDependencies): Promise<Intake | undefined> {
  const [taken] = await db
    .update(table)
    .set({
      attempts: sql`${table.attempts} + 1`,
      leaseUntil: leaseFor(leaseSeconds),
    })
    .where(
      sql`${table.id} = (select id from ${table}
        where state = 'received' and ${isFree(table.leaseUntil)}
        order by received_at, id for update skip locked limit 1)`,
    )
    .returning()
  return taken
}

async function setAside(deps: JobDependencies, intake: Intake, reason: string): Promise<void> {
  const sender = intake.fromAddresses[0] ?? intake.envelopeSender
  await deps.db
    .update(table)
    .set({ state: 'unreadable', error: reason, leaseUntil: null, envelopeSender: sender })
    .where(eq(table.id, intake.id))
  deps.log.warn({ event: 'mail_unreadable', reason })
  inboxChanged(deps, 'mail')
}

/** @param counts whether the failure is the mail's fault and counts as an attempt. */
async function postpone({ db }: JobDependencies, { id }: Intake, error: string, counts: boolean) {
  await db
    .update(table)
    .set({
      error,
      leaseUntil: leaseFor(retrySeconds),
      ...(!counts && { attempts: sql`greatest(0, ${table.attempts} - 1)` }),
    })
    .where(eq(table.id, id))
}

/** Our own addresses and names, which mark quotations of our mails. */
function ourselves({ config: { mail, intake }, content }: JobDependencies) {
  const own = [mail?.from.address, mail?.replyTo, intake?.imap?.user, ...(mail?.to ?? [])]
  return {
    addresses: own.filter((one) => one !== undefined),
    names: [mail?.from.name ?? '', content.resolved().firm.name],
  }
}

async function processOne(
  deps: JobDependencies,
  handlers: ReceivedMailHandlers,
  intake: Intake,
): Promise<void> {
  const { storageKey, attempts } = intake
  if (!storageKey || attempts > maxAttempts) return setAside(deps, intake, 'crashed')
  try {
    const bytes = await buffer(await deps.storage.read(storageKey))
    const { mail, contents } = await parseMail(bytes, ourselves(deps))
    await storeMail(deps, handlers, intake, mail, contents)
  } catch (error) {
    const isUnreadable = error instanceof UnreadableMail
    const isOurs = !isUnreadable && toFailure(error).code !== 'internal'
    const reason = isUnreadable ? error.reason : isOurs ? 'unavailable' : 'internal'
    if (!isUnreadable) deps.log.warn({ event: 'mail_intake', error: describeError(error) })
    if (!isOurs && attempts >= maxFailures) return setAside(deps, intake, reason)
    await postpone(deps, intake, reason, !isOurs)
  }
}

/**
 * Parses and stores the mail that has waited longest. If a process dies, its mail is taken again
 * after the lease.
 *
 * @returns false if no mail is waiting.
 */
export async function processNextMail(
  deps: JobDependencies,
  handlers: ReceivedMailHandlers,
): Promise<boolean> {
  const intake = await take(deps)
  if (intake) await processOne(deps, handlers, intake)
  return intake !== undefined
}
