import { type SQL, sql } from 'drizzle-orm'
import { isUniqueViolation } from '#server/database/failures.ts'
import { newId } from '#server/database/new-id.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import { chatMessages, users } from '#server/database/schema.ts'
import { Batch } from '#server/pub-sub/batch.ts'
import type { Dependencies, SignedIn } from '#server/service/context.ts'
import type { ChatMessage } from '../protocol/protocol.ts'

export type Draft = {
  id: string
  connection: { isDismissed: boolean; user: SignedIn | undefined }
  sessionId: string
  senderType: 'visitor' | 'admin'
  clientMessageId: string
  content: string
}

/** `isNew` is false for a repeat. Undefined means that the session accepts no messages. */
export type Stored = { message: StoredMessage; isNew: boolean } | undefined

/** The scope of `clientMessageId`: the same id from two senders identifies two messages. */
export const visitorKey = 'visitor'
export const agentKey = (userId: string) => `admin:${userId}`

export const visitorAlias = (sessionId: string) => `visitor-${sessionId.slice(-8)}`

const senderKeyOf = ({ senderType, connection }: Draft) =>
  senderType === 'admin' ? agentKey(connection.user?.id ?? '') : visitorKey

type NewMessage = Pick<Draft, 'id' | 'sessionId' | 'senderType' | 'clientMessageId' | 'content'> & {
  senderId: string | null
  senderKey: string
}

const newMessageOf = (draft: Draft): NewMessage => ({
  ...draft,
  senderId: draft.senderType === 'admin' ? (draft.connection.user?.id ?? null) : null,
  senderKey: senderKeyOf(draft),
})

type StoredRow = { n: number; id: string; seq: number; sentAt: string; isNew: boolean }

/**
 * Locks each session, which gives gapless `seq` numbers in commit order across instances and
 * decides whether a message or the end of its session came first. Agents may write to an absent
 * visitor.
 */
async function store(
  db: Database | Transaction,
  messages: readonly NewMessage[],
): Promise<StoredRow[]> {
  const column = (key: keyof NewMessage) => sql.param(messages.map((message) => message[key]))
  const { rows } = await db.execute<StoredRow>(sql`
    select n, id, seq, sent_at as "sentAt", is_new as "isNew" from store_chat_messages(
      ${column('id')}, ${column('sessionId')}, ${column('senderType')}, ${column('senderId')},
      ${column('senderKey')}, ${column('clientMessageId')}, ${column('content')})`)
  return rows
}

async function storeDrafts(db: Database, drafts: Draft[], attempt = 1): Promise<StoredRow[]> {
  try {
    return await store(db, drafts.map(newMessageOf))
  } catch (error) {
    if (attempt === 3 || !isUniqueViolation(error)) throw error
    return storeDrafts(db, drafts, attempt + 1)
  }
}

type MailedMessage = Pick<Draft, 'sessionId' | 'clientMessageId' | 'content'>

/** @returns false for a repeat, or if the chat has ended. */
export async function storeMailed(tx: Transaction, mailed: MailedMessage): Promise<boolean> {
  const visitor = { senderType: 'visitor', senderId: null, senderKey: visitorKey } as const
  const [row] = await store(tx, [{ id: newId(), ...visitor, ...mailed }])
  return row?.isNew ?? false
}

/** Visitors see an agent's display name or else the firm's name, never the username or an id. */
export type StoredMessage = Omit<ChatMessage, 'senderName'> & {
  senderName?: string | null
  senderUsername?: string | null
}

function named(stored: StoredMessage, otherwise: string): ChatMessage {
  const { senderName, senderUsername, ...message } = stored
  const name = senderName ?? (senderUsername && otherwise)
  return { ...message, ...(name && { senderName: name }) }
}

export function forVisitor(stored: StoredMessage, firm: string): ChatMessage {
  const message = named(stored, firm)
  if (message.senderType !== 'admin') return message
  return { ...message, senderId: message.senderName ?? firm }
}

/** Converts messages to the form that visitors see. */
export function visitorForm({ content }: Pick<Dependencies, 'content'>) {
  const { name } = content.resolved().firm
  return (stored: StoredMessage) => forVisitor(stored, name)
}

