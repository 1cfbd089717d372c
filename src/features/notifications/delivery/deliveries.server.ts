import { and, eq, gt, inArray, ne, or, sql } from 'drizzle-orm'
import { isFree } from '#server/database/lease.ts'
import { newId } from '#server/database/new-id.ts'
import type { Transaction } from '#server/database/open.ts'
import { notificationDeliveries as table } from '#server/database/schema.ts'
import { type Notice, tagOf } from './notice.ts'

/** `replaces`: only the silent successor of a withdrawn message. */
export type PushContent = {
  title: string
  /** Of the visitor. */
  name: string | null
  url: string
  tag: string
  silent: boolean
  replaces?: boolean
}

/** `name` is left out unless the channel shows names. */
export type ChannelContent = {
  title: string
  name: string | null
  dueAt: string | null
  lines: readonly string[]
  url: string
  /** Messages that this one stands for besides its own. */
  more?: number
}

/** No second sound for the same subject within this time. */
const silentSeconds = 60

type Push = { device: string; notificationId?: string; notice: Notice }

/** A message that waits for the same subject and device is replaced. */
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

/** Messages of a channel about one subject are at least this far apart. */
const spacingSeconds = 60

/** More of one event within `spacingSeconds` are one message, whatever their subjects. */
const maxPerEvent = 10

export type ChannelMessage = { channelId: string; notice: Notice }

type Recent = Pick<
  typeof table.$inferSelect,
  'id' | 'channelId' | 'event' | 'tag' | 'dedupeKey'
> & {
  payload: ChannelContent
  isWaiting: boolean
  /** Of those that are added. */
  subject?: Notice['subject']
  /** Seconds. */
  wait?: number
}

/** Messages of the last moments, and those that wait, of these channels. */
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
 * A message about the same subject that waits is replaced by the newer one, which counts it; the next
 * one after a message waits for a minute. A burst of one event is a message with its number, except of
 * new leads, each of which is told.
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
