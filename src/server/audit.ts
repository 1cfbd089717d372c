import type { Database, Transaction } from './database/open.ts'
import { auditEntries } from './database/schema.ts'

/** `details` holds names of changed fields, never their contents. */
export type Act = {
  /** `subject.verb` in the past, e.g. `client.updated`. */
  action: string
  subject: string
  subjectId?: string | null
  clientId?: string | null
  projectId?: string | null
  details?: Record<string, unknown>
}

/**
 * Writes an audit entry. Call it in the transaction of the change, so that neither exists without
 * the other.
 *
 * @param actor the signed-in user; undefined when the product itself acts.
 */
export async function record(
  tx: Database | Transaction,
  actor: { id: string } | undefined,
  act: Act,
): Promise<void> {
  await tx.insert(auditEntries).values({ ...act, actorId: actor?.id ?? null })
}
