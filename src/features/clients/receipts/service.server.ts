import { and, eq, sql } from 'drizzle-orm'
import { Failure } from '#contract/failure.ts'
import { type ReceiptKind, receiptKinds } from '#features/receipts/log/kinds.ts'
import {
  afterCursor,
  countRows,
  newestFirst,
  rowsToRead,
  rowsToSkip,
  toPage,
} from '#server/database/pagination.ts'
import {
  bookings,
  chatSessions,
  clients,
  inquiries,
  mailMessages,
  mailThreads,
  replyDeadlines,
  receipts as table,
} from '#server/database/schema.ts'
import type { Service } from '#server/service/context.ts'
import type { clientReceipts } from './contract.ts'

/**
 * Receipts that name the client, and those of records that became the client's later: a receipt is
 * never changed.
 */
const isOfClient = (clientId: string) => sql`${table.id} in (
  with lead as (select id from ${inquiries} where client_id = ${clientId}),
  chat as (select id from ${chatSessions} where client_id = ${clientId}),
  thread as (select id from ${mailThreads} where client_id = ${clientId}
    or inquiry_id in (select id from lead) or chat_session_id in (select id from chat)),
  subject (type, id) as (
    select 'lead', id from lead
    union all
    select 'booking', id from ${bookings}
    where client_id = ${clientId} or inquiry_id in (select id from lead)
    union all
    select 'message', id from ${mailMessages}
    where direction = 'out' and thread_id in (select id from thread)
    union all
    select 'deadline', id from ${replyDeadlines} where inquiry_id in (select id from lead)
      or chat_session_id in (select id from chat) or thread_id in (select id from thread)
  )
  select r.id from ${table} r where r.client_id = ${clientId}
  union
  select r.id from subject s
    join ${table} r on r.subject_type = s.type and r.subject_id = s.id::text)`

export const clientReceiptsService: Service<typeof clientReceipts> = {
  async list({ db }, { id, ...paging }) {
    const [client] = await db.select({ id: clients.id }).from(clients).where(eq(clients.id, id))
    if (!client) throw new Failure('not_found', 'Client not found')
    const own = isOfClient(id)
    const { seq, kind, createdAt } = table
    const rows = await db
      .select({ id: table.id, seq, kind, createdAt })
      .from(table)
      .where(and(own, afterCursor(table, paging)))
      .orderBy(...newestFirst(table))
      .limit(rowsToRead(paging))
      .offset(rowsToSkip(paging))
    const { items, ...more } = toPage(rows, paging, await countRows(db, paging, table, own))
    return {
      ...more,
      items: items.map(({ createdAt: at, ...receipt }) => ({
        ...receipt,
        at,
        summary: receiptKinds[receipt.kind as ReceiptKind].words,
      })),
    }
  },
}
