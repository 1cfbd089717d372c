import type { Transaction } from '#server/database/open.ts'
import type { Dependencies } from '#server/service/context.ts'
import type { bookingsOf } from './bookings-of-client.server.ts'

export type ExportedCall = Awaited<ReturnType<typeof bookingsOf>>[number]

/** Handlers of booking, which owns the calls of clients. */
export type CallHandlers = {
  /** Erases a person from calls, in the transaction of the erasure. `email` is in lower case. */
  eraseCalls(deps: Dependencies, tx: Transaction, email: string): Promise<void>
  /** @returns the call as iCalendar text. */
  writeCalendarOfCall(deps: Dependencies, call: ExportedCall): Promise<string>
}
