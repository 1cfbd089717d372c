import { eq, sql } from 'drizzle-orm'
import { fitText } from '#contract/cut-text.ts'
import type { NotificationEvent } from '#contract/vocabulary.ts'
import { pushSubscriptions as table } from '#server/database/schema.ts'
import type { Dependencies } from '#server/service/context.ts'
import type { PushContent } from '../delivery/deliveries.server.ts'
import { type Outcome, post } from '../delivery/outcome.server.ts'
import { endpointOf, keysOf, readVapidKeys } from './keys.server.ts'
import { encryptPush, type Subscription, topicOf, vapidHeader } from './web-push.server.ts'

/** Seconds. Older messages are of no use. */
const ttl = 4 * 3600

/** Less than the maximum of 24 hours in RFC 8292. */
const tokenMs = 12 * 3_600_000

const urgent: readonly NotificationEvent[] = ['deadline.overdue', 'chat.waiting', 'chat.message']

/** Visitors can enter long names, but a message must fit into one record. */
const maxNameCharacters = 200

type Row = typeof table.$inferSelect

function open({ encryption }: Dependencies, { id, endpointEncrypted, keysEncrypted }: Row) {
  const keys = JSON.parse(encryption.decrypt(keysEncrypted, keysOf(id))) as Subscription['keys']
  return { endpoint: encryption.decrypt(endpointEncrypted, endpointOf(id)), keys }
}

/** Sends to one device and records the result. A device that is gone is removed. */
export async function sendPush(
  deps: Dependencies,
  row: Row,
  event: NotificationEvent,
  { name, ...content }: PushContent,
): Promise<Outcome> {
  const { db, config } = deps
  const { endpoint, keys } = open(deps, row)
  const firm = deps.content.resolved().firm.name
  const payload = { ...content, name: name && fitText(name, maxNameCharacters), firm, event }
  let body: Buffer
  try {
    body = encryptPush(JSON.stringify(payload), keys)
  } catch {
    await db.delete(table).where(eq(table.id, row.id))
    return { state: 'failed', status: null, error: 'invalid_keys' }
  }
  const token = { endpoint, contact: config.pushContact, expiresAt: new Date(Date.now() + tokenMs) }
  const { outcome } = await post(deps, endpoint, {
    headers: {
      authorization: vapidHeader(await readVapidKeys(deps), token),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(ttl),
      topic: topicOf(content.tag),
      urgency: urgent.includes(event) ? 'high' : 'normal',
    },
    body,
  })
  const isOwn = eq(table.id, row.id)
  if (outcome.state === 'gone') await db.delete(table).where(isOwn)
  else if (outcome.state === 'delivered') {
    await db.update(table).set({ lastOkAt: sql`now()`, failures: 0 }).where(isOwn)
  } else await db.update(table).set({ failures: sql`failures + 1` }).where(isOwn)
  return outcome
}
