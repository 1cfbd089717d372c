import { sql } from 'drizzle-orm'
import { insertRows } from '#server/database/insert-rows.ts'
import { newId } from '#server/database/new-id.ts'
import type { Transaction } from '#server/database/open.ts'
import { notifications as table } from '#server/database/schema.ts'
import { insertMails, mailRow } from '#server/mail/queue-mail.ts'
import type { Dependencies } from '#server/service/context.ts'
import type { Queue } from '#server/service/job-queue.ts'
import { queueChannelMessages, queuePushes } from './deliveries.server.ts'
import { type Notice, type Recipients, tagOf, titleWithName } from './notice.ts'
import { mailOfNotice } from './notice-mail.server.ts'
import { type Channel, type Colleague, heldUntil, readReachable, waysOf } from './staff.server.ts'

export type Addressed = Notice & {
  to: Recipients
  /** The id of the user who caused the notice and is not notified. */
  except?: string | null
}

/** A recipient of more notices than this gets one digest instead. */
export const maxNotices = 10

type Options = {
  digest?(notices: readonly Notice[]): Notice
  /**
   * `at_once` notifies on screen and by push only; `later` sends the same notices by mail and to
   * channels.
   */
  ways?: 'all' | 'at_once' | 'later'
}

function isFor({ id, role, isAway }: Colleague, allAway: boolean, { to, except }: Addressed) {
  if (id === except) return false
  if (to === 'everybody') return allAway || !isAway
  return to.users.includes(id) || (to.owners === true && role === 'owner')
}

type Addressee = { notificationId: string; person: Colleague; notice: Notice; held: Date | null }

const columns = [
  'id',
  'userId',
  'holdUntil',
  'tag',
  'inquiryId',
  'chatSessionId',
  'threadId',
  'event',
  'eventKey',
  'url',
  'title',
] as const

/** Stores notifications, without those of an occurrence of which the user was notified before. */
async function store(tx: Transaction, all: readonly Addressee[]): Promise<Addressee[]> {
  if (all.length === 0) return []
  const rows = all.map(({ notificationId: id, person, notice, held: holdUntil }) => ({
    id,
    userId: person.id,
    holdUntil,
    tag: tagOf(notice),
    ...notice.subject,
    event: notice.event,
    eventKey: notice.eventKey,
    url: notice.url,
    title: titleWithName(notice),
  }))
  const keys = rows.map(({ userId, tag, eventKey }) => ({ userId, tag, eventKey }))
  await tx.execute(sql`
    update ${table} n set withdrawn_at = now(), hold_until = null
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb)
      newer ("userId" uuid, tag text, "eventKey" text)
    where n.user_id = newer."userId" and n.tag = newer.tag and n.event_key <> newer."eventKey"
      and n.read_at is null and n.withdrawn_at is null`)
  const stored = await tx.execute<{ id: string }>(sql`${insertRows(table, columns, rows)}
    on conflict (user_id, event_key) do nothing returning id`)
  const ids = new Set(stored.rows.map(({ id }) => id))
  return all.filter(({ notificationId }) => ids.has(notificationId))
}

/** Replaces notices by a digest if there are too many. */
function condense(notices: readonly Notice[], { digest }: Options): readonly Notice[] {
  return digest && notices.length > maxNotices ? [digest(notices)] : notices
}

/** @returns whether a message was queued. */
async function notifyChannels(
  tx: Transaction,
  channels: readonly Channel[],
  notices: readonly Notice[],
  options: Options,
): Promise<boolean> {
  const messages = channels.flatMap(({ id: channelId, events }) => {
    const chosen = notices.filter(({ event }) => events.includes(event))
    return condense(chosen, options).map((notice) => ({ channelId, notice }))
  })
  await queueChannelMessages(tx, messages)
  return messages.length > 0
}

/**
 * Notifies of occurrences in the transaction that causes them: on screen, by push, by mail to users
 * who chose it, and in channels. `everybody` means all active users who are not away, or all active
 * users if every one is away. The caller updates screens with `inboxChanged(deps,
 * 'notifications')`.
 *
 * @returns the queues in which something waits to be sent. After the commit, the caller wakes them,
 * or all queues with `deps.jobs.wake()`.
 */
export async function notifyAll(
  deps: Pick<Dependencies, 'config' | 'content'>,
  tx: Transaction,
  notices: readonly Addressed[],
  options: Options = {},
): Promise<Queue[]> {
  const { ways = 'all' } = options
  const { staff, channels, now: ms } = await readReachable(tx)
  const allAway = staff.every(({ isAway }) => isAway)
  const now = new Date(ms)
  const all = staff.flatMap((person) => {
    const own = notices.filter((notice) => isFor(person, allAway, notice))
    return condense(own, options).map(({ adminUrl, ...notice }) => ({
      notificationId: newId(),
      person,
      notice: adminUrl && person.role !== 'agent' ? { ...notice, url: adminUrl } : notice,
      held: heldUntil(person, notice.event, now),
    }))
  })
  const addressees = ways === 'later' ? all : await store(tx, all)
  const atOnce = addressees.filter(({ held }) => held === null)
  const pushes = atOnce.flatMap(({ person, ...rest }) =>
    waysOf(person, rest.notice.event).push
      ? person.devices.map((device) => ({ device, ...rest }))
      : [],
  )
  if (ways !== 'later') await queuePushes(tx, pushes)
  if (ways === 'at_once') return pushes.length > 0 ? ['notification_sender'] : []
  const staffAddresses = deps.config.mail?.to.map((address) => address.toLowerCase()) ?? []
  const mails = atOnce.flatMap(({ person, notice }) => {
    const to = person.email?.toLowerCase()
    if (!to || !waysOf(person, notice.event).mail) return []
    if (notice.alsoToStaff && staffAddresses.includes(to)) return []
    return mailRow(deps, { ...mailOfNotice(deps, notice), to }) ?? []
  })
  if (mails.length > 0) await insertMails(tx, mails)
  const isInChannels = await notifyChannels(tx, channels, notices, options)
  const queues: Queue[] = isInChannels || pushes.length > 0 ? ['notification_sender'] : []
  return mails.length > 0 ? [...queues, 'mail_sender'] : queues
}

/** Notifies of a single occurrence; see `notifyAll`. */
export function notify(
  deps: Pick<Dependencies, 'config' | 'content'>,
  tx: Transaction,
  notice: Addressed,
  options: Options = {},
): Promise<Queue[]> {
  return notifyAll(deps, tx, [notice], options)
}
