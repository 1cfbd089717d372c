import { record } from '../../../server/audit.ts'
import type { Transaction } from '../../../server/database/open.ts'

/** Audit entry of an account; by default the actor's own. */
export const recordUser = (
  tx: Transaction,
  actor: { id: string },
  action: string,
  subjectId = actor.id,
  details?: Record<string, unknown>,
) => record(tx, actor, { action, subject: 'user', subjectId, ...(details && { details }) })
