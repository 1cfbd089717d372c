import { and, eq, gt, inArray, ne, or, sql } from 'drizzle-orm'
import { isFree } from '#server/database/lease.ts'
import { newId } from '#server/database/new-id.ts'
import type { Transaction } from '#server/database/open.ts'
import { notificationDeliveries as table } from '#server/database/schema.ts'
import { type Notice, tagOf } from './notice.ts'

/** `replaces` marks the silent successor of a withdrawn message. */
export type PushContent = {
  title: string
  /** The visitor's name. */
  name: string | null
  url: string
  tag: string
  silent: boolean
  replaces?: boolean
}

/** `name` is null unless the channel shows names. */
export type ChannelContent = {
  title: string
  name: string | null
  dueAt: string | null
  lines: readonly string[]
  url: string
  /** The number of other messages that this one stands for. */
  more?: number
}

/** Within this time, a second message about the same subject makes no sound. */
const silentSeconds = 60

type Push = { device: string; notificationId?: string; notice: Notice }

/** Queues push messages. A queued message about the same subject to the same device is replaced. */
export async function queuePushes(tx: Transaction, pushes: readonly Push[]): Promise<void> {
  if (pushes.length === 0) return
  const devices = [...new Set(pushes.map(({ device }) => device))]
  const tags = [...new Set(pushes.map(({ notice }) => tagOf(notice)))]
  const ofSame = and(inArray(table.tag, tags), inArray(table.pushSubscriptionId, devices))
  const audible = await tx
    .select({ device: table.pushSubscriptionId, tag: table.tag })
    .from(table)
    .where(
      and(
        ofSame,
        gt(table.createdAt, sql`now() - make_interval(secs => ${silentSeconds})`),
        sql`not (${table.payload} @> '{"silent": true}')`,
        ne(table.state, 'failed'),
      ),
    )
  await tx
    .update(table)
    .set({ state: 'withdrawn', endedAt: sql`now()` })
    .where(and(ofSame, eq(table.state, 'queued')))
  await tx
    .insert(table)
    .values(
      pushes.map(({ device, notificationId, notice }) => {
        const tag = tagOf(notice)
        const silent = audible.some((one) => one.device === device && one.tag === tag)
        const { title, name = null, url } = notice
        const payload = { title, name, url, tag, silent }
        return {
          dedupeKey: `${notice.eventKey} ${device}`,
          pushSubscriptionId: device,
          notificationId,
          event: notice.event,
          ...notice.subject,
          tag,
          payload: payload satisfies PushContent,
          nextAttemptAt: sql`now()`,
        }
      }),
    )
    .onConflictDoNothing({ target: table.dedupeKey })
}

/** The minimum time between two messages of a channel about one subject. */
const spacingSeconds = 60

/**
 * Beyond this many messages of one event within `spacingSeconds`, further ones are combined,
 * whatever their subjects.
 */
const maxPerEvent = 10

export type ChannelMessage = { channelId: string; notice: Notice }

type Recent = Pick<
  typeof table.$inferSelect,
  'id' | 'channelId' | 'event' | 'tag' | 'dedupeKey'
> & {
  payload: ChannelContent
  isWaiting: boolean
  /** Set for added messages only. */
  subject?: Notice['subject']
  /** Seconds. */
  wait?: number
}

/** The recent messages of these channels, and those that are still queued. */
function readRecent(tx: Transaction, channelIds: string[]): Promise<Recent[]> {
  const { id, channelId, event, tag, createdAt, dedupeKey } = table
  const payload = sql<ChannelContent>`${table.payload}`
  const isWaiting = sql<boolean>`(${table.state} = 'queued' and ${isFree(table.leaseUntil)})`
  const since = sql`now() - make_interval(secs => ${spacingSeconds})`
  return tx
    .select({ id, channelId, event, tag, dedupeKey, isWaiting, payload })
    .from(table)
    .where(and(inArray(channelId, channelIds), or(isWaiting, gt(createdAt, since))))
    .for('update')
}

/**
 * Queues messages for channels. A newer message replaces a queued one about the same subject and
 * counts it; the next one after a sent message waits for a minute. A burst of one event becomes a
 * single message with a count, except for new leads, each of which gets its own message.
 */
export async function queueChannelMessages(
  tx: Transaction,
  messages: readonly ChannelMessage[],
): Promise<void> {
  if (messages.length === 0) return
  const recent = await readRecent(tx, [...new Set(messages.map(({ channelId }) => channelId))])
  const added: Recent[] = []
  const counted = new Set<Recent>()
  for (const { channelId, notice } of messages) {
    const dedupeKey = `${notice.eventKey} ${channelId}`
    const ofChannel = [...recent, ...added].filter((one) => one.channelId === channelId)
    if (ofChannel.some((one) => one.dedupeKey === dedupeKey)) continue
    const { event, subject, title, name = null, dueAt, lines = [], url } = notice
    const ofEvent = ofChannel.filter((one) => one.event === event)
    const isBurst = event !== 'lead.created' && ofEvent.length >= maxPerEvent
    const tag = isBurst ? `burst:${event}` : tagOf(notice)
    const payload: ChannelContent = {
      title,
      name: isBurst ? null : name,
      dueAt: dueAt?.toISOString() ?? null,
      lines,
      url: isBurst ? '/admin/inbox' : url,
    }
    const before = ofChannel.filter((one) => one.tag === tag)
    const waiting = before.find(({ isWaiting }) => isWaiting)
    if (waiting) {
      waiting.payload = { ...payload, more: (waiting.payload.more ?? 0) + 1 }
      counted.add(waiting)
      continue
    }
    const wait = isBurst || before.length > 0 ? spacingSeconds : 0
    const row = { id: newId(), dedupeKey, channelId, event, tag, payload }
    added.push({ ...row, subject: isBurst ? undefined : subject, wait, isWaiting: true })
  }
  for (const one of counted) {
    if (added.includes(one)) continue
    await tx.update(table).set({ payload: one.payload }).where(eq(table.id, one.id))
  }
  if (added.length === 0) return
  await tx
    .insert(table)
    .values(
      added.map(({ subject, wait = 0, isWaiting: _, ...row }) => ({
        ...row,
        ...subject,
        nextAttemptAt: sql`now() + make_interval(secs => ${wait})`,
      })),
    )
    .onConflictDoNothing({ target: table.dedupeKey })
}
