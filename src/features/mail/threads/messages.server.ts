import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Offered } from '#contract/endpoint.ts'
import { Failure } from '#contract/failure.ts'
import { visitorMessageTimes } from '#features/inbox/deadlines/visitor-message-times.server.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import { afterCursor, rowsToRead, toPage } from '#server/database/pagination.ts'
import {
  chatMessages,
  mailFiles,
  mailThreads,
  mailMessages as table,
  users,
} from '#server/database/schema.ts'
import { staffName } from '#server/database/staff-name.ts'
import type { Dependencies } from '#server/service/context.ts'
import type { mailThreads as contract } from './contract.ts'

type Reader = Database | Transaction
type Deps = Pick<Dependencies, 'config' | 'content'>
type Message = Offered<typeof contract.write>

export const fileColumns = {
  id: mailFiles.id,
  name: mailFiles.originalName,
  mimeType: mailFiles.mimeType,
  size: mailFiles.fileSize,
}

/**
 * A file of a mail, or one that `userId` uploaded for a mail.
 *
 * @throws Failure `not_found`
 */
export async function findAttachment(db: Reader, id: string, userId?: string) {
  const isAttachment = and(eq(mailFiles.id, id), eq(mailFiles.role, 'attachment'))
  const [file] = await db.select().from(mailFiles).where(isAttachment)
  const isSeen = file && (file.messageId !== null || file.uploadedBy === userId)
  if (!isSeen) throw new Failure('not_found', 'File not found')
  return file
}

async function filesOf(db: Reader, messageIds: string[]) {
  if (messageIds.length === 0) return []
  const { messageId, role, createdAt, id } = mailFiles
  return db
    .select({ ...fileColumns, messageId })
    .from(mailFiles)
    .where(and(inArray(messageId, messageIds), eq(role, 'attachment')))
    .orderBy(asc(createdAt), asc(id))
}

function selectMessages(db: Reader) {
  return db
    .select({
      message: table,
      authorName: staffName(users),
      shownInChat: sql<boolean | null>`case when ${table.kind} = 'received' then (
        select exists (select from ${chatMessages} c where c.session_id = t.chat_session_id
          and c.client_message_id = ${table.id})
        from ${mailThreads} t where t.id = ${table.threadId} and t.chat_session_id is not null) end`,
      hasNewer: sql<boolean>`${table.delivery} = 'queued' and exists (
        select from (select id as thread_id, inquiry_id, chat_session_id
          from ${mailThreads} where id = ${table.threadId}) subject,
        lateral (${visitorMessageTimes}) unseen where unseen.at > ${table.createdAt})`,
    })
    .from(table)
    .leftJoin(users, eq(users.id, table.authorId))
    .$dynamic()
}

type Row = Awaited<ReturnType<typeof selectMessages>>[number]

/** The sender as in the header `From`. */
function senderOf({ config, content }: Deps, message: Row['message']) {
  const { direction, fromName, fromAddress } = message
  if (direction === 'in') return { name: fromName, address: fromAddress }
  const firm = config.mail?.from.name || content.resolved().firm.name
  return { name: fromName ? `${fromName}, ${firm}` : firm, address: fromAddress }
}

async function toMessages(deps: Deps, db: Reader, rows: readonly Row[]): Promise<Message[]> {
  const files = await filesOf(
    db,
    rows.map(({ message: { id } }) => id),
  )
  return rows.map(({ message, authorName, shownInChat, hasNewer }) => {
    const { id, threadId, direction, kind, authorId, toAddress: to, sendAt } = message
    const { subject, text, quotedText, hasHtml, delivery, serverResponse, errorCode } = message
    return {
      id,
      threadId,
      direction,
      kind,
      from: senderOf(deps, message),
      to,
      via: message.viaAddress || null,
      subject,
      text,
      quotedText,
      hasHtml,
      author: authorId && authorName ? { id: authorId, name: authorName } : null,
      delivery,
      serverResponse,
      errorCode,
      sendAt: direction === 'out' ? sendAt : null,
      acceptedAt: message.acceptedAt,
      createdAt: message.createdAt,
      files: files
        .filter(({ messageId }) => messageId === id)
        .map(({ messageId: _, ...file }) => file),
      refusedFiles: message.refusedFiles,
      fromOtherAddress: message.fromOtherAddress,
      suspectReasons: message.suspectReasons,
      shownInChat,
      hasNewer: hasNewer === true,
    }
  })
}

async function read(deps: Deps, db: Reader, which: SQL) {
  return toMessages(deps, db, await selectMessages(db).where(which))
}

/** @returns undefined if there is no such message. */
export async function findMessage(
  deps: Deps,
  db: Reader,
  id: string,
): Promise<Message | undefined> {
  const [found] = await read(deps, db, eq(table.id, id))
  return found
}

/** The newest messages of a thread, or those before the cursor; oldest first. */
export async function pageOfMessages(
  deps: Dependencies,
  threadId: string,
  after: string | undefined,
): Promise<{ messages: Message[]; next: string | null }> {
  const paging = { after }
  const rows = await selectMessages(deps.db)
    .where(and(eq(table.threadId, threadId), afterCursor(table, paging)))
    // The order of the index, read backwards.
    .orderBy(desc(table.createdAt), desc(table.id))
    .limit(rowsToRead(paging))
  const page = toPage(
    rows.map((row) => ({ ...row, id: row.message.id, createdAt: row.message.createdAt })),
    paging,
  )
  return { messages: await toMessages(deps, deps.db, page.items.reverse()), next: page.next }
}
