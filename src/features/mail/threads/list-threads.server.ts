import { and, eq, exists, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { fitText } from '#contract/cut-text.ts'
import { isMailbox } from '#contract/email-address.ts'
import type { Offered, ParsedInput } from '#contract/endpoint.ts'
import type { SuppressionReason, ThreadView } from '#contract/vocabulary.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import {
  afterCursor,
  countRows,
  newestFirst,
  rowsToRead,
  rowsToSkip,
  toPage,
} from '#server/database/pagination.ts'
import {
  chatSessions,
  clients,
  inquiries,
  mailMessages as messages,
  replyDeadlines,
  mailSuppressions as suppressions,
  mailThreads as table,
  users,
} from '#server/database/schema.ts'
import { staffName } from '#server/database/staff-name.ts'
import type { mailThreads } from './contract.ts'

type Reader = Database | Transaction
type Thread = Offered<typeof mailThreads.update>

const excerptCharacters = 160

const assignee = alias(users, 'assignee')

/** A column of the newest mail received from a participant. */
const received = (column: 'from_name' | 'from_address') =>
  sql`(select m.${sql.identifier(column)} from ${messages} m where m.thread_id = ${table.id}
    and m.kind = 'received' and not m.from_other_address
    and not 'sender_unclear' = any(m.suspect_reasons)
    order by m.created_at desc, m.id desc limit 1)`

/**
 * The sender of the newest incoming mail: its address or, if From contains no single valid one, the
 * text of From.
 */
const writer = sql<string | null>`(select coalesce(nullif(m.from_address, ''), m.from_name)
  from ${messages} m where m.thread_id = ${table.id} and m.direction = 'in'
  order by m.created_at desc, m.id desc limit 1)`

/** The address for a reply: that of the lead, the visitor, the last writer or the client. */
const recipient = sql<string | null>`coalesce(${inquiries.email},
  nullif(${chatSessions.visitorEmail}, ''), ${received('from_address')}, ${clients.email})`

const newest = sql`(select m.text from ${messages} m where m.thread_id = ${table.id}
  order by m.created_at desc, m.id desc limit 1)`

const openDeadline = sql`select min(d.due_at) from ${replyDeadlines} d
  where d.met_at is null and d.waived_at is null and (d.thread_id = ${table.id}
    or d.inquiry_id = ${table.inquiryId} or d.chat_session_id = ${table.chatSessionId})`

const notDelivered = sql`${table.id} in (select m.thread_id from ${messages} m
  where m.delivery in ('failed', 'bounced'))`

function selectThreads(db: Reader) {
  const nameOf = sql<string | null>`coalesce(${inquiries.name},
    nullif(${chatSessions.visitorName}, ''), nullif(${received('from_name')}, ''), ${clients.name})`
  return db
    .select({
      thread: table,
      clientId: sql<string | null>`coalesce(${table.clientId}, ${inquiries.clientId},
        ${chatSessions.clientId})`,
      number: inquiries.number,
      name: nameOf,
      company: sql<string | null>`nullif(coalesce(${inquiries.company},
        ${chatSessions.visitorCompany}, ${clients.company}), '')`,
      to: recipient,
      from: writer,
      suppressed: sql<SuppressionReason | null>`(select s.reason from ${suppressions} s
        where s.address_hash = sha256(convert_to(lower(${recipient}), 'UTF8'))
          and (s.expires_at is null or s.expires_at > now()))`,
      assigneeId: assignee.id,
      assigneeName: staffName(assignee),
      dueAt: sql<Date | null>`(${openDeadline})`.mapWith(replyDeadlines.dueAt),
      // Using `exists` would make PostgreSQL read all failed mails first.
      failed: sql<boolean>`(select count(*) > 0 from ${messages} m
        where m.thread_id = ${table.id} and m.delivery in ('failed', 'bounced'))`,
      text: sql<string>`left(coalesce(${newest}, ''), 1000)`,
    })
    .from(table)
    .leftJoin(inquiries, eq(inquiries.id, table.inquiryId))
    .leftJoin(chatSessions, eq(chatSessions.id, table.chatSessionId))
    .leftJoin(clients, eq(clients.id, table.clientId))
    .leftJoin(
      assignee,
      sql`${assignee.id} = coalesce(${inquiries.assigneeId}, ${chatSessions.agentId},
        ${table.assigneeId})`,
    )
    .$dynamic()
}

type Row = Awaited<ReturnType<typeof selectThreads>>[number]

function toThread({ thread, assigneeId, assigneeName, text, to, ...facts }: Row): Thread {
  const { assigneeId: _, ...own } = thread
  return {
    ...own,
    ...facts,
    to: to && isMailbox(to) ? to : null,
    excerpt: fitText(text.replace(/\s+/g, ' '), excerptCharacters),
    assignee: assigneeId ? { id: assigneeId, name: assigneeName } : null,
  }
}

export async function findThread(db: Reader, id: string): Promise<Thread | undefined> {
  const [row] = await selectThreads(db).where(eq(table.id, id))
  return row && toThread(row)
}

const inView: Record<ThreadView, SQL | undefined> = {
  all: undefined,
  open: sql`(${openDeadline}) is not null`,
  suspect: eq(table.suspect, true),
  failed: notDelivered,
}

type Listing = ParsedInput<typeof mailThreads.list>

/** Lists threads, except those whose only message was canceled. */
export async function listThreads(
  db: Database,
  { inquiryId, chatSessionId, clientId, projectId, view = 'all', ...paging }: Listing,
) {
  const listed = { id: table.id, createdAt: table.lastMessageAt }
  const matches = and(
    inquiryId ? eq(table.inquiryId, inquiryId) : undefined,
    chatSessionId ? eq(table.chatSessionId, chatSessionId) : undefined,
    clientId ? eq(table.clientId, clientId) : undefined,
    projectId ? eq(table.projectId, projectId) : undefined,
    inView[view],
    exists(db.select({ id: messages.id }).from(messages).where(eq(messages.threadId, table.id))),
  )
  const rows = await selectThreads(db)
    .where(and(matches, afterCursor(listed, paging)))
    .orderBy(...newestFirst(listed))
    .limit(rowsToRead(paging))
    .offset(rowsToSkip(paging))
  const page = toPage(
    rows.map((row) => ({ row, id: row.thread.id, createdAt: row.thread.lastMessageAt })),
    paging,
    await countRows(db, paging, table, matches),
  )
  return { ...page, items: page.items.map(({ row }) => toThread(row)) }
}
