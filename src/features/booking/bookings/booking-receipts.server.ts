import { appendReceipt } from '#features/receipts/log/append.server.ts'
import type { ReceiptData } from '#features/receipts/log/kinds.ts'
import type { NewReceipt } from '#features/receipts/log/record.server.ts'
import type { SigningDependencies } from '#features/receipts/log/signer.server.ts'
import type { Transaction } from '#server/database/open.ts'
import type { Booking } from '../types/booking.server.ts'

type Kind = 'booking.confirmed' | 'booking.moved' | 'booking.cancelled' | 'booking.outcome'
type Base = ReceiptData<'booking.confirmed'>

/** The party that changes a call: its visitor, the product (`system`), or a user. */
export type BookingActor = 'visitor' | 'system' | { id: string }

/** @param booking the row after the act. */
export async function appendBookingReceipt<K extends Kind>(
  deps: SigningDependencies,
  tx: Transaction,
  kind: K,
  booking: Booking,
  by: BookingActor,
  more: Omit<ReceiptData<K>, keyof Base>,
): Promise<void> {
  const { id, hostId, startsAt, endsAt, sequence, email, clientId } = booking
  let actor: NewReceipt['actor'] = { kind: 'system' }
  if (typeof by === 'object') actor = { kind: 'user', ref: by.id }
  else if (by === 'visitor' && email) actor = { kind: 'visitor', ref: email }
  const data: Base = {
    bookingRef: id,
    hostRef: hostId,
    start: startsAt.toISOString(),
    end: endsAt.toISOString(),
    sequence,
  }
  await appendReceipt(deps, tx, {
    kind,
    actor,
    subject: { type: 'booking', ref: id },
    data: { ...data, ...more } as unknown as ReceiptData<K>,
    person: email,
    clientId,
  })
}
