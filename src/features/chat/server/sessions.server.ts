import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, ne, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { ParsedInput } from '#contract/endpoint.ts'
import { openDeadline } from '#features/inbox/deadlines/deadlines.server.ts'
import { isUniqueViolation } from '#server/database/failures.ts'
import { hasNameOrAddress, likePattern } from '#server/database/like-pattern.ts'
import { newId } from '#server/database/new-id.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import {
  afterCursor,
  newestFirst,
  rowsToRead,
  rowsToSkip,
  toPage,
} from '#server/database/pagination.ts'
import { type PublicProfile, publicProfileOfU } from '#server/database/public-profile.ts'
import {
  chatBrowsers,
  chatMessages,
  chatSessions,
  replyDeadlines,
  users,
} from '#server/database/schema.ts'
import { inboxChanged } from '#server/pub-sub/inbox-changed.ts'
import type { Dependencies } from '#server/service/context.ts'
import { notices } from '../protocol/constants.ts'
import type { chat } from '../protocol/contract.ts'
import type { ChatSession, ServerFrame } from '../protocol/protocol.ts'
import { notifyWaiting } from './chat-notices.server.ts'
import { visitorAlias } from './messages.server.ts'
import { isAbandoned, isClosed, isRunning } from './statuses.server.ts'

type Status = ChatSession['status']

export type Visitor = {
  name: string
  email: string
  company: string
  currentPage: string
  referrer: string
  userAgent: string
}

/** 192 random bits that identify the visitor as a bearer token; the database has only the hash. */
export const newVisitorId = () => randomBytes(24).toString('base64url')
export const hashVisitorId = (visitorId: string) => createHash('sha256').update(visitorId).digest()

/**
 * The sessions of a visitor: started in the browser with this secret, or opened there through a
 * link.
 */
const isOfVisitor = (hash: Buffer, which = sql`true`) => sql`id in (
  select o.id from ${chatSessions} o where o.visitor_hash = ${hash} and ${which}
  union all select b.session_id from ${chatBrowsers} b where b.visitor_hash = ${hash})`

/** All open sessions of a visitor and possibly others; the condition uses an index. */
export const isOpenOfVisitor = (hash: Buffer) =>
  isOfVisitor(hash, sql`o.status in ('waiting', 'active', 'abandoned')`)

export type Opened = { id: string; status: Status; lastSeq: number; resumed: boolean }

/** How long an abandoned session can be resumed. */
const revivable = sql`interval '24 hours'`

/** Lease of a row that lasts as long as its instance. */
export const instanceLease = sql`'infinity'::timestamptz`

export type Lease = { id: string; instanceId: string }

async function resume(db: Database, hash: Buffer, page: string, lease: Lease) {
  const { rows } = await db.execute<Omit<Opened, 'resumed'>>(sql`
    with back as (
      update ${chatSessions} set
        status = case when status = 'abandoned'
          then coalesce(status_before_abandoned, 'waiting') else status end,
        status_before_abandoned = null, abandoned_at = null,
        current_page = case when ${page} = '' then current_page else ${page} end
      where ${isOpenOfVisitor(hash)} and (status in ('waiting', 'active')
        or status = 'abandoned' and abandoned_at > now() - ${revivable})
      returning id, status, last_seq
    ), leased as (
      insert into chat_connections (id, instance_id, session_id, role, lease_until)
      select ${lease.id}::uuid, ${lease.instanceId}::uuid, id, 'visitor', ${instanceLease} from back
    )
    select id, status, last_seq as "lastSeq" from back`)
  return rows[0] && { ...rows[0], resumed: true }
}

/**
 * Finds the open session, or the ended one on screen, by ids as the client sent them. `visitorId`
 * is undefined when unknown: a new one is issued, so ids cannot be probed.
 */
