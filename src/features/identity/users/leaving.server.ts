import type { Failure } from '#contract/failure.ts'
import type { Transaction } from '#server/database/open.ts'

/** Runs in the transaction that deactivates a user. @returns why it must wait, if it must. */
type LeavingHandler = (tx: Transaction, userId: string) => Promise<Failure | undefined>

/** Handlers of later domains, registered by `services.ts`. */
export const leavingHandlers: { refusals: LeavingHandler[] } = { refusals: [] }