export const forAgents = (stored: StoredMessage): ChatMessage =>
  named(stored, stored.senderUsername ?? '')

function messageOf(
  { sessionId, senderType, content, connection: { user } }: Draft,
  { id, seq, sentAt }: Pick<StoredRow, 'id' | 'seq' | 'sentAt'>,
): StoredMessage {
  const sender =
    senderType === 'admin' && user
      ? { senderId: user.id, senderName: user.displayName, senderUsername: user.username }
      : { senderId: visitorAlias(sessionId) }
  return {
    id,
    sessionId,
    seq,
    senderType,
    ...sender,
    messageType: 'text',
    content,
    sentAt: iso(sentAt),
    deliveredAt: null,
  }
}

type StoreDependencies = Pick<Dependencies, 'db' | 'metrics'>

export function openMessageStore({ db, metrics }: StoreDependencies): Batch<Draft, Stored> {
  const group = metrics.chatGroup.labels()
  return new Batch(async (drafts) => {
    // A sender may have been disconnected while the messages waited, for example by a sign-out.
    const due = drafts.filter(({ connection }) => !connection.isDismissed)
    group.observe(due.length)
    // The same message from two tabs in one group is stored once.
    const repeats = [
      ...Map.groupBy(due, (draft) =>
        [draft.sessionId, senderKeyOf(draft), draft.clientMessageId].join(),
      ).values(),
    ]
    const firsts = repeats.flatMap(([first]) => first ?? [])
    const rows = firsts.length > 0 ? await storeDrafts(db, firsts) : []
    const earlier = await readByIds(
      db,
      rows.flatMap(({ id, isNew }) => (isNew ? [] : id)),
    )
    const results = new Map<Draft, Stored>()
    for (const row of rows) {
      const [first, ...others] = repeats[row.n - 1] ?? []
      if (!first) continue
      const message = earlier.get(row.id) ?? messageOf(first, row)
      results.set(first, { message, isNew: row.isNew })
      for (const draft of others) results.set(draft, { message, isNew: false })
      if (row.isNew) metrics.chatMessages.labels(first.senderType).add()
    }
    return drafts.map((draft) => results.get(draft))
  })
}

type Row = Omit<ChatMessage, 'senderName' | 'clientMessageId'> & {
  senderName: string | null
  senderUsername: string | null
  clientMessageId: string | null
}

const columnsFor = (senderKey: string) => sql`m.id, m.session_id as "sessionId", m.seq,
  m.sender_type as "senderType", m.sender_id as "senderId", u.display_name as "senderName",
  u.username as "senderUsername",
  m.message_type as "messageType", m.content, m.sent_at as "sentAt",
  m.delivered_at as "deliveredAt",
  case when m.sender_key = ${senderKey} then m.client_message_id end as "clientMessageId"`

const iso = (moment: Date | string) => new Date(moment).toISOString()

function fromRow({ clientMessageId, ...row }: Row): StoredMessage {
  return {
    ...row,
    ...(row.senderType === 'visitor' && { senderId: visitorAlias(row.sessionId) }),
    ...(clientMessageId !== null && { clientMessageId }),
    sentAt: iso(row.sentAt),
    deliveredAt: row.deliveredAt && iso(row.deliveredAt),
  }
}

async function read(
  db: Database,
  senderKey: string,
  where: SQL,
  rest = sql`order by m.seq`,
): Promise<StoredMessage[]> {
  const { rows } = await db.execute<Row>(sql`
    select ${columnsFor(senderKey)} from ${chatMessages} m
    left join ${users} u on u.id = m.sender_id
    where ${where} ${rest}`)
  return rows.map(fromRow)
}

async function readByIds(db: Database, ids: string[]): Promise<Map<string, StoredMessage>> {
  if (ids.length === 0) return new Map()
  const messages = await read(db, '', sql`m.id = any(${sql.param(ids)}::uuid[])`)
  return new Map(messages.map((message) => [message.id, message]))
}

export const pageSize = 200

