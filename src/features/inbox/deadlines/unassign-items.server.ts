import { randomUUID } from 'node:crypto'
import { and, eq, inArray, ne } from 'drizzle-orm'
import { mailOfNotice } from '#features/notifications/delivery/notice-mail.server.ts'
import { notify } from '#features/notifications/delivery/notify.server.ts'
import type { Transaction } from '#server/database/open.ts'
import {
  automations,
  chatSessions,
  inquiries,
  mailThreads,
  replyDeadlines as table,
} from '#server/database/schema.ts'
import { queueStaffMail } from '#server/mail/queue-mail.ts'
import { nextUpdatedAt } from '#server/service/concurrent-changes.ts'
import type { Dependencies } from '#server/service/context.ts'
import { assign, isOpen } from './deadlines.server.ts'

/**
 * Unassigns everything unfinished from a deactivated user and notifies everybody of it once. Closed
 * items keep their assignee as history.
 */
export async function unassignItems(
  deps: Dependencies,
  tx: Transaction,
  userId: string,
): Promise<void> {
  const due = await tx
    .select()
    .from(table)
    .where(and(isOpen, eq(table.assigneeId, userId)))
    .for('update')
  for (const deadline of due) await assign(tx, deadline, null, null)
  const nobody = { assigneeId: null }
  const others = [
    await tx
      .update(inquiries)
      .set(nobody)
      .where(
        and(
          eq(inquiries.assigneeId, userId),
          inArray(inquiries.status, ['new', 'contacted', 'qualified']),
        ),
      )
      .returning({ id: inquiries.id }),
    await tx
      .update(mailThreads)
      .set(nobody)
      .where(eq(mailThreads.assigneeId, userId))
      .returning({ id: mailThreads.id }),
    await tx
      .update(automations)
      .set({ ...nobody, updatedAt: nextUpdatedAt(automations.updatedAt) })
      .where(and(eq(automations.assigneeId, userId), ne(automations.state, 'retired')))
      .returning({ id: automations.id }),
    // A chat whose deadline is counted above is not counted again.
    (
      await tx
        .update(chatSessions)
        .set({ agentId: null })
        .where(and(eq(chatSessions.agentId, userId), ne(chatSessions.status, 'ended')))
        .returning({ id: chatSessions.id })
    ).filter(({ id }) => due.every(({ chatSessionId }) => chatSessionId !== id)),
  ]
  const count = due.length + others.flat().length
  if (count === 0) return
  const [only] = count === 1 ? due : []
  const notice = {
    event: 'deadline.unassigned' as const,
    eventKey: `unassigned ${randomUUID()}` as const,
    tag: 'unassigned',
    url: '/admin/inbox?view=unassigned',
    title:
      count === 1
        ? 'An open item has lost its assignee'
        : `${count.toLocaleString('en-US')} open items have lost their assignee`,
    dueAt: only?.dueAt ?? null,
  }
  await queueStaffMail(deps, tx, mailOfNotice(deps, notice))
  await notify(deps, tx, { ...notice, to: 'everybody', alsoToStaff: true })
}
