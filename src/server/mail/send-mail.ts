import { and, eq, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { isMailbox } from '#contract/email-address.ts'
import type { MailKind } from '#contract/vocabulary.ts'
import { describeError } from '#server/database/describe-error.ts'
import { currentMoment } from '../database/columns.ts'
import { isFree, leaseFor } from '../database/lease.ts'
import { lockNamed } from '../database/named-lock.ts'
import type { Database, Transaction } from '../database/open.ts'
import { executePrepared } from '../database/prepared.ts'
import { mailMessages as table } from '../database/schema.ts'
import { type JobDependencies, runUntilStopped } from '../jobs/jobs.ts'
import { inboxChanged } from '../pub-sub/inbox-changed.ts'
import { type CalendarPart, compose } from './compose.ts'
import { anyOf, toStaff, toVisitors } from './kinds.ts'
import { type SendResult, send } from './transport.ts'

export type SentMail = typeof table.$inferSelect

/** How many mails are sent at the same time. */
const batch = 4

/** In seconds. The lease outlasts the longest attempt. */
const leaseSeconds = 120

/**
 * How many automatic mails of one budget are sent to visitors in an hour. The rest waits, so that a
 * flood of forms does not become a flood of mail.
 */
const maxOfBudget = 200

/**
 * How many mails about calls a mailbox gets in an hour, because whoever entered the address may not
 * own it.
 */
const maxOfMailbox = 3

/**
 * The budget that a mail counts toward; a full budget does not hold up the others. It is null for
 * mail to staff, including hosts. The Message-ID of a mail about a call says what it is about.
 */
const budget = sql`case
  when kind not in (${anyOf(toVisitors)}) or message_id like '<booking.%.host-%' then null
  when message_id like '<booking.%.reminder-%' then 'reminder'
  when message_id similar to '<booking.%.(booked|pending).%' then 'booked'
  else kind end`

/** The mailbox as in `mailboxOf`, for budgets with a limit for each mailbox. */
const limitedMailbox = sql`case when ${budget} in ('booked', 'meeting')
  then regexp_replace(lower(to_address), '\\+[^@]*(?=@[^@]*$)', '') end`

/** Minutes until each further attempt. The last value repeats. */
const retryMinutes = [1, 5, 15, 60]

const hoursUntilGivenUp = (kind: MailKind) => (toStaff.includes(kind) ? 4 : 24)

/** Leases due mails. The lock keeps two instances from both using the rest of an hourly limit. */
async function take({ db }: JobDependencies): Promise<SentMail[]> {
  const isDue = sql`delivery = 'queued' and next_attempt_at <= ${currentMoment}
    and ${isFree(table.leaseUntil)}`
  // Usually no mail is due, which this cheap query finds out.
  const due = await executePrepared(
    db,
    sql`select true as due from ${table} where ${isDue} limit 1`,
  )
  if (due.length === 0) return []
  return db.transaction(async (tx) => {
    const lock = lockNamed('automatic mail')
    await executePrepared(tx, lock)
    const rows = await executePrepared<{ id: string }>(
      tx,
      sql`
      with used as (
        select ${budget} as budget, ${limitedMailbox} as mailbox from ${table}
        where accepted_at > now() - interval '1 hour'
          or delivery = 'queued' and lease_until > now()
      ), due as (
        select id, next_attempt_at, ${budget} as budget, ${limitedMailbox} as mailbox,
          row_number() over (partition by ${limitedMailbox} order by next_attempt_at, id) as place
        from ${table} where ${isDue}
      ), with_room as (
        select id, next_attempt_at, budget,
          row_number() over (partition by budget order by next_attempt_at, id) as place
        from due where mailbox is null or place <= ${maxOfMailbox}
          - (select count(*) from used where used.mailbox = due.mailbox)
      )
      select id from with_room where budget is null or place <= ${maxOfBudget}
        - (select count(*) from used where used.budget = with_room.budget)
      order by next_attempt_at limit ${batch}`,
    )
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return []
    return tx
      .update(table)
      .set({
        attempts: sql`attempts + 1`,
        leaseUntil: leaseFor(leaseSeconds),
      })
      .where(and(sql`${table.id} = any(${sql.param(ids)}::uuid[])`, eq(table.delivery, 'queued')))
      .returning()
      .prepare('take_mails')
      .execute()
  })
}

export type PreparedMail = { text: string; calendar?: CalendarPart }

type Settling = (deps: JobDependencies, tx: Transaction, mail: SentMail) => Promise<void>

/**
 * `accepted` and `failed` run in the transaction that records the result. If they throw, the result
 * is recorded without them.
 */
export type MailHandler = {
  /** Called just before sending. Undefined drops a mail whose content is no longer true. */
  prepare?(deps: JobDependencies, mail: SentMail): Promise<PreparedMail | undefined>
  accepted?: Settling
  /** Called when a mail was refused or given up. */
  failed?: Settling
}

/** Mails of kinds without a handler are sent as stored. */
export type MailHandlers = Partial<Record<MailKind, MailHandler>>

const invalidRecipient = { isFinal: true, errorCode: 'invalid_recipient', response: '' }

type Outcome = { values: PgUpdateSetSource<typeof table>; handler?: 'accepted' | 'failed' }

function outcomeOf({ log }: JobDependencies, message: SentMail, result: SendResult): Outcome {
  const { kind, attempts, sendAt, leaseUntil } = message
  // The link of an invitation must not stay readable in the database.
  const cleared = kind === 'account' ? { text: '' } : {}
  const { response: serverResponse } = result
  const finished = { serverResponse, leaseUntil: null }
  if (!('errorCode' in result)) {
    const values = { ...finished, ...cleared, delivery: 'accepted' as const, errorCode: null }
    return {
      values: { ...values, acceptedAt: sql`now()`, nextAttemptAt: null },
      handler: 'accepted',
    }
  }
  const { isFinal, errorCode } = result
  // When the mail was leased, by the database's clock.
  const takenMs = (leaseUntil ?? sendAt).getTime() - leaseSeconds * 1000
  const hours = (takenMs - sendAt.getTime()) / 3_600_000
  const isGivenUp = isFinal || hours >= hoursUntilGivenUp(kind)
  const event = isGivenUp ? 'mail_failed' : 'mail_delayed'
  log.warn({ event, kind, attempts, reason: errorCode })
  if (isGivenUp) {
    const why = isFinal ? errorCode : 'given_up'
    return {
      values: { ...finished, ...cleared, delivery: 'failed', errorCode: why },
      handler: 'failed',
    }
  }
  const minutes = retryMinutes[Math.min(attempts, retryMinutes.length) - 1] ?? 0
  const nextAttemptAt = sql`now() + make_interval(mins => ${minutes})`
  return { values: { ...finished, errorCode, nextAttemptAt } }
}

async function finish(
  deps: JobDependencies,
  message: SentMail,
  result: SendResult,
  handlers: MailHandlers,
): Promise<void> {
  const { values, handler } = outcomeOf(deps, message, result)
  const act = handler && handlers[message.kind]?.[handler]
  const update = (db: Database | Transaction) =>
    db
      .update(table)
      .set(values)
      .where(and(eq(table.id, message.id), eq(table.delivery, 'queued')))
      .returning()
  if (!act) await update(deps.db)
  else {
    try {
      await deps.db.transaction(async (tx) => {
        const [finished] = await update(tx)
        if (finished) await act(deps, tx, finished)
      })
    } catch (error) {
      // Without a recorded result, an accepted mail would be sent again and again.
      deps.log.error({ event: 'mail_handler_failed', error: describeError(error) })
      await update(deps.db)
    }
  }
  if (handler) inboxChanged(deps, 'mail', 'inbox', 'leads', 'notifications')
}

/** Deletes a mail that is not sent, so that it leaves no trace in its thread. */
async function drop(deps: JobDependencies, { id }: SentMail): Promise<void> {
  await deps.db.delete(table).where(and(eq(table.id, id), eq(table.delivery, 'queued')))
  inboxChanged(deps, 'mail')
}

/**
 * Sends the due mails, a few at a time and outside any transaction. If the sender dies, a mail is
 * sent again after the lease, with the same Message-ID.
 *
 * @returns false when no mail is due.
 */
export async function sendDueMail(deps: JobDependencies, handlers: MailHandlers): Promise<boolean> {
  const { mail } = deps.config
  if (!mail) return false
  const messages = await take(deps)
  await Promise.all(
    messages.map(async (message) => {
      const { prepare } = handlers[message.kind] ?? {}
      const prepared = prepare ? await prepare(deps, message) : message
      if (!prepared) return drop(deps, message)
      const { text, calendar } = { calendar: undefined, ...prepared }
      // Several addresses would be several recipients.
      if (!isMailbox(message.toAddress)) return finish(deps, message, invalidRecipient, handlers)
      const { options, close } = await compose(deps, mail, { ...message, text }, calendar)
      try {
        await finish(deps, message, await send(mail, options), handlers)
      } finally {
        close()
      }
    }),
  )
  return messages.length > 0
}

/** @returns a function that stops after the mails in progress. */
export function startMailSender(
  deps: JobDependencies,
  handlers: MailHandlers,
): () => Promise<void> {
  return runUntilStopped(deps, 'mail_sender', () => sendDueMail(deps, handlers))
}
