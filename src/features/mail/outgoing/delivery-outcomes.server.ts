import { eq } from 'drizzle-orm'
import {
  assignAnswerer,
  markContacted,
  meetDeadline,
  subjectOf,
} from '#features/inbox/deadlines/deadlines.server.ts'
import { urlOf } from '#features/notifications/delivery/notice.ts'
import { notify } from '#features/notifications/delivery/notify.server.ts'
import type { Transaction } from '#server/database/open.ts'
import { chatSessions, inquiries, mailThreads, users } from '#server/database/schema.ts'
import { staffName } from '#server/database/staff-name.ts'
import type { MailHandler, SentMail } from '#server/mail/send-mail.ts'
import type { Dependencies } from '#server/service/context.ts'
import { appendAccepted } from '../threads/message-receipts.server.ts'

async function find(tx: Transaction, threadId: string) {
  const [found] = await tx
    .select({ thread: mailThreads, lead: inquiries, agentId: chatSessions.agentId })
    .from(mailThreads)
    .leftJoin(inquiries, eq(inquiries.id, mailThreads.inquiryId))
    .leftJoin(chatSessions, eq(chatSessions.id, mailThreads.chatSessionId))
    .where(eq(mailThreads.id, threadId))
  return found
}

/** A reply accepted by the mail server meets the deadline if it was written after the opening. */
async function accepted(deps: Dependencies, tx: Transaction, mail: SentMail): Promise<void> {
  await appendAccepted(deps, tx, mail)
  const { id: evidenceId, threadId, authorId, acceptedAt: at, createdAt: writtenAt } = mail
  const found = threadId ? await find(tx, threadId) : undefined
  if (!found || !at) return
  const { id, inquiryId, chatSessionId } = found.thread
  const [by = null] = authorId
    ? await tx
        .select({ id: users.id, name: staffName(users) })
        .from(users)
        .where(eq(users.id, authorId))
    : []
  const subject = subjectOf({ inquiryId, chatSessionId, threadId: id })
  const met = { evidence: 'mail', evidenceId, at, writtenAt, by } as const
  const isMet = await meetDeadline(deps, tx, subject, met)
  if (isMet) return
  if (by) await assignAnswerer(tx, subject, by)
  if (inquiryId) await markContacted(tx, inquiryId, at)
}

/** Notifies the author and the assignee that a reply was not delivered. */
async function failed(deps: Dependencies, tx: Transaction, mail: SentMail): Promise<void> {
  const { id, threadId, authorId, sendAt } = mail
  const found = threadId ? await find(tx, threadId) : undefined
  if (!found) return
  const { thread, lead, agentId } = found
  const assigneeId = lead?.assigneeId ?? agentId ?? thread.assigneeId
  const subject = subjectOf({ ...thread, threadId: thread.id })
  await notify(deps, tx, {
    event: 'mail.failed',
    eventKey: `mail failed ${id} ${sendAt.getTime()}`,
    title: `Not delivered: your reply to ${lead?.number ?? 'a conversation'}`,
    subject,
    name: lead?.name,
    url: urlOf(subject),
    to: { users: [authorId, assigneeId].flatMap((one) => one ?? []) },
  })
}

export const replyHandler: MailHandler = { accepted, failed }
