import { inArray, sql } from 'drizzle-orm'
import type { AuditAction } from '#contract/audit-actions.ts'
import type { Database, Transaction } from '../database/open.ts'
import { auditEntries, clients } from '../database/schema.ts'
import type { FileResponse } from '../files/file-response.ts'
import type { SignedInContext } from './context.ts'

export type Act = {
  /** `subject.verb` in the past tense. A new action needs a text in `auditActions`. */
  action: AuditAction
  subject: string
  subjectId?: string | null
  clientId?: string | null
  projectId?: string | null
  details?: Record<string, unknown>
}

/**
 * Call this in the transaction of the change. An act about a client updates the client's last
 * activity.
 * @param actor undefined when the product itself acts.
 */
export async function record(
  tx: Database | Transaction,
  actor: { id: string } | undefined,
  ...acts: Act[]
): Promise<void> {
  if (acts.length === 0) return
  const actorId = actor?.id ?? null
  await tx.insert(auditEntries).values(acts.map((act) => ({ ...act, actorId })))
  const concerned = acts.flatMap(({ clientId }) => clientId ?? [])
  if (concerned.length === 0) return
  await tx.update(clients).set({ lastActivityAt: sql`now()` }).where(inArray(clients.id, concerned))
}

type Download = Omit<Act, 'details'> & {
  /** How many rows the download has, which may only be known after it was read. */
  rows: number | PromiseLike<number>
}

/** A download that is recorded before its first byte is sent. */
export function recordDownload(
  { db, user }: Pick<SignedInContext, 'db' | 'user'>,
  { rows, ...act }: Download,
  file: FileResponse,
): FileResponse {
  return {
    ...file,
    async open(range) {
      await record(db, user, { ...act, details: { rows: await rows } })
      return file.open(range)
    },
  }
}