export async function findSession(
  db: Database,
  join: Record<'visitorId' | 'sessionId', string | null | undefined> & { currentPage: string },
  lease: Lease,
): Promise<{ visitorId?: string | undefined; session?: Opened | undefined }> {
  const { visitorId, currentPage } = join
  if (!visitorId) return {}
  const sessionId = join.sessionId?.toLowerCase() ?? ''
  const hash = hashVisitorId(visitorId)
  const open = await resume(db, hash, currentPage, lease)
  if (open) return { visitorId, session: open }
  const { rows } = await db.execute<Omit<Opened, 'resumed'>>(sql`
    select id, status, last_seq as "lastSeq" from ${chatSessions} where ${isOfVisitor(hash)}
    order by id::text = ${sessionId} desc limit 1`)
  const [closed] = rows
  const isOnScreen = closed?.status === 'ended' && closed.id === sessionId
  return {
    visitorId: closed && visitorId,
    session: isOnScreen ? { ...closed, resumed: true } : undefined,
  }
}

/** Starts a session; simultaneous requests of two tabs get the same one. */
export async function startSession(
  deps: Pick<Dependencies, 'db' | 'config' | 'content' | 'pubSub'>,
  visitorId: string,
  visitor: Visitor,
  lease: Lease,
): Promise<Opened> {
  const { db } = deps
  const hash = hashVisitorId(visitorId)
  const id = newId()
  try {
    await db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ startedAt: string }>(sql`
        with made as (
          insert into ${chatSessions} (id, visitor_hash, visitor_name, visitor_email,
            visitor_company, current_page, referrer, user_agent)
          values (${id}, ${hash}, ${visitor.name}, ${visitor.email}, ${visitor.company},
            ${visitor.currentPage}, ${visitor.referrer}, ${visitor.userAgent})
          returning id, started_at
        ), leased as (
          insert into chat_connections (id, instance_id, session_id, role, lease_until)
          select ${lease.id}::uuid, ${lease.instanceId}::uuid, id, 'visitor', ${instanceLease}
          from made
        )
        select started_at as "startedAt" from made`)
      const openedAt = new Date(rows[0]?.startedAt ?? Date.now())
      await openDeadline(deps, tx, { kind: 'chat', chatSessionId: id, openedAt })
      await notifyWaiting(deps, tx, { id, name: visitor.name }, 'at_once')
    })
    inboxChanged(deps, 'inbox')
    return { id, status: 'waiting', lastSeq: 0, resumed: false }
  } catch (error) {
    if (!isUniqueViolation(error, 'chat_sessions_one_open')) throw error
    const other = await resume(db, hash, visitor.currentPage, lease)
    if (!other) throw error
    return other
  }
}

/** Stores the system notice of a session's change in the same statement. */
async function changeWithNotice(
  db: Database | Transaction,
  changed: SQL,
  notice: string,
): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with changed as (${changed} returning id, last_seq)
    insert into ${chatMessages}
      (id, session_id, seq, sender_type, sender_key, client_message_id, message_type, content)
    select key, id, last_seq, 'system', 'system', key, 'system_notification', ${notice}
    from (select *, gen_random_uuid() as key from changed) c
    returning session_id as id`)
  return rows.map(({ id }) => id)
}

/** Ends sessions abandoned for 24 hours, optionally only those that match a condition. */
export function endAbandoned(db: Database, which = sql`true`): Promise<string[]> {
  return changeWithNotice(
    db,
    sql`update ${chatSessions} set status = 'ended', ended_at = now(), last_seq = last_seq + 1,
        status_before_abandoned = null
      where status = 'abandoned' and abandoned_at <= now() - ${revivable}
        and ${which}`,
    notices.ended,
  )
}

/** @returns whether the session was open; of concurrent calls only the first gets true. */
export async function markEnded(db: Database, id: string, notes?: string): Promise<boolean> {
  const ended = await changeWithNotice(
    db,
    sql`update ${chatSessions} set status = 'ended', ended_at = now(), last_seq = last_seq + 1,
        status_before_abandoned = null, notes = coalesce(${notes || null}, notes)
      where id = ${id} and status <> 'ended'`,
    notices.ended,
  )
  return ended.length > 0
}

/** Makes a waiting session active; takes over an active one only while its agent is away. */
export async function takeSession(db: Database, id: string, userId: string): Promise<void> {
  const taken = await changeWithNotice(
    db,
    sql`update ${chatSessions} set status = 'active', agent_id = ${userId},
        last_seq = last_seq + 1
      where id = ${id} and status = 'waiting'`,
    notices.joined,
  )
  if (taken.length > 0) return
  await db.execute(sql`
    update ${chatSessions} s set agent_id = ${userId}
    where id = ${id} and status = 'active' and agent_id is distinct from ${userId}
      and not exists (select from chat_connections c
        where c.role = 'admin' and c.session_id is null and c.user_id = s.agent_id)`)
}

const visitorIsPresent = sql`exists (select from chat_connections c
  where c.session_id = s.id and c.role = 'visitor')`

/** Abandons sessions whose visitor has no open socket. */
export async function abandon(tx: Transaction, where: SQL): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    update ${chatSessions} s set status = 'abandoned', abandoned_at = now(),
      status_before_abandoned = status
    where status in ('waiting', 'active') and ${where} and not ${visitorIsPresent}
    returning id`)
  return rows.map(({ id }) => id)
}

