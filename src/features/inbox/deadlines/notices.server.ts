import { eq, sql } from 'drizzle-orm'
import type { DeadlineKind } from '#contract/vocabulary.ts'
import { type Notice, urlOf } from '#features/notifications/delivery/notice.ts'
import type { Transaction } from '#server/database/open.ts'
import { chatSessions, inquiries } from '#server/database/schema.ts'
import { type Deadline, subjectOf } from './deadlines.server.ts'

/** For example 'inquiry R-7K2M-Q4VD'. */
export function subjectWords(kind: DeadlineKind, number: string | null): string {
  if (kind === 'chat') return 'a chat'
  if (kind === 'mail') return 'an email'
  return `${kind === 'inquiry' ? 'inquiry' : 'consultation request'} ${number}`
}

type Facts = { number: string | null; name: string | null }

/** The content of a deadline's notice except for its title. */
export function aboutDeadline(deadline: Deadline, { name }: Facts) {
  const subject = subjectOf(deadline)
  return { subject, name, dueAt: deadline.dueAt, url: urlOf(subject) } satisfies Partial<Notice>
}

export async function readFacts(
  tx: Transaction,
  { inquiryId, chatSessionId }: Deadline,
): Promise<Facts> {
  if (inquiryId) {
    const [lead] = await tx
      .select({ number: inquiries.number, name: inquiries.name })
      .from(inquiries)
      .where(eq(inquiries.id, inquiryId))
    if (lead) return lead
  }
  if (chatSessionId) {
    const [chat] = await tx
      .select({ number: sql<null>`null`, name: chatSessions.visitorName })
      .from(chatSessions)
      .where(eq(chatSessions.id, chatSessionId))
    if (chat) return chat
  }
  return { number: null, name: null }
}
