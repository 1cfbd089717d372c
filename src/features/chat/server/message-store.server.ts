import { sql } from 'drizzle-orm'
import type { Dependencies } from '../../../server/context.ts'
import { isUniqueViolation } from '../../../server/database/failures.ts'
import type { Database } from '../../../server/database/open.ts'
import { chatMessages, users } from '../../../server/database/schema.ts'
import { Batch } from '../../../server/live/batch.ts'
import type { ChatMessage } from '../protocol/protocol.ts'

export type Draft = {
  id: string
  sender: { isDismissed: boolean }
  sessionId: string
  senderType: 'visitor' | 'admin'
  /** The user id of an agent. */
  senderId: string | null
  /** Scope of `clientMessageId`: the same id from two senders is two messages. */
  senderKey: string
  clientMessageId: string
  content: string
}

/**
 * `isNew` is false for a repeat, whose stored message is `kept`, possibly with a different text.
 * Undefined: the session accepts no messages.
 */
export type Stored =
  | { id: string; seq: number; sentAt: string; isNew: boolean; kept?: ChatMessage }
  | undefined

export const visitorKey = 'visitor'
export const agentKey = (userId: string) => `admin:${userId}`

export const visitorAlias = (sessionId: string) => `visitor-${sessionId.slice(-8)}`

/**
 * Stores messages in one statement (`store_chat_messages`). The lock on each session gives gapless
 * `seq` numbers in commit order across instances, and decides whether a message or the end of its
 * session came first. A known client id returns the stored message. Agents may write to a visitor
 * who is temporarily away.
 */
async function store(db: Database, drafts: readonly Draft[]): Promise<Stored[]> {
  const column = <K extends Exclude<keyof Draft, 'sender'>>(key: K) =>
    sql.param(drafts.map((draft) => draft[key]))
  const { rows } = await db.execute<{
    n: number
    id: string
    seq: number
    sentAt: Date | string
    isNew: boolean
  }>(sql`
    select n, id, seq, sent_at as "sentAt", is_new as "isNew" from store_chat_messages(
      ${column('id')}, ${column('sessionId')}, ${column('senderType')}, ${column('senderId')},
      ${column('senderKey')}, ${column('clientMessageId')}, ${column('content')})`)
  const results: Stored[] = drafts.map(() => undefined)
  for (const { n, id, seq, sentAt, isNew } of rows) {
    results[n - 1] = { id, seq, sentAt: iso(sentAt), isNew }
  }
  return results
}

/** Retries when another instance stored the same message at the same time. */
async function storeSurely(db: Database, drafts: readonly Draft[]): Promise<Stored[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await store(db, drafts)
    } catch (error) {
      if (attempt === 3 || !isUniqueViolation(error)) throw error
    }
  }
}

export function openMessageStore({
  db,
  metrics,
}: Pick<Dependencies, 'db' | 'metrics'>): Batch<Draft, Stored> {
  const group = metrics.chatGroup.of()
  return new Batch(async (drafts) => {
    // A sender may have been disconnected while the messages waited, for example by a sign-out.
    const due = drafts.filter(({ sender }) => !sender.isDismissed)
    const stored = due.length > 0 ? await withKept(db, await storeOnce(db, due)) : []
    group.observe(due.length)
    for (const [at, draft] of due.entries()) {
      if (stored[at]?.isNew) metrics.chatMessages.of(draft.senderType).add()
    }
    if (due.length === drafts.length) return stored
    const results = new Map(due.map((draft, at) => [draft, stored[at]]))
    return drafts.map((draft) => results.get(draft))
  })
}

/** Merges duplicates within one group, as from two tabs; only the first is new. */
async function storeOnce(db: Database, drafts: readonly Draft[]): Promise<Stored[]> {
  const keys = drafts.map(({ sessionId, senderKey, clientMessageId }) =>
    [sessionId, senderKey, clientMessageId].join(),
  )
  const first = new Map<string, number>()
  for (const [at, key] of keys.entries()) if (!first.has(key)) first.set(key, at)
  if (first.size === drafts.length) return await storeSurely(db, drafts)
  const firsts = new Set(first.values())
  const stored = await storeSurely(
    db,
    drafts.filter((_, at) => firsts.has(at)),
  )
  const byKey = new Map([...first.keys()].map((key, n) => [key, stored[n]]))
  return keys.map((key, at) => {
    const kept = byKey.get(key)
    return kept && { ...kept, isNew: kept.isNew && first.get(key) === at }
  })
}

type Row = {
  id: string
  sessionId: string
  seq: number
  senderType: ChatMessage['senderType']
  senderId: string | null
  senderKey: string
  senderName: string | null
  messageType: ChatMessage['messageType']
  content: string
  sentAt: Date | string
  deliveredAt: Date | string | null
  clientMessageId: string | null
}

export type StoredMessage = {
  message: ChatMessage
  senderKey: string
  clientMessageId: string | null
}