/** Repairs the race between a close and a join at the same moment on two instances. */
export async function unabandon(tx: Transaction): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    update ${chatSessions} s set status = coalesce(status_before_abandoned, 'waiting'),
      abandoned_at = null, status_before_abandoned = null
    where status = 'abandoned' and ${visitorIsPresent}
    returning id`)
  return rows.map(({ id }) => id)
}

export function markAgentsGone(db: Database | Transaction, where: SQL): Promise<string[]> {
  return changeWithNotice(
    db,
    sql`update ${chatSessions} s set last_seq = last_seq + 1 where status = 'active' and ${where}`,
    notices.left,
  )
}

export type SessionState = {
  id: string
  status: Status
  lastSeq: number
  agentId: string | null
  /** The profile that the visitor sees. */
  agent: PublicProfile
  agentPresent: boolean
}

export const isSameProfile = (one: PublicProfile, other: PublicProfile) =>
  JSON.stringify(one) === JSON.stringify(other)

/**
 * Makes the frame that shows a visitor who answers; an agent without a name appears as the firm.
 */
export function adminJoinedFrame(
  { id: sessionId, agent }: Pick<SessionState, 'id' | 'agent'>,
  firm: string,
): ServerFrame {
  const { name, title: adminTitle, portraitUrl: adminPortraitUrl } = agent
  const more = { ...(adminTitle && { adminTitle }), ...(adminPortraitUrl && { adminPortraitUrl }) }
  const adminName = name ?? firm
  return { type: 'admin_joined', sessionId, adminId: adminName, adminName, ...more }
}

/** Whether an agent who opened this session, or the agent answering it, is connected. */
export const agentIsPresent = sql`exists (select from chat_connections c where c.role = 'admin'
  and (c.session_id = s.id or c.session_id is null and c.user_id = s.agent_id))`

/** @param andOpen includes all open sessions. */
export async function readStates(
  db: Database,
  ids: readonly string[],
  andOpen = false,
): Promise<SessionState[]> {
  if (ids.length === 0 && !andOpen) return []
  const { rows } = await db.execute<SessionState>(sql`
    select s.id, s.status, s.last_seq as "lastSeq", s.agent_id as "agentId",
      ${publicProfileOfU} as agent, ${agentIsPresent} as "agentPresent"
    from ${chatSessions} s left join ${users} u on u.id = s.agent_id
    where s.id = any(${sql.param(ids)}::uuid[])
      or ${andOpen} and s.status in ('waiting', 'active')`)
  return rows
}

export async function sessionsOfAgent(db: Database, userId: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from ${chatSessions} where agent_id = ${userId} and status = 'active'`,
  )
  return rows.map(({ id }) => id)
}

