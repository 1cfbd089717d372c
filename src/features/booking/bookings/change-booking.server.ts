import { eq, sql } from 'drizzle-orm'
import type { Offered, ParsedInput } from '#contract/endpoint.ts'
import { Failure } from '#contract/failure.ts'
import { hoursInWords } from '#features/content/business-hours/reply-time.ts'
import { openDeadline } from '#features/inbox/deadlines/deadlines.server.ts'
import { openForCancelled } from '#features/inbox/deadlines/reopen-deadline.server.ts'
import { databaseTime } from '#server/database/clock.ts'
import type { Transaction } from '#server/database/open.ts'
import { bookings, inquiries } from '#server/database/schema.ts'
import { inboxChanged } from '#server/pub-sub/inbox-changed.ts'
import { record } from '#server/service/audit.ts'
import type { Context, Dependencies } from '#server/service/context.ts'
import { type Budget, takeOrRefuse } from '#server/service/rate-limits.ts'
import { announceCancelled, announceMoved } from '../after/announce-booking.server.ts'
import { chooseHosts, slotTaken } from '../availability/choose-hosts.server.ts'
import type { Host } from '../availability/host-times.server.ts'
import {
  type Booking,
  type Call,
  type CallTimes,
  callTimes,
  requireCall,
  reservesTime,
  wallTime,
} from '../types/booking.server.ts'
import { appendBookingReceipt } from './booking-receipts.server.ts'
import { freeCells, takeWithAny } from './cells.server.ts'
import type { meetings } from './contract.ts'
import { changedMeanwhile, tooMany } from './refusals.ts'
import { changeUntil, findByToken, showToVisitor, subjectOf } from './visitors-call.server.ts'

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
function assertChangeable(context: Context, call: Call, sequence: number): void {
  const { booking, type } = call
  if (booking.state === 'cancelled' || booking.sequence !== sequence) throw changedMeanwhile()
  if (changeUntil(call) > new Date()) return
  const isOver = booking.startsAt <= new Date()
  const left = `Less than ${hoursInWords(type.changeUntilMinutes / 60)} to go.`
  throw tooLate(context, isOver ? 'This call has begun or is over.' : left)
}

const changedNow = {
  sequence: sql`${bookings.sequence} + 1`,
  googleDiffers: null,
  updatedAt: sql`now()`,
}

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
  const isKept = reservesTime(booking)
  const host = isKept ? await takeWithAny(tx, { id: booking.id, ...times }, hosts) : hosts[0]
  if (!host) throw slotTaken()
  const moves = by ? booking.visitorMoves : booking.visitorMoves + 1
  await tx
    .update(bookings)
    .set({
      ...times,
      ...changedNow,
      zone,
      hostId: host.id,
      // Another host has the call in no calendar yet.
      ...(host.id !== booking.hostId && { hostCalendar: null }),
      visitorMoves: moves,
      wallTime: wallTime(host.zone, times.startsAt),
      ...(isKept && toBeConfirmed && ({ state: 'pending', pendingReason: 'calendar' } as const)),
    })
    .where(eq(bookings.id, booking.id))
  await record(tx, by, { action, ...subjectOf(booking) })
  const call = await requireCall(tx, booking.id)
  if (isKept) {
    await appendBookingReceipt(deps, tx, 'booking.moved', call.booking, by ?? 'visitor', {})
  }
  await announceMoved(deps, tx, booking, call, by?.id)
}

type Cancelling = {
  by: NonNullable<Booking['cancelledBy']>
  reason: string
  actor?: { id: string }
}

/** The request, or else the chat, waits again, as the call had answered it. */
async function waitAgain(
  deps: Dependencies,
  tx: Transaction,
  { inquiryId, chatSessionId }: Booking,
  by: Cancelling['by'],
): Promise<void> {
  const [lead] = inquiryId
    ? await tx.select().from(inquiries).where(eq(inquiries.id, inquiryId))
    : []
  if (lead?.quarantined || !(lead || chatSessionId)) return
  const subject = lead ? { inquiryId: lead.id } : { chatSessionId: chatSessionId ?? '' }
  const kind = lead?.kind ?? 'mail'
  if (by === 'visitor') return openForCancelled(deps, tx, subject, kind)
  await openDeadline(deps, tx, { ...subject, kind, openedAt: await databaseTime(tx) })
}

export async function cancelBooking(
  deps: Dependencies,
  tx: Transaction,
  booking: Booking,
  { by, reason, actor }: Cancelling,
): Promise<void> {
  const { id } = booking
  await freeCells(tx, id)
  await tx
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
  const call = await requireCall(tx, id)
  const act = { action: 'booking.cancelled', ...subjectOf(booking), details: { by } } as const
  await record(tx, actor, act)
  if (reservesTime(booking)) {
    const canceller = actor ?? (by === 'visitor' ? by : 'system')
    await appendBookingReceipt(deps, tx, 'booking.cancelled', call.booking, canceller, { by })
  }
  await announceCancelled(deps, tx, booking, call, actor?.id)
  await waitAgain(deps, tx, booking, by)
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
  const before = await findByToken(db, token)
  const { booking, type } = before
  await takeOrRefuse(limits, budget, booking.id, tooMany)
  const isThere = ({ startsAt, state }: Booking) =>
    state !== 'cancelled' && startsAt.getTime() === start.getTime()
  if (isThere(booking)) return showToVisitor(context, before)
  assertMovable(context, before, sequence)
  const wanted = { type, start, without: booking.id, preferred: booking.hostId }
  const { hosts, toBeConfirmed } = await chooseHosts(context, wanted)
  const moved = await db.transaction(async (tx) => {
    const call = await findByToken(tx, token, true)
    if (isThere(call.booking)) return call
    assertMovable(context, call, sequence)
    const times = callTimes(call.type, start)
    const move = { times, zone, by: undefined, toBeConfirmed }
    await moveBooking(context, tx, call.booking, hosts, move)
    return findByToken(tx, token)
  })
  context.jobs.wake()
  inboxChanged(context, 'leads', 'agenda', 'mail', 'notifications')
  return showToVisitor(context, moved)
}

function assertMovable(context: Context, call: Call, sequence: number): void {
  assertChangeable(context, call, sequence)
  if (call.booking.visitorMoves < maxMoves) return
  throw tooLate(context, 'This call has been moved too many times.')
}

/** Cancels a call for its visitor. */
export async function cancelMeeting(
  context: Context,
  { token, sequence, reason }: ParsedInput<typeof meetings.cancel>,
): Promise<Shown> {
  const { db, limits } = context
  const { booking } = await findByToken(db, token)
  await takeOrRefuse(limits, budget, booking.id, tooMany)
  const cancelled = await db.transaction(async (tx) => {
    const call = await findByToken(tx, token, true)
    if (call.booking.state === 'cancelled') return call
    assertChangeable(context, call, sequence)
    await cancelBooking(context, tx, call.booking, { by: 'visitor', reason })
    return findByToken(tx, token)
  })
  context.jobs.wake()
  inboxChanged(context, 'inbox', 'leads', 'agenda', 'mail', 'notifications')
  return showToVisitor(context, cancelled)
}
