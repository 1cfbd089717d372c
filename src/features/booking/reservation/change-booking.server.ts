import { eq, sql } from 'drizzle-orm'
import type { Offered, ParsedInput } from '#contract/endpoint.ts'
import { Failure } from '#contract/failure.ts'
import { hoursInWords } from '#features/content/business-hours/reply-time.ts'
import { openDeadline } from '#features/inbox/deadlines/deadlines.server.ts'
import { databaseTime } from '#server/database/clock.ts'
import type { Transaction } from '#server/database/open.ts'
import { bookings, inquiries } from '#server/database/schema.ts'
import { inboxChanged } from '#server/pub-sub/inbox-changed.ts'
import { record } from '#server/service/audit.ts'
import type { Context, Dependencies } from '#server/service/context.ts'
import { type Budget, takeOrRefuse } from '#server/service/rate-limits.ts'
import { chooseHosts, slotTaken } from '../availability/choose-hosts.server.ts'
import type { Host } from '../availability/host-times.server.ts'
import { announceCancelled, announceMoved } from '../mail/announce-booking.server.ts'
import { appendBookingReceipt } from './booking-receipts.server.ts'
import { freeCells, takeWithAny } from './cells.server.ts'
import type { meetings } from './contract.ts'
import {
  type Booking,
  type CallTimes,
  callTimes,
  changeUntil,
  findMeeting,
  type Meeting,
  showMeeting,
  subjectOf,
  wallTime,
} from './meeting.server.ts'
import { changedMeanwhile, tooMany } from './refusals.ts'

/** The limit per call, for moves and cancellations together. */
const budget: Budget = { name: 'meeting-changes', points: 20, seconds: 3_600 }

const maxMoves = 10

type Shown = Offered<typeof meetings.show>

/** @param why a sentence. */
function tooLate({ content }: Context, why: string): Failure {
  const { phone, email } = content.resolved().contact
  const ways = [phone && `call ${phone}`, email && `write to ${email}`].filter(Boolean)
  const please = ways.length > 0 ? ` Please ${ways.join(' or ')}.` : ''
  return new Failure('too_late', `${why}${please}`)
}

/** @throws Failure `changed` or `too_late` */
function assertChangeable(context: Context, meeting: Meeting, sequence: number): void {
  const { booking, type } = meeting
  if (booking.state === 'cancelled' || booking.sequence !== sequence) throw changedMeanwhile()
  if (changeUntil(meeting) > new Date()) return
  const isOver = booking.startsAt <= new Date()
  const left = `Less than ${hoursInWords(type.changeUntilMinutes / 60)} to go.`
  throw tooLate(context, isOver ? 'This call has begun or is over.' : left)
}

/** Whether the booking reserves its time. One that looks like spam does not. */
export const ownsCells = ({ state, pendingReason }: Pick<Booking, 'state' | 'pendingReason'>) =>
  state === 'booked' || (state === 'pending' && pendingReason === 'calendar')

const changedNow = { sequence: sql`${bookings.sequence} + 1`, updatedAt: sql`now()` }

type Move = {
  times: CallTimes
  zone: string | null
  by: { id: string } | undefined
  action?: 'booking.moved' | 'booking.reassigned'
  /** No calendar shows whether the time is free, so the call must be confirmed later. */
  toBeConfirmed: boolean
}

/**
 * Moves a locked booking to the first host who has the time free.
 *
 * @throws Failure `slot_taken`
 */
export async function moveBooking(
  deps: Dependencies,
  tx: Transaction,
  booking: Booking,
  hosts: readonly Pick<Host, 'id' | 'zone'>[],
  { times, zone, by, action = 'booking.moved', toBeConfirmed }: Move,
): Promise<void> {
  // A booking that looks like spam reserves no time, so its new time need not be free.
  const isKept = ownsCells(booking)
  const host = isKept ? await takeWithAny(tx, { id: booking.id, ...times }, hosts) : hosts[0]
  if (!host) throw slotTaken()
  const moves = by ? booking.visitorMoves : booking.visitorMoves + 1
  const [moved] = await tx
    .update(bookings)
    .set({
      ...times,
      ...changedNow,
      zone,
      hostId: host.id,
      visitorMoves: moves,
      wallTime: wallTime(host.zone, times.startsAt),
      ...(isKept && toBeConfirmed && ({ state: 'pending', pendingReason: 'calendar' } as const)),
    })
    .where(eq(bookings.id, booking.id))
    .returning()
  await record(tx, by, { action, ...subjectOf(booking) })
  if (isKept && moved) {
    await appendBookingReceipt(deps, tx, 'booking.moved', moved, by ?? 'visitor', {})
  }
  await announceMoved(deps, tx, booking, by?.id)
}

