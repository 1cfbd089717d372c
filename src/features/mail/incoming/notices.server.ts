import { eq, sql } from 'drizzle-orm'
import { type Subject, urlOf } from '#features/notifications/delivery/notice.ts'
import { notify } from '#features/notifications/delivery/notify.server.ts'
import type { Transaction } from '#server/database/open.ts'
import { chatSessions, inquiries, mailThreads, users } from '#server/database/schema.ts'
import type { Dependencies } from '#server/service/context.ts'
import type { Writer } from './find-writer.server.ts'

/** The lead or chat of a thread if it has one; otherwise the thread itself. */
export function subjectOfThread({
  id,
  inquiryId,
  chatSessionId,
}: {
  id: string
  inquiryId: string | null
  chatSessionId: string | null
}): Subject {
  if (inquiryId) return { inquiryId }
  return chatSessionId ? { chatSessionId } : { threadId: id }
}

/** The facts for a notice, including the number of a lead and the assignee or agent. */
async function factsOf(tx: Transaction, threadId: string) {
  const [facts] = await tx
    .select({
      thread: mailThreads,
      number: inquiries.number,
      assigneeId: sql<string | null>`coalesce(${inquiries.assigneeId}, ${chatSessions.agentId},
        ${mailThreads.assigneeId})`,
    })
    .from(mailThreads)
    .leftJoin(inquiries, eq(inquiries.id, mailThreads.inquiryId))
    .leftJoin(chatSessions, eq(chatSessions.id, mailThreads.chatSessionId))
    .where(eq(mailThreads.id, threadId))
  if (!facts) throw new Error('The thread is missing.')
  const subject = subjectOfThread(facts.thread)
  const about = facts.number ? `: ${facts.number}` : ''
  return { assigneeId: facts.assigneeId, subject, url: urlOf(subject), about }
}

type Received = { messageId: string; writer: Writer; sender: string; isNote: boolean }

/**
 * Notifies the assignee, or everybody if there is none; of a colleague's note only the assignee.
 * The sender is never notified, because a program that answers their mail would cause an endless
 * loop.
 */
export async function notifyReceived(
  deps: Dependencies,
  tx: Transaction,
  threadId: string,
  { messageId, writer, sender, isNote }: Received,
): Promise<void> {
  const { assigneeId, about, ...facts } = await factsOf(tx, threadId)
  if (isNote && !assigneeId) return
  const isSender = eq(sql`lower(${users.email})`, sender.toLowerCase())
  const [user] = await tx.select({ id: users.id }).from(users).where(isSender)
  await notify(deps, tx, {
    event: 'mail.received',
    eventKey: `mail ${messageId}`,
    ...facts,
    name: writer.name || writer.address,
    except: user?.id ?? null,
    title: `${isNote ? 'Email from a colleague' : 'New email'}${about}`,
    act: isNote ? undefined : `wrote by email${about}`,
    to: assigneeId ? { users: [assigneeId] } : 'everybody',
  })
}

/** Notifies the author and the assignee of a reply that bounced. */
export async function notifyBounced(
  deps: Dependencies,
  tx: Transaction,
  { id, threadId, authorId }: { id: string; threadId: string; authorId: string | null },
): Promise<void> {
  const { assigneeId, about, ...facts } = await factsOf(tx, threadId)
  await notify(deps, tx, {
    event: 'mail.bounced',
    eventKey: `bounced ${id}`,
    ...facts,
    title: `A reply bounced${about}`,
    to: { users: [authorId, assigneeId].flatMap((one) => one ?? []) },
  })
}
