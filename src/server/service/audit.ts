import type { AuditAction } from '#contract/audit-actions.ts'
import type { Database, Transaction } from '../database/open.ts'
import { auditEntries } from '../database/schema.ts'

export type Act = {
  /** `subject.verb` in the past; a new one needs words in `auditActions`. */
  action: AuditAction
  subject: string
  subjectId?: string | null
  clientId?: string | null
  projectId?: string | null
  details?: Record<string, unknown>
}

/** Call in the transaction of the change. @param actor undefined when the product itself acts. */
export async function record(
  tx: Database | Transaction,
  actor: { id: string } | undefined,
  act: Act,
): Promise<void> {
  await tx.insert(auditEntries).values({ ...act, actorId: actor?.id ?? null })
}