const columns = sql`m.id, m.session_id as "sessionId", m.seq, m.sender_type as "senderType",
  m.sender_id as "senderId", m.sender_key as "senderKey", u.username as "senderName",
  m.message_type as "messageType", m.content, m.sent_at as "sentAt",
  m.delivered_at as "deliveredAt", m.client_message_id as "clientMessageId"`

const iso = (moment: Date | string) => new Date(moment).toISOString()

function kept(row: Row): StoredMessage {
  const { senderKey, senderName, clientMessageId, senderId, sentAt, deliveredAt, ...rest } = row
  const message: ChatMessage = {
    ...rest,
    senderId: rest.senderType === 'visitor' ? visitorAlias(rest.sessionId) : senderId,
    ...(senderName !== null && { senderName }),
    sentAt: iso(sentAt),
    deliveredAt: deliveredAt && iso(deliveredAt),
  }
  return { message, senderKey, clientMessageId }
}

async function withKept(db: Database, stored: Stored[]): Promise<Stored[]> {
  const ids = stored.flatMap((one) => (one && !one.isNew ? [one.id] : []))
  if (ids.length === 0) return stored
  const { rows } = await db.execute<Row>(sql`
    select ${columns} from ${chatMessages} m left join ${users} u on u.id = m.sender_id
    where m.id = any(${sql.param(ids)}::uuid[])`)
  const byId = new Map(rows.map((row) => [row.id, kept(row).message]))
  return stored.map((one) => (one && !one.isNew ? { ...one, kept: byId.get(one.id) } : one))
}

export const pageSize = 200

/** At most 200 messages of each session after its `seq`, in order. */
export async function readAfter(
  db: Database,
  wanted: readonly { sessionId: string; seq: number }[],
): Promise<StoredMessage[]> {
  if (wanted.length === 0) return []
  const { rows } = await db.execute<Row>(sql`
    select ${columns} from unnest(
      ${sql.param(wanted.map(({ sessionId }) => sessionId))}::uuid[],
      ${sql.param(wanted.map(({ seq }) => seq))}::int[]
    ) as k (session_id, seq)
    cross join lateral (
      select * from ${chatMessages} c
      where c.session_id = k.session_id and c.seq > k.seq order by c.seq limit ${pageSize}
    ) m
    left join ${users} u on u.id = m.sender_id
    order by m.session_id, m.seq`)
  return rows.map(kept)
}

export async function readUndelivered(
  db: Database,
  sessionId: string,
  upTo: number,
): Promise<StoredMessage[]> {
  const { rows } = await db.execute<Row>(sql`
    select ${columns} from ${chatMessages} m left join ${users} u on u.id = m.sender_id
    where m.session_id = ${sessionId} and m.seq <= ${upTo} and m.sender_type <> 'visitor'
      and m.delivered_at is null
    order by m.seq`)
  return rows.map(kept)
}

export type Delivery = { id: string; sessionId: string; deliveredAt: string }

export async function readDelivered(db: Database, ids: readonly string[]): Promise<Delivery[]> {
  const { rows } = await db.execute<Delivery>(sql`
    select id, session_id as "sessionId", delivered_at as "deliveredAt" from ${chatMessages}
    where id = any(${sql.param(ids)}::uuid[]) and delivered_at is not null`)
  return rows.map((row) => ({ ...row, deliveredAt: iso(row.deliveredAt) }))
}

/** Undefined: no such message in that session. `isNew` is false when it was already marked. */
export type Marked = { deliveredAt: string; isNew: boolean } | undefined

/** Batches delivery marks; a visitor's own messages stay unmarked. */
export function openDeliveryStore(
  db: Database,
): Batch<{ messageId: string; sessionId: string }, Marked> {
  return new Batch(async (marks) => {
    const { rows } = await db.execute<{ n: number; at: Date | string; isNew: boolean }>(sql`
      with asked as materialized (
        select * from unnest(
          ${sql.param(marks.map(({ messageId }) => messageId))}::uuid[],
          ${sql.param(marks.map(({ sessionId }) => sessionId))}::uuid[]
        ) with ordinality as t (id, session_id, n)
      ), marked as (
        update ${chatMessages} m set delivered_at = clock_timestamp() from asked a
        where m.id = a.id and m.session_id = a.session_id and m.sender_type <> 'visitor'
          and m.delivered_at is null
        returning m.id, m.delivered_at
      )
      select a.n::int, coalesce(d.delivered_at, m.delivered_at, m.sent_at) as at,
        d.id is not null as "isNew"
      from asked a join ${chatMessages} m on m.id = a.id and m.session_id = a.session_id
      left join marked d on d.id = a.id`)
    const results: Marked[] = marks.map(() => undefined)
    for (const { n, at, isNew } of rows) results[n - 1] = { deliveredAt: iso(at), isNew }
    return results
  })
}
