import { sql } from 'drizzle-orm'
import { appendReceipt } from '#features/receipts/log/append.server.ts'
import type { ReceiptData } from '#features/receipts/log/kinds.ts'
import type { NewReceipt } from '#features/receipts/log/record.server.ts'
import type { SigningDependencies } from '#features/receipts/log/signer.server.ts'
import type { Transaction } from '#server/database/open.ts'
import {
  chatSessions,
  inquiries,
  mailMessages,
  mailThreads,
  type replyDeadlines,
} from '#server/database/schema.ts'

type Deadline = typeof replyDeadlines.$inferSelect
type Kind = 'deadline.met' | 'deadline.waived' | 'deadline.reopened'

/** The address of the person who waits for the answer, and their client. */
async function readPerson(
  tx: Transaction,
  { inquiryId, chatSessionId, threadId }: Deadline,
): Promise<{ person: string | null; clientId: string | null }> {
  const { rows } = await tx.execute<{ person: string | null; clientId: string | null }>(sql`
    select coalesce(i.client_id, c.client_id, t.client_id) as "clientId",
      nullif(coalesce(i.email, c.visitor_email, (select from_address from ${mailMessages}
        where thread_id = t.id and direction = 'in' order by created_at limit 1)), '') as person
    from (select) one
      left join ${inquiries} i on i.id = ${inquiryId}
      left join ${chatSessions} c on c.id = ${chatSessionId}
      left join ${mailThreads} t on t.id = ${threadId}`)
  return rows[0] ?? { person: null, clientId: null }
}

/** @param by the id of a user, or `visitor` for the person who waits for the answer. */
export async function appendDeadlineReceipt<K extends Kind>(
  deps: SigningDependencies,
  tx: Transaction,
  kind: K,
  deadline: Deadline,
  data: Omit<ReceiptData<K>, 'deadlineRef'>,
  by: string | null,
): Promise<void> {
  const { person, clientId } = await readPerson(tx, deadline)
  const byVisitor = by === 'visitor' && person !== null
  let actor: NewReceipt['actor'] = { kind: 'system' }
  if (byVisitor) actor = { kind: 'visitor', ref: person }
  else if (by && by !== 'visitor') actor = { kind: 'user', ref: by }
  await appendReceipt(deps, tx, {
    kind,
    actor,
    subject: { type: 'deadline', ref: deadline.id },
    data: { ...data, deadlineRef: deadline.id } as unknown as ReceiptData<K>,
    person,
    clientId,
  })
}
