import type { Failure } from '#contract/failure.ts'
import type { Transaction } from '#server/database/open.ts'
import type { Dependencies } from '#server/service/context.ts'

/**
 * Runs in the transaction that deactivates a user.
 *
 * @returns why the user cannot be deactivated yet.
 */
type Refusal = (tx: Transaction, userId: string) => Promise<Failure | undefined>

/** Unassigns what the user works on, in the same transaction. */
type Freeing = (deps: Dependencies, tx: Transaction, userId: string) => Promise<void>

/** Handlers of higher domains, registered by `services.ts`. */
export const leavingHandlers: { refusals: Refusal[]; freeings: Freeing[] } = {
  refusals: [],
  freeings: [],
}
