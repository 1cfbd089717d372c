import type { AuditAction } from '#contract/audit-actions.ts'
import type { Transaction } from '#server/database/open.ts'
import { record } from '#server/service/audit.ts'

/** Records an act about a user; defaults to the actor's own account. */
export const recordUser = (
  tx: Transaction,
  actor: { id: string },
  action: AuditAction,
  subjectId = actor.id,
  details?: Record<string, unknown>,
) => record(tx, actor, { action, subject: 'user', subjectId, ...(details && { details }) })
