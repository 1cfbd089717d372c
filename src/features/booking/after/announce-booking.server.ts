import type { Transaction } from '#server/database/open.ts'
import type { Dependencies } from '#server/service/context.ts'
import { planEvent } from '../hosts/plan-event.server.ts'
import { type Booking, type Call, readHost, reservesTime } from '../types/booking.server.ts'
import { notifyHost } from './notices.server.ts'
import { mailHost, mailVisitor } from './queue-booking-mail.server.ts'
import { planReminders } from './reminders.server.ts'

type Deps = Pick<Dependencies, 'config' | 'content' | 'jobs' | 'google'>

/**
 * Must run in the transaction that books a call, or confirms a pending one.
 *
 * @param by the id of the user who did it, if any.
 */
export async function announceBooked(
  deps: Deps,
  tx: Transaction,
  call: Call,
  by?: string,
): Promise<void> {
  // A call that looks like spam notifies nobody.
  if (!reservesTime(call.booking)) return
  if (call.booking.state === 'pending') return void (await mailVisitor(deps, tx, call, 'pending'))
  await mailVisitor(deps, tx, call, 'booked')
  await mailHost(deps, tx, call, 'host-booked')
  await notifyHost(deps, tx, call, 'booking.created', { by })
  await planEvent(deps, tx, call.booking)
  await planReminders(deps, tx, call.booking)
}

/**
 * Must run in the transaction that moves a call or gives it to another host.
 *
 * @param before the row before the change.
 * @param call as it is now.
 */
export async function announceMoved(
  deps: Deps,
  tx: Transaction,
  before: Booking,
  call: Call,
  by?: string,
): Promise<void> {
  if (!reservesTime(before)) return
  const isOtherHost = call.booking.hostId !== before.hostId
  const isWaiting = call.booking.state === 'pending'
  const more = isWaiting ? {} : { before: before.startsAt, isOtherHost }
  await mailVisitor(deps, tx, call, isWaiting ? 'pending' : 'moved', more)
  if (isOtherHost) await leaveHost(deps, tx, before, call, by)
  if (before.state === 'pending') return
  if (isOtherHost) {
    if (!isWaiting) {
      await mailHost(deps, tx, call, 'host-booked')
      const title = (time: string) => `You take the call of ${time}`
      await notifyHost(deps, tx, call, 'booking.created', { by, title })
    }
  } else {
    if (!isWaiting) await mailHost(deps, tx, call, 'host-moved')
    await notifyHost(deps, tx, call, 'booking.moved', { by })
  }
  await planEvent(deps, tx, call.booking)
  if (!isWaiting) await planReminders(deps, tx, call.booking)
}

/**
 * Must run in the transaction that gives a call to another host. Tells the former one, unless they
 * never had it.
 */
export async function leaveHost(
  deps: Deps,
  tx: Transaction,
  before: Booking,
  call: Call,
  by?: string,
): Promise<void> {
  const { state, hostId, hostCalendar: calendar } = before
  if (state !== 'booked' && calendar === null) return
  const host = await readHost(tx, hostId)
  const title = (time: string) => `A colleague takes the call of ${time}`
  await mailHost(deps, tx, call, 'host-cancelled', { host, calendar })
  await notifyHost(deps, tx, call, 'booking.cancelled', { host, by, title })
}

/**
 * Must run in the transaction that cancels a call.
 *
 * @param before the row before the change.
 * @param call as it is now.
 */
export async function announceCancelled(
  deps: Deps,
  tx: Transaction,
  before: Booking,
  call: Call,
  by?: string,
): Promise<void> {
  if (!reservesTime(before)) return
  const { cancelledBy, cancelReason } = call.booking
  const isUnconfirmed = before.state === 'pending' && cancelledBy === 'system'
  const reason = (cancelledBy === 'staff' && cancelReason) || undefined
  await mailVisitor(deps, tx, call, isUnconfirmed ? 'not-confirmed' : 'cancelled', { reason })
  await withdrawFromHost(deps, tx, call, before, by)
}

async function withdrawFromHost(
  deps: Deps,
  tx: Transaction,
  call: Call,
  { state }: Pick<Booking, 'state'>,
  by?: string,
): Promise<void> {
  // A call that is pending since a move is in the host's calendar at its former time.
  const isInCalendar = state === 'booked' || call.booking.hostCalendar !== null
  if (isInCalendar) await mailHost(deps, tx, call, 'host-cancelled')
  await notifyHost(deps, tx, call, 'booking.cancelled', { by })
  await planEvent(deps, tx, call.booking)
}

/**
 * Must run in the transaction that erases the person who booked. The host is notified, the person
 * is not.
 */
export async function announceErased(
  deps: Deps,
  tx: Transaction,
  before: Pick<Booking, 'state' | 'pendingReason'>,
  call: Call,
): Promise<void> {
  if (reservesTime(before)) await withdrawFromHost(deps, tx, call, before)
}

/**
 * Mails a link to book another time to a visitor who did not show up.
 *
 * @returns the id of the mail.
 */
export async function offerAnother(
  deps: Deps,
  tx: Transaction,
  call: Call,
): Promise<string | undefined> {
  return mailVisitor(deps, tx, call, 'no-show')
}
