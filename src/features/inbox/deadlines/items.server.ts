import { asc, eq, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core'
import { fitText } from '#contract/cut-text.ts'
import type { Offered } from '#contract/endpoint.ts'
import type { Subject } from '#features/notifications/delivery/notice.ts'
import { isoTime } from '#server/database/iso-time.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import {
  chatSessions,
  replyDeadlineEvents as events,
  inquiries,
  inquiryDetails,
  mailMessages,
  mailThreads,
  replyDeadlines as table,
  users,
} from '#server/database/schema.ts'
import { staffName } from '#server/database/staff-name.ts'
import type { inbox } from './contract.ts'
import { isAbout, isOpen } from './deadlines.server.ts'

const excerptCharacters = 160
const maxPerSubject = 50

const assignee = alias(users, 'assignee')
const meeter = alias(users, 'meeter')

/**
 * A scalar subquery, because a join or an `or` would make PostgreSQL read all open mails for each
 * row.
 */
const threadId = sql`coalesce(${table.threadId},
  (select id from ${mailThreads} where inquiry_id = ${table.inquiryId}),
  (select id from ${mailThreads} where chat_session_id = ${table.chatSessionId}))`

/** The latest text of a lead's sender, if the lead waits for an answer again. */
const newestText = sql`case when ${table.openedAt} > ${inquiries.createdAt} then (
  select text from (
    select text, created_at from ${inquiryDetails} where inquiry_id = ${table.inquiryId}
    union all
    select text, created_at from ${mailMessages} where thread_id = ${threadId} and kind = 'received'
  ) said order by created_at desc limit 1) end`

/** The message of a consultation request contains only the sender's name. */
const text = sql`coalesce(nullif(${newestText}, ''),
  nullif(${inquiries.consultationData} ->> 'projectDescription', ''), ${inquiries.message},
  ${chatSessions.lastMessage}, ${mailThreads.subject}, '')`

const firstSender = (column: SQL) => sql`(select ${column} from ${mailMessages}
  where thread_id = ${mailThreads.id} and direction = 'in' order by created_at limit 1)`

const times: Record<string, SQLWrapper> = {
  openedAt: table.openedAt,
  dueAt: table.dueAt,
  snoozedUntil: table.snoozedUntil,
  remindedAt: table.remindedAt,
  reopenedAt: table.reopenedAt,
  metAt: table.metAt,
  waivedAt: table.waivedAt,
  scheduledAt: sql`(select min(send_at) from ${mailMessages}
    where delivery = 'queued' and kind = 'reply' and send_at > now() and thread_id = ${threadId})`,
}

const person = (id: AnyPgColumn, user: typeof assignee) => sql`case
  when ${id} is not null then json_build_object('id', ${id}, 'name', ${staffName(user)}) end`

const facts: Record<string, SQLWrapper> = {
  id: table.id,
  kind: table.kind,
  reopenReason: table.reopenReason,
  how: table.how,
  evidence: table.evidence,
  waiveReason: table.waiveReason,
  note: table.note,
  number: inquiries.number,
  subject: sql`json_build_object(
    'type', case when ${table.inquiryId} is not null then 'inquiry'
      when ${table.chatSessionId} is not null then 'chat' else 'thread' end,
    'id', coalesce(${table.inquiryId}, ${table.chatSessionId}, ${table.threadId}))`,
  clientId: sql`coalesce(${inquiries.clientId}, ${chatSessions.clientId}, ${mailThreads.clientId})`,
  name: sql`coalesce(${inquiries.name}, ${chatSessions.visitorName},
    ${firstSender(sql`nullif(from_name, '')`)})`,
  email: sql`coalesce(${inquiries.email}, ${chatSessions.visitorEmail},
    ${firstSender(sql`from_address`)})`,
  company: sql`nullif(coalesce(${inquiries.company}, ${chatSessions.visitorCompany}), '')`,
  excerpt: sql`left(${text}, 250)`,
  assignee: person(table.assigneeId, assignee),
  metBy: person(table.metBy, meeter as unknown as typeof assignee),
}

const written = Object.entries(times).map(([name, at]) => [name, isoTime(at)] as const)

/**
 * A row of `reply_deadlines` with `itemJoins`, as JSON. It matches `InboxItem` once its excerpt has
 * been cut.
 */
export const itemJson = sql`json_build_object(${sql.join(
  [...Object.entries(facts), ...written].map(
    ([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`,
  ),
  sql`, `,
)})`

export const itemJoins = sql`
  left join ${inquiries} on ${inquiries.id} = ${table.inquiryId}
  left join ${chatSessions} on ${chatSessions.id} = ${table.chatSessionId}
  left join ${mailThreads} on ${mailThreads.id} = ${table.threadId}
  left join ${users} assignee on ${assignee.id} = ${table.assigneeId}
  left join ${users} meeter on ${meeter.id} = ${table.metBy}`

type Item = Offered<typeof inbox.show>['item']

export function cutExcerpt<T extends { excerpt: string }>(item: T): T {
  const excerpt = fitText(item.excerpt.replace(/\s+/g, ' '), excerptCharacters)
  return { ...item, excerpt }
}

/** @param chosen the rest of the statement, starting with `where`. */
async function readItems(db: Database | Transaction, chosen: SQL): Promise<Item[]> {
  const { rows } = await db.execute<{ item: Record<string, unknown> }>(
    sql`select ${itemJson} as item from ${table} ${itemJoins} ${chosen}`,
  )
  return rows.map(({ item }) => {
    for (const name of Object.keys(times)) {
      if (item[name]) item[name] = new Date(String(item[name]))
    }
    return cutExcerpt(item as Item)
  })
}

export async function findItem(db: Database | Transaction, id: string): Promise<Item | undefined> {
  const [item] = await readItems(db, sql`where ${table.id} = ${id}`)
  return item
}

/** The deadlines of a subject: the open one first, then newest first. */
export function subjectItems(db: Database, subject: Subject): Promise<Item[]> {
  const isFirst = sql`${isOpen} desc, ${table.openedAt} desc`
  return readItems(db, sql`where ${isAbout(subject)} order by ${isFirst} limit ${maxPerSubject}`)
}

/** Events of deadlines, oldest first. */
export async function eventsOf(db: Database, deadlineIds: string[]) {
  const rows = await db
    .select({ event: events, actorName: staffName(users) })
    .from(events)
    .leftJoin(users, eq(users.id, events.actorId))
    .where(inArray(events.deadlineId, deadlineIds))
    .orderBy(asc(events.at), asc(events.id))
  return rows.map(({ event: { id, at, type, actorId, details }, actorName }) => ({
    id,
    at,
    type,
    details,
    actor: actorId && actorName ? { id: actorId, name: actorName } : null,
  }))
}
