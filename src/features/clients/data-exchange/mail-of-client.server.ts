import { and, asc, eq, getTableColumns, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Database } from '#server/database/open.ts'
import * as tables from '#server/database/schema.ts'
import { staffName } from '#server/database/staff-name.ts'

const { chatSessions, inquiries, mailFiles, mailIntake, mailMessages, mailThreads, users } = tables
const { replyDeadlineEvents, replyDeadlines } = tables

/** Leads and chats that belong to a client. */
function subjectsOf(db: Database, clientId: string) {
  const leads = db
    .select({ id: inquiries.id })
    .from(inquiries)
    .where(eq(inquiries.clientId, clientId))
  const chats = db
    .select({ id: chatSessions.id })
    .from(chatSessions)
    .where(eq(chatSessions.clientId, clientId))
  return { leads, chats }
}

/** Threads of the client, and of the leads and chats that belong to it. */
function threadsOf(db: Database, clientId: string) {
  const { leads, chats } = subjectsOf(db, clientId)
  return or(
    eq(mailThreads.clientId, clientId),
    inArray(mailThreads.inquiryId, leads),
    inArray(mailThreads.chatSessionId, chats),
  )
}

/** Conversations with their messages. */
export async function mailOf(db: Database, clientId: string) {
  const { id, subject, projectId, createdAt } = mailThreads
  const threads = await db
    .select({ id, subject, projectId, createdAt })
    .from(mailThreads)
    .where(threadsOf(db, clientId))
    .orderBy(asc(id))
  const { fromName, fromAddress, viaAddress, toAddress, otherRecipients, ...message } = mailMessages
  const mail = []
  for (const { id, ...thread } of threads) {
    const messages = await db
      .select({
        id: message.id,
        direction: message.direction,
        kind: message.kind,
        author: staffName(users),
        fromName,
        fromAddress,
        viaAddress,
        toAddress,
        otherRecipients,
        subject: message.subject,
        text: message.text,
        quotedText: message.quotedText,
        delivery: message.delivery,
        acceptedAt: message.acceptedAt,
        refusedFiles: message.refusedFiles,
        createdAt: message.createdAt,
      })
      .from(mailMessages)
      .leftJoin(users, eq(users.id, mailMessages.authorId))
      .where(eq(mailMessages.threadId, id))
      .orderBy(asc(mailMessages.createdAt), asc(mailMessages.id))
    mail.push({ ...thread, messages })
  }
  return mail
}

/** Attachments and original files of those conversations. */
export function mailFilesOf(db: Database, clientId: string) {
  const { id, messageId, role, originalName, mimeType, fileSize, storageKey, createdAt } = mailFiles
  return db
    .select({ messageId, role, originalName, mimeType, fileSize, storageKey, createdAt })
    .from(mailFiles)
    .innerJoin(mailMessages, eq(mailMessages.id, messageId))
    .innerJoin(mailThreads, eq(mailThreads.id, mailMessages.threadId))
    .where(and(isNotNull(messageId), threadsOf(db, clientId)))
    .orderBy(asc(id))
}

/** Mails from an address that have not been parsed yet, or cannot be. */
export function waitingMailOf(db: Database, email: string) {
  const { id, storageKey, receivedAt, messageId, fromAddresses } = mailIntake
  return db
    .select({ storageKey: sql<string>`${storageKey}`, createdAt: receivedAt })
    .from(mailIntake)
    .where(
      and(
        isNull(messageId),
        isNotNull(storageKey),
        sql`${email.toLowerCase()} = any(${fromAddresses})`,
      ),
    )
    .orderBy(asc(receivedAt), asc(id))
}

/** Reply deadlines of the client's leads, chats and conversations, with their events. */
export async function deadlinesOf(db: Database, clientId: string) {
  const { leads, chats } = subjectsOf(db, clientId)
  const threads = db.select({ id: mailThreads.id }).from(mailThreads).where(threadsOf(db, clientId))
  const {
    assigneeId: _,
    metBy: __,
    evidenceId: ___,
    changedAt: ____,
    ...deadline
  } = getTableColumns(replyDeadlines)
  const found = await db
    .select(deadline)
    .from(replyDeadlines)
    .where(
      or(
        inArray(replyDeadlines.inquiryId, leads),
        inArray(replyDeadlines.chatSessionId, chats),
        inArray(replyDeadlines.threadId, threads),
      ),
    )
    .orderBy(asc(replyDeadlines.openedAt), asc(replyDeadlines.id))
  const { deadlineId, at, type, actorId, details, id } = replyDeadlineEvents
  const events = await db
    .select({ deadlineId, at, type, actor: staffName(users), details })
    .from(replyDeadlineEvents)
    .leftJoin(users, eq(users.id, actorId))
    .where(
      inArray(
        deadlineId,
        found.map(({ id: other }) => other),
      ),
    )
    .orderBy(asc(at), asc(id))
  return found.map((one) => ({
    ...one,
    events: events
      .filter(({ deadlineId: other }) => other === one.id)
      .map(({ deadlineId: _, ...event }) => event),
  }))
}
