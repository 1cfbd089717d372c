import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../server/database/open.ts'
import { chatMessages, chatSessions, users } from '../../../server/database/schema.ts'
import { isCheckChat } from '../../../server/security/self-check-token.ts'
import type { ChatSession } from '../protocol/protocol.ts'
import { visitorAlias } from './message-store.server.ts'
import type { Status } from './session-store.server.ts'

/** Closed sessions in the list (decisions 21); the limit of open ones bounds its size. */
const mostClosed = 100
const mostOpen = 1_000

type Row = {
  id: string
  status: Status
  visitorName: string
  visitorEmail: string
  visitorCompany: string
  currentPage: string
  referrer: string
  userAgent: string
  startedAt: Date | string
  endedAt: Date | string | null
  lastMessage: string | null
  lastMessageBy: 'visitor' | 'admin' | 'system' | null
  lastMessageAt: Date | string | null
  lastSenderId: string | null
  messageCount: number
  lastSeq: number
  agentId: string | null
  agentName: string | null
  clientId: string | null
}

const iso = (moment: Date | string | null) => moment && new Date(moment).toISOString()

function summary(row: Row): ChatSession {
  const { lastMessage, lastMessageBy } = row
  return {
    id: row.id,
    status: row.status,
    visitorName: row.visitorName,
    visitorInfo: {
      name: row.visitorName,
      email: row.visitorEmail,
      company: row.visitorCompany,
      currentPage: row.currentPage,
      referrer: row.referrer,
      userAgent: row.userAgent,
    },
    startedAt: new Date(row.startedAt).toISOString(),
    endedAt: iso(row.endedAt),
    lastMessage:
      lastMessage === null || lastMessageBy === null
        ? null
        : {
            senderType: lastMessageBy,
            senderId: lastMessageBy === 'visitor' ? visitorAlias(row.id) : row.lastSenderId,
            content: lastMessage,
          },
    lastMessageAt: iso(row.lastMessageAt),
    messageCount: row.messageCount,
    messages: [],
    lastSeq: row.lastSeq,
    agentId: row.agentId,
    agentName: row.agentName,
    clientId: row.clientId,
  }
}

async function read(db: Database, chosen: SQL): Promise<ChatSession[]> {
  const { rows } = await db.execute<Row>(sql`
    select s.id, s.status, s.visitor_name as "visitorName", s.visitor_email as "visitorEmail",
      s.visitor_company as "visitorCompany", s.current_page as "currentPage", s.referrer,
      s.user_agent as "userAgent", s.started_at as "startedAt", s.ended_at as "endedAt",
      s.last_message as "lastMessage", s.last_message_by as "lastMessageBy",
      s.last_message_at as "lastMessageAt", s.message_count as "messageCount",
      s.last_seq as "lastSeq", s.agent_id as "agentId", u.username as "agentName",
      s.client_id as "clientId", l.sender_id as "lastSenderId"
    from ${chosen} s
    left join ${users} u on u.id = s.agent_id
    left join lateral (
      select m.sender_id from ${chatMessages} m
      where m.session_id = s.id and s.last_message_by = 'admin' and m.sender_type = 'admin'
      order by m.seq desc limit 1
    ) l on true
    order by s.started_at desc, s.id desc`)
  return rows.map(summary)
}

export function readList(db: Database): Promise<ChatSession[]> {
  return read(
    db,
    sql`(
      (select * from ${chatSessions} where status in ('waiting', 'active') and not ${isCheckChat}
        order by started_at desc limit ${mostOpen})
      union all
      (select * from (
        (select * from ${chatSessions} where status = 'ended' and not ${isCheckChat}
          order by started_at desc limit ${mostClosed})
        union all
        (select * from ${chatSessions} where status = 'abandoned' and not ${isCheckChat}
          order by started_at desc limit ${mostClosed})
      ) closed order by started_at desc limit ${mostClosed})
    )`,
  )
}

export async function readSummaries(db: Database, ids: readonly string[]): Promise<ChatSession[]> {
  if (ids.length === 0) return []
  return read(db, sql`(select * from ${chatSessions} where id = any(${sql.param(ids)}::uuid[]))`)
}
