import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { minuteMs } from '#features/content/business-hours/zone-clock.ts'
import { databaseTime } from '#server/database/clock.ts'
import type { Transaction } from '#server/database/open.ts'
import { bookings, inquiries } from '#server/database/schema.ts'
import { type JobDependencies, job } from '#server/jobs/jobs.ts'
import { inboxChanged } from '#server/pub-sub/inbox-changed.ts'
import type { Dependencies } from '#server/service/context.ts'
import { leaveHost } from '../after/announce-booking.server.ts'
import { notifyHost } from '../after/notices.server.ts'
import { isPaused } from '../after/pause.server.ts'
import { type Booking, readCall, requireCall, wallTime, withId } from '../types/booking.server.ts'
import { takeWithAny } from './cells.server.ts'
import { cancelBooking } from './change-booking.server.ts'
import { recordConfirmed } from './confirm-hold.server.ts'
import { type HostAvailability, hostAvailability } from './host-availability.server.ts'

const isWaiting = and(eq(bookings.state, 'pending'), eq(bookings.pendingReason, 'calendar'))

/** @param other another host, who takes the call instead. */
async function book(
  deps: Dependencies,
  tx: Transaction,
  before: Booking,
  other?: { id: string; zone: string },
): Promise<void> {
  const { id } = before
  const changes = other && {
    hostId: other.id,
    wallTime: wallTime(other.zone, before.startsAt),
    // The call is in no calendar of theirs yet.
    hostCalendar: null,
  }
  await tx
    .update(bookings)
    .set({ ...changes, state: 'booked', pendingReason: null, updatedAt: sql`now()` })
    .where(eq(bookings.id, id))
  const call = await requireCall(tx, id)
  if (other) await leaveHost(deps, tx, before, call)
  await recordConfirmed(deps, tx, call, { by: 'system' })
}

/** @returns whether the call is no longer pending. */
async function decideIn(
  deps: Dependencies,
  tx: Transaction,
  before: Booking,
  { calendar, others }: HostAvailability,
): Promise<boolean> {
  // The request is locked before the call, in the same order as when booking.
  if (before.inquiryId) {
    const request = eq(inquiries.id, before.inquiryId)
    await tx.select({ id: inquiries.id }).from(inquiries).where(request).for('no key update')
  }
  const found = await readCall(tx, and(eq(bookings.id, before.id), isWaiting), true)
  if (!found || found.booking.sequence !== before.sequence) return false
  const { booking, host } = found
  const hasBegun = booking.startsAt <= new Date()
  // Its event at Google is still at the former time, which may look like another one.
  const isOutdated = booking.googleSequence !== null && booking.googleSequence !== booking.sequence
  if (isOutdated && !hasBegun) return false
  if (!hasBegun && host.takesCalls && calendar === 'free') {
    await book(deps, tx, booking)
    return true
  }
  if (!hasBegun && others.hosts.length > 0 && !others.toBeConfirmed) {
    const other = await takeWithAny(tx, booking, others.hosts)
    if (other) {
      await book(deps, tx, booking, other)
      return true
    }
    await takeWithAny(tx, booking, [{ id: booking.hostId }])
  }
  if (!hasBegun && host.takesCalls && calendar === 'unreadable') return false
  await cancelBooking(deps, tx, booking, { by: 'system', reason: '' })
  return true
}

/**
 * Notifies staff after an hour, or when the call begins within two hours: then they must decide.
 */
async function remindStaff(deps: JobDependencies, { id }: Booking): Promise<void> {
  const isNotified = await deps.db.transaction(async (tx) => {
    const call = await readCall(tx, withId(id), true)
    if (call?.booking.state !== 'pending') return false
    const { startsAt, updatedAt } = call.booking
    const now = (await databaseTime(tx)).getTime()
    const isLong = updatedAt.getTime() <= now - 60 * minuteMs
    if (!isLong && startsAt.getTime() > now + 120 * minuteMs) return false
    return notifyHost(deps, tx, call, 'booking.unconfirmed', { owners: true })
  })
  if (!isNotified) return
  deps.jobs.wake()
  inboxChanged(deps, 'notifications')
}

async function decide(deps: JobDependencies, id: string): Promise<void> {
  const found = await readCall(deps.db, and(eq(bookings.id, id), isWaiting))
  if (!found) return
  const availability = await hostAvailability(deps, found)
  const isDecided = await deps.db.transaction((tx) =>
    decideIn(deps, tx, found.booking, availability),
  )
  if (!isDecided) return remindStaff(deps, found.booking)
  deps.jobs.wake()
  inboxChanged(deps, 'inbox', 'leads', 'notifications', 'agenda')
}

/** Tries every minute to confirm calls that no calendar could confirm when they were booked. */
export const confirmPending = job({
  name: 'bookings.confirm_pending',
  payload: z.object({}),
  everySeconds: 60,
  timeoutSeconds: 600,
  async run(deps) {
    if (await isPaused(deps.db)) return
    const waiting = await deps.db
      .select({ id: bookings.id })
      .from(bookings)
      .where(isWaiting)
      .orderBy(bookings.startsAt)
      .limit(200)
    for (const { id } of waiting) await decide(deps, id)
  },
})
