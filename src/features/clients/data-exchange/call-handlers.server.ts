import type { Transaction } from '#server/database/open.ts'
import type { bookings } from '#server/database/schema.ts'
import type { Dependencies } from '#server/service/context.ts'
import type { bookingsOf } from './bookings-of-client.server.ts'

export type ErasedCall = Pick<typeof bookings.$inferSelect, 'id' | 'state' | 'pendingReason'>

export type ExportedCall = Awaited<ReturnType<typeof bookingsOf>>[number]

/** What a later domain does with the calls of clients. */
export type CallHandlers = {
  /** Runs in the transaction that cancels a call and removes its visitor. `before` is its state. */
  onCallErased(deps: Dependencies, tx: Transaction, before: ErasedCall): Promise<void>
  /** @returns the call as iCalendar text. */
  writeCalendarOfCall(deps: Dependencies, call: ExportedCall): Promise<string>
}
