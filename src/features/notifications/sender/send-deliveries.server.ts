import { and, eq, inArray, sql } from 'drizzle-orm'
import { currentMoment } from '#server/database/columns.ts'
import { describeError } from '#server/database/describe-error.ts'
import { isFree, leaseFor } from '#server/database/lease.ts'
import {
  notificationChannels as channels,
  pushSubscriptions as subscriptions,
  notificationDeliveries as table,
  users,
} from '#server/database/schema.ts'
import type { JobDependencies } from '#server/jobs/jobs.ts'
import { sendToChannel } from '../channels/send-to-channel.server.ts'
import type { ChannelContent, PushContent } from '../delivery/deliveries.server.ts'
import type { Outcome } from '../delivery/outcome.server.ts'
import { sendPush } from '../push/send-push.server.ts'

type Delivery = typeof table.$inferSelect

/** The number of deliveries sent concurrently. */
const batch = 8

/** Seconds. Longer than the longest attempt. */
const leaseSeconds = 60

/** Seconds before each retry, for six attempts within an hour. */
const retrySeconds = [15, 60, 300, 900, 1800]
const maxDelaySeconds = 3600

function take({ db }: JobDependencies): Promise<Delivery[]> {
  const due = db
    .select({ id: table.id })
    .from(table)
    .where(
      and(
        eq(table.state, 'queued'),
        sql`${table.nextAttemptAt} <= ${currentMoment}`,
        isFree(table.leaseUntil),
      ),
    )
    .orderBy(table.nextAttemptAt)
    .limit(batch)
    .for('update', { skipLocked: true })
  return db
    .update(table)
    .set({
      attempts: sql`attempts + 1`,
      leaseUntil: leaseFor(leaseSeconds),
    })
    .where(inArray(table.id, due))
    .returning()
}

const nowhere: Outcome = { state: 'failed', status: null, error: 'off' }

async function send(deps: JobDependencies, delivery: Delivery): Promise<Outcome> {
  const { db } = deps
  const { event, payload, pushSubscriptionId, channelId } = delivery
  if (pushSubscriptionId) {
    const [found] = await db
      .select({ row: subscriptions })
      .from(subscriptions)
      .innerJoin(users, and(eq(users.id, subscriptions.userId), users.active))
      .where(eq(subscriptions.id, pushSubscriptionId))
    return found ? sendPush(deps, found.row, event, payload as PushContent) : nowhere
  }
  const [row] = await db
    .select()
    .from(channels)
    .where(eq(channels.id, channelId ?? ''))
  if (!row?.active) return nowhere
  return (await sendToChannel(deps, row, event, payload as ChannelContent)).outcome
}

async function storeOutcome(
  deps: JobDependencies,
  delivery: Delivery,
  outcome: Outcome,
): Promise<void> {
  const { db, log } = deps
  const { id, attempts, createdAt, leaseUntil, channelId } = delivery
  const { status: statusCode, error } = outcome
  // A delivery that was replaced or withdrawn in the meantime keeps that state.
  const own = and(eq(table.id, id), eq(table.state, 'queued'))
  const waitSeconds =
    outcome.state === 'later'
      ? Math.max(retrySeconds[attempts - 1] ?? maxDelaySeconds, outcome.retryAfterSeconds)
      : maxDelaySeconds
  // The time when the delivery was taken, by the database's clock.
  const takenMs = (leaseUntil ?? createdAt).getTime() - leaseSeconds * 1000
  const age = (takenMs - createdAt.getTime()) / 1000
  if (outcome.state === 'later' && age + waitSeconds <= maxDelaySeconds) {
    const nextAttemptAt = sql`now() + make_interval(secs => ${waitSeconds})`
    await db.update(table).set({ statusCode, error, leaseUntil: null, nextAttemptAt }).where(own)
    return
  }
  const isDelivered = outcome.state === 'delivered'
  const target = channelId ? 'channel' : 'push'
  // A 413 response is an error of ours, because texts are limited in length.
  if (statusCode === 413) log.error({ event: 'notification_too_large', target })
  else if (!isDelivered) log.warn({ event: 'notification_failed', target, reason: error })
  await db
    .update(table)
    .set({
      state: isDelivered ? 'delivered' : 'failed',
      statusCode,
      error,
      endedAt: sql`now()`,
      leaseUntil: null,
      nextAttemptAt: null,
    })
    .where(own)
}

/**
 * Sends due deliveries to devices and channels, a few at a time, outside any transaction.
 *
 * @returns false if nothing is due.
 */
export async function sendDueDeliveries(deps: JobDependencies): Promise<boolean> {
  const due = await take(deps)
  await Promise.all(
    due.map(async (delivery) => {
      try {
        await storeOutcome(deps, delivery, await send(deps, delivery))
      } catch (error) {
        // The delivery is retried once the lease has expired.
        deps.log.error({ event: 'notification_delivery', error: describeError(error) })
        if (delivery.attempts > retrySeconds.length) await storeOutcome(deps, delivery, nowhere)
      }
    }),
  )
  return due.length > 0
}
