import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Transaction } from '#server/database/open.ts'
import {
  notificationDeliveries as deliveries,
  notifications as table,
  users,
} from '#server/database/schema.ts'
import { type Subject, tagOfSubject } from './notice.ts'

export type HowEnded = 'Answered' | 'Taken' | 'Closed' | 'Acknowledged'

/** Older messages on devices are not replaced. */
const shownHours = 24

type Delivered = Pick<typeof deliveries.$inferSelect, 'id' | 'event'> & {
  device: string
  payload: { url: string }
}

/**
 * The latest message about the subject on each device, or on its way there, unless it already marks
 * the end.
 */
async function lastOnDevices(tx: Transaction, tag: string): Promise<Delivered[]> {
  const { rows } = await tx.execute<Delivered>(sql`
    select * from (
      select distinct on (push_subscription_id) id, event, payload,
        push_subscription_id as device
      from ${deliveries}
      where tag = ${tag} and push_subscription_id is not null
        and (state = 'delivered' or state = 'queued' and lease_until > now())
        and created_at > now() - make_interval(hours => ${shownHours})
      order by push_subscription_id, created_at desc, id desc) last
    where not payload @> '{"replaces": true}'`)
  return rows
}

async function nameOf(tx: Transaction, userId: string): Promise<string | undefined> {
  const name = sql<string>`coalesce(${users.displayName}, ${users.username})`
  const [user] = await tx.select({ name }).from(users).where(eq(users.id, userId))
  return user?.name
}

/**
 * Withdraws the notifications of a subject that no longer needs anybody. Unread ones disappear,
 * queued ones are not sent, and devices silently replace theirs by a message about who dealt with
 * it, because some browsers forbid a push that shows nothing.
 */
export function withdrawNotices(
  tx: Transaction,
  subject: Subject,
  how: HowEnded,
  actorId: string | null,
): Promise<void> {
  return withdrawTag(tx, tagOfSubject(subject), how, actorId, subject)
}

/** Withdraws notifications that have a tag of their own; see `withdrawNotices`. */
export async function withdrawTag(
  tx: Transaction,
  tag: string,
  how: HowEnded,
  actorId: string | null,
  subject?: Subject,
): Promise<void> {
  const shown = await lastOnDevices(tx, tag)
  await tx
    .update(table)
    .set({ withdrawnAt: sql`now()`, holdUntil: null })
    .where(and(eq(table.tag, tag), isNull(table.readAt), isNull(table.withdrawnAt)))
  await tx
    .update(deliveries)
    .set({ state: 'withdrawn', endedAt: sql`now()` })
    .where(
      and(
        eq(deliveries.tag, tag),
        eq(deliveries.state, 'queued'),
        isNotNull(deliveries.pushSubscriptionId),
        sql`not ${deliveries.payload} @> '{"replaces": true}'`,
      ),
    )
  if (shown.length === 0) return
  const name = actorId && (await nameOf(tx, actorId))
  const title = name ? `${how} by ${name}` : how
  await tx
    .insert(deliveries)
    .values(
      shown.map(({ id, event, device, payload: { url } }) => ({
        dedupeKey: `withdrawn ${id}`,
        pushSubscriptionId: device,
        event,
        tag,
        ...subject,
        payload: { title, name: null, url, tag, silent: true, replaces: true },
        nextAttemptAt: sql`now()`,
      })),
    )
    .onConflictDoNothing({ target: deliveries.dedupeKey })
}
