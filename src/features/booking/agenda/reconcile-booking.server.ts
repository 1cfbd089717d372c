import { eq } from 'drizzle-orm'
import type { Offered, ParsedInput } from '#contract/endpoint.ts'
import type { Transaction } from '#server/database/open.ts'
import { bookings } from '#server/database/schema.ts'
import type { SignedInContext } from '#server/service/context.ts'
import { cancelBooking, moveBooking } from '../bookings/change-booking.server.ts'
import { callTimes, type Call } from '../types/booking.server.ts'
import { changedMeanwhile } from '../bookings/refusals.ts'
import { planEvent } from '../hosts/plan-event.server.ts'
import { assertNotOver, assertUpcoming, changeCall, presentHost } from './acts.server.ts'
import type { agenda } from './contract.ts'

/**
 * Applies the change of the event to the call.
 *
 * @throws Failure `slot_taken`; `invalid_input` for a time in the past.
 */
async function follow(context: SignedInContext, tx: Transaction, { booking, type }: Call) {
  const { googleDiffers: change, zone } = booking
  if (!change || 'deleted' in change) {
    return cancelBooking(context, tx, booking, { by: 'staff', reason: '', actor: context.user })
  }
  const start = new Date(change.opens)
  assertUpcoming(start)
  const host = await presentHost(context, tx, booking)
  const times = callTimes(type, start)
  // The time is in the host's own calendar, so it needs no confirmation.
  const move = { times, zone, by: context.user, toBeConfirmed: false }
  await moveBooking(context, tx, booking, [host], move)
}

/**
 * Resolves a difference between a call and its event at Google.
 *
 * @throws Failure `changed` if there is none.
 */
export function reconcileCall(
  context: SignedInContext,
  { id, keep }: ParsedInput<typeof agenda.reconcile>,
): Promise<Offered<typeof agenda.show>> {
  return changeCall(context, id, async (tx, meeting) => {
    const { booking } = meeting
    if (!booking.googleDiffers || booking.state !== 'booked') throw changedMeanwhile()
    assertNotOver(booking)
    if (keep === 'google') await follow(context, tx, meeting)
    else await planEvent(context, tx, booking)
    await tx.update(bookings).set({ googleDiffers: null }).where(eq(bookings.id, id))
    return true
  })
}
