import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Transaction } from '#server/database/open.ts'
import { bookingCells, bookings } from '#server/database/schema.ts'
import type { Dependencies } from '#server/service/context.ts'
import { announceErased } from '../after/announce-booking.server.ts'
import { planEvent } from '../hosts/plan-event.server.ts'
import { requireCall, reservesTime } from '../types/booking.server.ts'
import { appendBookingReceipt } from './booking-receipts.server.ts'

/**
 * Cancels the upcoming calls of a person and removes the person from all. Time and host stay for
 * the statistics. Hosts are notified, the person is not.
 *
 * @param email in lower case.
 */
export async function eraseCalls(
  deps: Dependencies,
  tx: Transaction,
  email: string,
): Promise<void> {
  const isOfPerson = eq(sql`lower(${bookings.email})`, email)
  const theirs = tx.select({ id: bookings.id }).from(bookings).where(isOfPerson)
  await tx.delete(bookingCells).where(inArray(bookingCells.bookingId, theirs))
  const isToCome = sql`${bookings.state} in ('booked', 'pending') and ${bookings.endsAt} > now()`
  const { id, state, pendingReason } = bookings
  const toCome = await tx
    .select({ id, state, pendingReason })
    .from(bookings)
    .where(and(isOfPerson, isToCome))
    .for('no key update')
  const inGoogle = await tx
    .select({ id })
    .from(bookings)
    .where(and(isOfPerson, isNotNull(bookings.googleSequence)))
  const cancelled = await tx
    .update(bookings)
    .set({
      state: 'cancelled',
      pendingReason: null,
      cancelledBy: 'system',
      cancelledAt: sql`now()`,
      sequence: sql`${bookings.sequence} + 1`,
    })
    .where(and(isOfPerson, isToCome))
    .returning()
  const reserved = new Set(toCome.filter(reservesTime).map((call) => call.id))
  for (const call of cancelled.filter((one) => reserved.has(one.id))) {
    await appendBookingReceipt(deps, tx, 'booking.cancelled', call, 'system', { by: 'system' })
  }
  await tx
    .update(bookings)
    .set({
      name: null,
      email: null,
      company: null,
      phone: null,
      note: null,
      zone: null,
      page: null,
      cancelReason: null,
      outcomeNotes: null,
      link: null,
      meetUrl: null,
      addressKey: null,
      holdHash: null,
      tokenHash: null,
      tokenEncrypted: null,
      joinHash: null,
      joinEncrypted: null,
    })
    .where(isOfPerson)
  // The event of a call that took place names the person, too.
  for (const call of inGoogle) await planEvent(deps, tx, call)
  for (const call of toCome) {
    await announceErased(deps, tx, call, await requireCall(tx, call.id))
  }
}