/** At most 200 messages of each session after its `seq`, in order. */
export async function readAfter(
  db: Database,
  wanted: readonly { sessionId: string; seq: number }[],
  senderKey = '',
): Promise<StoredMessage[]> {
  if (wanted.length === 0) return []
  const { rows } = await db.execute<Row>(sql`
    select ${columnsFor(senderKey)} from unnest(
      ${sql.param(wanted.map(({ sessionId }) => sessionId))}::uuid[],
      ${sql.param(wanted.map(({ seq }) => seq))}::int[]
    ) as k (session_id, seq)
    cross join lateral (
      select * from ${chatMessages} c
      where c.session_id = k.session_id and c.seq > k.seq order by c.seq limit ${pageSize}
    ) m
    left join ${users} u on u.id = m.sender_id
    order by m.session_id, m.seq`)
  return rows.map(fromRow)
}

/** The last messages before a `seq`, newest first, for agents. */
export async function readBefore(db: Database, sessionId: string, seq: number, limit: number) {
  const messages = await read(
    db,
    '',
    sql`m.session_id = ${sessionId} and m.seq < ${seq}`,
    sql`order by m.seq desc limit ${limit}`,
  )
  return messages.map(forAgents)
}

/** The messages of agents and of the system that the visitor has not received. */
export function readUndelivered(db: Database, sessionId: string, upTo: number) {
  return read(
    db,
    '',
    sql`m.session_id = ${sessionId} and m.seq <= ${upTo} and m.sender_type <> 'visitor'
      and m.delivered_at is null`,
  )
}

/** A message of an agent that was neither delivered nor mailed. */
export const isMissed = sql`m.sender_type = 'admin' and m.message_type = 'text'
  and m.delivered_at is null and m.mailed_at is null`

/** Marks the messages that the visitor missed as mailed. @returns the messages in order. */
export async function takeMissed(tx: Transaction, sessionId: string, firm: string) {
  const { rows } = await tx.execute<{ author: string; content: string }>(sql`
    with taken as (
      update ${chatMessages} m set mailed_at = now()
      where m.session_id = ${sessionId} and ${isMissed}
      returning m.seq, m.sender_id, m.content
    )
    select coalesce(u.display_name, ${firm}) as author, t.content
    from taken t left join ${users} u on u.id = t.sender_id order by t.seq`)
  return rows
}

export type Delivery = { id: string; sessionId: string; deliveredAt: string }

export async function readDelivered(db: Database, ids: readonly string[]): Promise<Delivery[]> {
  const { rows } = await db.execute<Delivery>(sql`
    select id, session_id as "sessionId", delivered_at as "deliveredAt" from ${chatMessages}
    where id = any(${sql.param(ids)}::uuid[]) and delivered_at is not null`)
  return rows.map((row) => ({ ...row, deliveredAt: iso(row.deliveredAt) }))
}

/** Undefined if the session has no such message. `isNew` is false if it was already delivered. */
type Delivered = { deliveredAt: string; isNew: boolean } | undefined
export type DeliveryStore = Batch<{ messageId: string; sessionId: string }, Delivered>

/** The visitor's own messages are never marked as delivered. */
export function openDeliveryStore(db: Database): DeliveryStore {
  return new Batch(async (deliveries) => {
    const { rows } = await db.execute<{ n: number; at: string; isNew: boolean }>(sql`
      with wanted as materialized (
        select * from unnest(
          ${sql.param(deliveries.map(({ messageId }) => messageId))}::uuid[],
          ${sql.param(deliveries.map(({ sessionId }) => sessionId))}::uuid[]
        ) with ordinality as t (id, session_id, n)
      ), delivered as (
        update ${chatMessages} m set delivered_at = clock_timestamp() from wanted w
        where m.id = w.id and m.session_id = w.session_id and m.sender_type <> 'visitor'
          and m.delivered_at is null
        returning m.id, m.delivered_at
      )
      select w.n::int, coalesce(d.delivered_at, m.delivered_at, m.sent_at) as at,
        d.id is not null as "isNew"
      from wanted w join ${chatMessages} m on m.id = w.id and m.session_id = w.session_id
      left join delivered d on d.id = w.id`)
    const results = deliveries.map((): Delivered => undefined)
    for (const { n, at, isNew } of rows) results[n - 1] = { deliveredAt: iso(at), isNew }
    return results
  })
}
