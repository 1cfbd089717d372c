import { and, eq, sql } from 'drizzle-orm'
import type { ParsedInput } from '#contract/endpoint.ts'
import { Failure } from '#contract/failure.ts'
import { openDeadline, subjectOf } from '#features/inbox/deadlines/deadlines.server.ts'
import { moveDeadlines } from '#features/inbox/deadlines/move-deadlines.server.ts'
import type { Transaction } from '#server/database/open.ts'
import {
  inquiries,
  mailMessages,
  mailReplyAddresses,
  mailThreads as table,
} from '#server/database/schema.ts'
import { record } from '#server/service/audit.ts'
import type { SignedInContext } from '#server/service/context.ts'
import { fieldFailure } from '#server/service/field-failure.ts'
import type { mailThreads } from './contract.ts'
import { findThread } from './list-threads.server.ts'
import { ownerOf } from './make-thread.server.ts'

type Thread = typeof table.$inferSelect

export const noThread = () => new Failure('not_found', 'Conversation not found')

export async function lockThread(tx: Transaction, id: string): Promise<Thread> {
  const [thread] = await tx.select().from(table).where(eq(table.id, id)).for('update')
  if (!thread) throw noThread()
  return thread
}

/** Merges a thread into the one that its lead has. @returns the id of the remaining thread. */
async function join(tx: Transaction, thread: Thread, into: Thread): Promise<string> {
  const ids = { threadId: into.id }
  await tx.update(mailMessages).set(ids).where(eq(mailMessages.threadId, thread.id))
  await tx.update(mailReplyAddresses).set(ids).where(eq(mailReplyAddresses.threadId, thread.id))
  const newer = sql`greatest(${table.lastMessageAt}, ${thread.lastMessageAt.toISOString()}::timestamptz)`
  await tx.update(table).set({ lastMessageAt: newer }).where(eq(table.id, into.id))
  await tx.delete(table).where(eq(table.id, thread.id))
  return into.id
}

/**
 * Links a thread and its deadlines to a lead. If the lead has a thread, the messages move there.
 *
 * @returns the id of the remaining thread.
 */
async function linkToLead(
  context: SignedInContext,
  tx: Transaction,
  thread: Thread,
  inquiryId: string,
): Promise<string> {
  if (thread.inquiryId === inquiryId) return thread.id
  if (thread.inquiryId || thread.chatSessionId) {
    throw new Failure('conflict', 'This conversation belongs to another request.')
  }
  const isShown = and(eq(inquiries.id, inquiryId), eq(inquiries.quarantined, false))
  const [lead] = await tx.select().from(inquiries).where(isShown).for('update')
  if (!lead) throw new Failure('not_found', 'Inquiry not found')
  const [existing] = await tx
    .select()
    .from(table)
    .where(eq(table.inquiryId, inquiryId))
    .for('update')
  await moveDeadlines(context, tx, thread.id, inquiryId)
  if (!lead.assigneeId && thread.assigneeId) {
    const { assigneeId } = thread
    await tx.update(inquiries).set({ assigneeId }).where(eq(inquiries.id, inquiryId))
  }
  if (existing) return join(tx, thread, existing)
  const clientId = thread.clientId ?? lead.clientId
  await tx.update(table).set({ inquiryId, clientId }).where(eq(table.id, thread.id))
  return thread.id
}

/** Clears the suspicion and opens the deadline that the suspect mail did not open. */
async function clear(context: SignedInContext, tx: Transaction, thread: Thread): Promise<void> {
  await tx.update(table).set({ suspect: false, suspectReasons: [] }).where(eq(table.id, thread.id))
  const [received] = await tx
    .select({ openedAt: mailMessages.createdAt })
    .from(mailMessages)
    .where(and(eq(mailMessages.threadId, thread.id), eq(mailMessages.kind, 'received')))
    .orderBy(mailMessages.createdAt)
    .limit(1)
  const subject = subjectOf({ ...thread, threadId: thread.id })
  if (received) await openDeadline(context, tx, { kind: 'mail', ...received, ...subject })
}

/** @returns the id of the thread, which is the lead's if the lead had one. */
export function updateThread(
  context: SignedInContext,
  { id, clientId, projectId, inquiryId, suspect }: ParsedInput<typeof mailThreads.update>,
): Promise<string> {
  const { db, user } = context
  return db.transaction(async (tx) => {
    const thread = await lockThread(tx, id)
    if (suspect && !thread.suspect)
      throw fieldFailure('suspect', 'A conversation is suspect by its mails')
    if (inquiryId === null && thread.inquiryId)
      throw fieldFailure('inquiryId', 'It stays with its request')
    if (projectId || clientId) {
      const named = { ...(projectId && { projectId }), ...(clientId && { clientId }) }
      await tx
        .update(table)
        .set(await ownerOf(tx, named))
        .where(eq(table.id, id))
    } else if (clientId === null || projectId === null) {
      const set = { projectId: null, ...(clientId === null && { clientId }) }
      await tx.update(table).set(set).where(eq(table.id, id))
    }
    if (suspect === false && thread.suspect) await clear(context, tx, thread)
    const stays = inquiryId
      ? await linkToLead(context, tx, await lockThread(tx, id), inquiryId)
      : id
    const linked = await findThread(tx, stays)
    await record(tx, user, {
      action: suspect === false ? 'mail.thread_cleared' : 'mail.thread_linked',
      subject: 'mail_thread',
      subjectId: stays,
      // If the thread was unlinked, this is the client that it belonged to.
      clientId: linked?.clientId ?? thread.clientId,
      projectId: linked?.projectId ?? null,
      details: { ...(inquiryId && { inquiryId }) },
    })
    return stays
  })
}
