import { eq } from 'drizzle-orm'
import { appendReceipt } from '#features/receipts/log/append.server.ts'
import type { SigningDependencies } from '#features/receipts/log/signer.server.ts'
import type { Transaction } from '#server/database/open.ts'
import { mailThreads } from '#server/database/schema.ts'
import type { SentMail } from '#server/mail/send-mail.ts'

/** What the receipts about a sent mail have in common. */
async function receiptOf(tx: Transaction, { id, threadId, toAddress: person }: SentMail) {
  const [thread] = threadId
    ? await tx
        .select({ clientId: mailThreads.clientId })
        .from(mailThreads)
        .where(eq(mailThreads.id, threadId))
    : []
  const subject = { type: 'message' as const, ref: id }
  return { subject, person, clientId: thread?.clientId }
}

export async function appendAccepted(
  deps: SigningDependencies,
  tx: Transaction,
  mail: SentMail,
): Promise<void> {
  const { id, authorId, toAddress, serverResponse } = mail
  const [code] = /^[2-5]\d\d(?!\d)/.exec(serverResponse ?? '') ?? []
  await appendReceipt(deps, tx, {
    kind: 'mail.accepted',
    actor: authorId ? { kind: 'user', ref: authorId } : { kind: 'system' },
    ...(await receiptOf(tx, mail)),
    data: {
      messageRef: id,
      recipientRef: toAddress,
      responseRef: serverResponse ?? '',
      code: code ? Number(code) : null,
    },
  })
}

export async function appendBounced(
  deps: SigningDependencies,
  tx: Transaction,
  mail: SentMail,
  status: string,
): Promise<void> {
  await appendReceipt(deps, tx, {
    kind: 'mail.bounced',
    actor: { kind: 'system' },
    ...(await receiptOf(tx, mail)),
    data: { messageRef: mail.id, status },
  })
}