type Cancelling = {
  by: NonNullable<Booking['cancelledBy']>
  reason: string
  actor?: { id: string }
}

/** Reopens the deadline of the request, which the call had answered. */
async function reopenRequest(
  deps: Dependencies,
  tx: Transaction,
  { inquiryId }: Booking,
): Promise<void> {
  if (!inquiryId) return
  const [lead] = await tx.select().from(inquiries).where(eq(inquiries.id, inquiryId))
  if (!lead || lead.quarantined) return
  const openedAt = await databaseTime(tx)
  const { kind, assigneeId } = lead
  await openDeadline(deps, tx, { kind, inquiryId, openedAt, assigneeId })
}

export async function cancelBooking(
  deps: Dependencies,
  tx: Transaction,
  booking: Booking,
  { by, reason, actor }: Cancelling,
): Promise<void> {
  const { id } = booking
  await freeCells(tx, id)
  const [cancelled] = await tx
    .update(bookings)
    .set({
      state: 'cancelled',
      pendingReason: null,
      cancelledBy: by,
      cancelReason: reason,
      cancelledAt: sql`now()`,
      ...changedNow,
    })
    .where(eq(bookings.id, id))
    .returning()
  const act = { action: 'booking.cancelled', ...subjectOf(booking), details: { by } } as const
  await record(tx, actor, act)
  if (ownsCells(booking) && cancelled) {
    const canceller = actor ?? (by === 'visitor' ? by : 'system')
    await appendBookingReceipt(deps, tx, 'booking.cancelled', cancelled, canceller, { by })
  }
  await announceCancelled(deps, tx, booking, actor?.id)
  if (by !== 'visitor') await reopenRequest(deps, tx, booking)
}

/**
 * Moves a call for its visitor. The host stays if they are free; otherwise the call goes to the
 * host whose turn it is.
 */
export async function moveMeeting(
  context: Context,
  { token, start, zone, sequence }: ParsedInput<typeof meetings.move>,
): Promise<Shown> {
  const { db, limits } = context
  const before = await findMeeting(db, token)
  const { booking, type } = before
  await takeOrRefuse(limits, budget, booking.id, tooMany)
  const isThere = ({ startsAt, state }: Booking) =>
    state !== 'cancelled' && startsAt.getTime() === start.getTime()
  if (isThere(booking)) return showMeeting(context, before)
  assertMovable(context, before, sequence)
  const wanted = { type, start, without: booking.id, preferred: booking.hostId }
  const { hosts, toBeConfirmed } = await chooseHosts(context, wanted)
  const moved = await db.transaction(async (tx) => {
    const meeting = await findMeeting(tx, token, true)
    if (isThere(meeting.booking)) return meeting
    assertMovable(context, meeting, sequence)
    const times = callTimes(meeting.type, start)
    const move = { times, zone, by: undefined, toBeConfirmed }
    await moveBooking(context, tx, meeting.booking, hosts, move)
    return findMeeting(tx, token)
  })
  context.jobs.wake()
  inboxChanged(context, 'leads', 'agenda', 'mail', 'notifications')
  return showMeeting(context, moved)
}

function assertMovable(context: Context, meeting: Meeting, sequence: number): void {
  assertChangeable(context, meeting, sequence)
  if (meeting.booking.visitorMoves < maxMoves) return
  throw tooLate(context, 'This call has been moved too many times.')
}

/** Cancels a call for its visitor. */
export async function cancelMeeting(
  context: Context,
  { token, sequence, reason }: ParsedInput<typeof meetings.cancel>,
): Promise<Shown> {
  const { db, limits } = context
  const { booking } = await findMeeting(db, token)
  await takeOrRefuse(limits, budget, booking.id, tooMany)
  const cancelled = await db.transaction(async (tx) => {
    const meeting = await findMeeting(tx, token, true)
    if (meeting.booking.state === 'cancelled') return meeting
    assertChangeable(context, meeting, sequence)
    await cancelBooking(context, tx, meeting.booking, { by: 'visitor', reason })
    return findMeeting(tx, token)
  })
  context.jobs.wake()
  inboxChanged(context, 'leads', 'agenda', 'mail', 'notifications')
  return showMeeting(context, cancelled)
}
