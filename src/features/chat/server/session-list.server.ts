import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/database/open.ts'
import { type PublicProfile, publicProfileOfU } from '#server/database/public-profile.ts'
import { chatMessages, chatSessions, users } from '#server/database/schema.ts'
import type { ChatSession } from '../protocol/protocol.ts'
import { visitorAlias } from './message-store.server.ts'

/** Closed sessions in the list (decisions 21); the limit of open ones bounds its size. */
const mostClosed = 100
const mostOpen = 1_000

const iso = (moment: string | null) => moment && new Date(moment).toISOString()

/** `agentName` is for agents; `publicAgent`, which visitors may see, is never sent to them. */
export type ListedSession = ChatSession & { publicAgent: PublicProfile }

/** As agents receive it. */
export function forAgents({ publicAgent, ...session }: ListedSession): ChatSession {
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

export async function read(
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
  const newest = (status: SQL, most: number) => sql`(select * from ${chatSessions}
    where ${status} order by started_at desc limit ${most})`
  return read(
    db,
    sql`(
      ${newest(sql`status in ('waiting', 'active')`, mostOpen)}
      union all
      (select * from (
        ${newest(sql`status = 'ended'`, mostClosed)}
        union all
        ${newest(sql`status = 'abandoned'`, mostClosed)}
      ) closed order by started_at desc limit ${mostClosed})
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