/** Closed sessions in the list; the limit of open ones bounds its size. */
const maxClosed = 100
const maxOpen = 1_000

const iso = (moment: string | null) => moment && new Date(moment).toISOString()

/**
 * `agentName` is meant for agents. `publicAgent`, which visitors may see, is never sent to agents.
 */
export type ListedSession = ChatSession & { publicAgent: PublicProfile }

/** The session in the form that agents receive. */
export function sessionForAgents({ publicAgent, ...session }: ListedSession): ChatSession {
  return session
}

function fromRow(row: ListedSession): ListedSession {
  const { id, lastMessage } = row
  return {
    ...row,
    startedAt: new Date(row.startedAt).toISOString(),
    endedAt: iso(row.endedAt),
    lastMessage:
      lastMessage?.senderType === 'visitor'
        ? { ...lastMessage, senderId: visitorAlias(id) }
        : lastMessage,
    lastMessageAt: iso(row.lastMessageAt),
    messages: [],
  }
}

async function read(
  db: Database,
  chosen: SQL,
  order = sql`s.started_at desc, s.id desc`,
): Promise<ListedSession[]> {
  const { rows } = await db.execute<ListedSession>(sql`
    select s.id, s.status, s.visitor_name as "visitorName",
      json_build_object('name', s.visitor_name, 'email', s.visitor_email,
        'company', s.visitor_company, 'currentPage', s.current_page, 'referrer', s.referrer,
        'userAgent', s.user_agent) as "visitorInfo",
      s.started_at as "startedAt", s.ended_at as "endedAt",
      case when s.last_message is not null and s.last_message_by is not null
        then json_build_object('senderType', s.last_message_by, 'senderId', l.sender_id,
          'content', s.last_message) end as "lastMessage",
      s.last_message_at as "lastMessageAt", s.message_count as "messageCount",
      s.last_seq as "lastSeq", s.agent_id as "agentId", coalesce(u.display_name, u.username) as "agentName",
      ${publicProfileOfU} as "publicAgent",
      s.client_id as "clientId"
    from ${chosen} s
    left join ${users} u on u.id = s.agent_id
    left join lateral (
      select m.sender_id from ${chatMessages} m
      where m.session_id = s.id and s.last_message_by = 'admin' and m.sender_type = 'admin'
      order by m.seq desc limit 1
    ) l on true
    order by ${order}`)
  return rows.map(fromRow)
}

export function readList(db: Database): Promise<ListedSession[]> {
  const newest = (status: SQL, max: number) => sql`(select * from ${chatSessions}
    where ${status} order by started_at desc limit ${max})`
  return read(
    db,
    sql`(
      ${newest(isRunning, maxOpen)}
      union all
      (select * from (
        ${newest(sql`status = 'ended'`, maxClosed)}
        union all
        ${newest(isAbandoned, maxClosed)}
      ) closed order by started_at desc limit ${maxClosed})
    )`,
  )
}

export async function readSummaries(
  db: Database,
  ids: readonly string[],
): Promise<ListedSession[]> {
  if (ids.length === 0) return []
  return read(db, sql`(select * from ${chatSessions} where id = any(${sql.param(ids)}::uuid[]))`)
}

type Listing = ParsedInput<typeof chat.list>

const overAt = (column: SQLWrapper) =>
  sql`coalesce(${column}.ended_at, ${column}.last_message_at, ${column}.started_at)`
const listed = { id: chatSessions.id, createdAt: overAt(chatSessions) }

/**
 * A chat without a message is excluded because its deadline is about to be waived, a snoozed one
 * because it returns by itself.
 */
const isUnanswered = sql`${isClosed} and ${chatSessions.messageCount} > 0 and ${chatSessions.id} in (
  select d.chat_session_id from ${replyDeadlines} d
  where d.chat_session_id is not null and d.met_at is null and d.waived_at is null
    and (d.snoozed_until is null or d.snoozed_until <= now()))`

