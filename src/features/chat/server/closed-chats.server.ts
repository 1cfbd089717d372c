import { and, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { ParsedInput } from '#contract/endpoint.ts'
import { hasNameOrAddress, likePattern } from '#server/database/like-pattern.ts'
import type { Database } from '#server/database/open.ts'
import { behind, newestFirst, rowsToRead, toPage } from '#server/database/paging.ts'
import { chatMessages, replyDeadlines, chatSessions as table } from '#server/database/schema.ts'
import type { chat } from '../protocol/contract.ts'
import { forAgents, read } from './session-list.server.ts'

type Listing = ParsedInput<typeof chat.list>

const overAt = (of: SQLWrapper) =>
  sql`coalesce(${of}.ended_at, ${of}.last_message_at, ${of}.started_at)`
const listed = { id: table.id, createdAt: overAt(table) }

const isClosed = sql`${table.status} in ('ended', 'abandoned')`

/** Without a message the deadline is about to be waived; a snoozed one comes back by itself. */
const isUnanswered = sql`${isClosed} and ${table.messageCount} > 0 and ${table.id} in (
  select d.chat_session_id from ${replyDeadlines} d
  where d.chat_session_id is not null and d.met_at is null and d.waived_at is null
    and (d.snoozed_until is null or d.snoozed_until <= now()))`

const visitor = sql`joined_words(${table.visitorName} || ' ' || ${table.visitorEmail} || ' '
  || ${table.visitorCompany})`

const hasMessage = (search: string): SQL => sql`exists (select from ${chatMessages} m
  where m.session_id = ${table.id} and m.message_type = 'text'
    and joined_words(m.content) like joined_words(${likePattern(search)}))`

/** A page and the number of all that match. */
export async function listClosed(db: Database, { view, search, ...paging }: Listing) {
  const matches = and(
    view === 'unanswered' ? isUnanswered : isClosed,
    search ? or(hasNameOrAddress(visitor, search), hasMessage(search)) : undefined,
  )
  const found = sql`(select * from ${table} where ${and(matches, behind(listed, paging))}
    order by ${sql.join(newestFirst(listed), sql`, `)} limit ${rowsToRead(paging)})`
  const [sessions, total] = await Promise.all([
    read(db, found, sql`${overAt(sql`s`)} desc, s.id desc`),
    db.$count(table, matches),
  ])
  const rows = sessions.map((session) => {
    const { id, endedAt, lastMessageAt, startedAt } = session
    return { id, session, createdAt: new Date(endedAt ?? lastMessageAt ?? startedAt) }
  })
  const { items, next } = toPage(rows, paging)
  return { items: items.map(({ session }) => forAgents(session)), next, total }
}

export const countUnanswered = (db: Database): Promise<number> => db.$count(table, isUnanswered)