const visitor = sql`joined_words(${chatSessions.visitorName} || ' ' || ${chatSessions.visitorEmail} || ' '
  || ${chatSessions.visitorCompany})`

const hasMessage = (search: string): SQL => sql`exists (select from ${chatMessages} m
  where m.session_id = ${chatSessions.id} and m.message_type = 'text'
    and joined_words(m.content) like joined_words(${likePattern(search)}))`

/** A page of closed chats, and the number of all matches. */
export async function listClosed(db: Database, { view, search, ...paging }: Listing) {
  const matches = and(
    view === 'unanswered' ? isUnanswered : isClosed,
    search ? or(hasNameOrAddress(visitor, search), hasMessage(search)) : undefined,
  )
  const found = sql`(select * from ${chatSessions} where ${and(matches, afterCursor(listed, paging))}
    order by ${sql.join(newestFirst(listed), sql`, `)} limit ${rowsToRead(paging)}
    offset ${rowsToSkip(paging)})`
  const [sessions, total] = await Promise.all([
    read(db, found, sql`${overAt(sql`s`)} desc, s.id desc`),
    db.$count(chatSessions, matches),
  ])
  const rows = sessions.map((session) => {
    const { id, endedAt, lastMessageAt, startedAt } = session
    return { id, session, createdAt: new Date(endedAt ?? lastMessageAt ?? startedAt) }
  })
  const { items, next } = toPage(rows, paging)
  return { items: items.map(({ session }) => sessionForAgents(session)), next, total }
}

export const countUnanswered = (db: Database): Promise<number> =>
  db.$count(chatSessions, isUnanswered)

/** Counts open chats, and chats that started since a moment. */
export async function countSessions(db: Database, since: Date) {
  const { status, startedAt } = chatSessions
  const where = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}))::int`
  const [numbers] = await db
    .select({
      active: where(sql`${status} = 'active'`),
      waiting: where(sql`${status} = 'waiting'`),
      today: where(sql`${startedAt} >= ${since}`),
    })
    .from(chatSessions)
    .where(sql`${isRunning} or ${startedAt} >= ${since}`)
  if (!numbers) throw new Error('count returned no row')
  return numbers
}

/** The median wait for the first reply, in seconds, over the last 7 days. */
export async function medianReply(db: Database) {
  const { rows } = await db.execute<{ answered: number; seconds: number | null }>(sql`
    select count(*)::int as answered, (percentile_cont(0.5) within group (order by wait))::int
      as seconds
    from ${chatSessions} s cross join lateral (
      select extract(epoch from m.sent_at - s.started_at)::float8 as wait from ${chatMessages} m
      where m.session_id = s.id and m.sender_type = 'admin' order by m.seq limit 1
    ) first
    where s.started_at > now() - interval '7 days'`)
  return rows[0] ?? { answered: 0, seconds: null }
}

export type SessionRow = typeof chatSessions.$inferSelect

export async function readSession(db: Database, id: string): Promise<SessionRow | undefined> {
  const [session] = await db.select().from(chatSessions).where(eq(chatSessions.id, id))
  return session
}

export async function lockSession(tx: Transaction, id: string): Promise<SessionRow | undefined> {
  const [session] = await tx
    .select()
    .from(chatSessions)
    .where(eq(chatSessions.id, id))
    .for('update')
  return session
}

export async function setClient(tx: Transaction, id: string, clientId: string): Promise<void> {
  await tx.update(chatSessions).set({ clientId }).where(eq(chatSessions.id, id))
}

/** Other chats of an address (in lower case), newest first. */
export function chatsOfAddress(db: Database, email: string, except: string): Promise<SessionRow[]> {
  return db
    .select()
    .from(chatSessions)
    .where(and(eq(sql`lower(${chatSessions.visitorEmail})`, email), ne(chatSessions.id, except)))
    .orderBy(desc(chatSessions.startedAt))
    .limit(20)
}
