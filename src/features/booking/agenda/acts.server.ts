import { and, eq, sql } from 'drizzle-orm'
import type { Offered, ParsedInput } from '#contract/endpoint.ts'
import { Failure } from '#contract/failure.ts'
import { releaseLead } from '#features/leads/service.server.ts'
import { mailNotConfigured } from '#features/mail/threads/write-mail.server.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import { bookings, hosts, inquiries, users } from '#server/database/schema.ts'
import { inboxChanged } from '#server/pub-sub/inbox-changed.ts'
import { type Act, record } from '#server/service/audit.ts'
import type { SignedIn, SignedInContext } from '#server/service/context.ts'
import { fieldFailure } from '#server/service/field-failure.ts'
import { offerAnother } from '../after/announce-booking.server.ts'
import { takesMail } from '../after/queue-booking-mail.server.ts'
import { slotTaken } from '../availability/choose-hosts.server.ts'
import { appendBookingReceipt } from '../bookings/booking-receipts.server.ts'
import { takeWithAny } from '../bookings/cells.server.ts'
import { cancelBooking, moveBooking } from '../bookings/change-booking.server.ts'
import { recordConfirmed } from '../bookings/confirm-hold.server.ts'
import { readHostCalendars } from '../bookings/host-availability.server.ts'
import { changedMeanwhile } from '../bookings/refusals.ts'
import { subjectOf } from '../bookings/visitors-call.server.ts'
import {
  type Booking,
  type Call,
  callTimes,
  isTakingCalls,
  readCall,
  requireCall,
} from '../types/booking.server.ts'
import { isCall, showToStaff, unknownCall } from './calls.server.ts'
import type { agenda } from './contract.ts'

type Shown = Promise<Offered<typeof agenda.show>>

/** @throws Failure `not_found` */
async function lockCall(tx: Transaction, id: string): Promise<Call> {
  const found = await readCall(tx, and(eq(bookings.id, id), isCall), true)
  if (!found) throw unknownCall()
  return found
}

/** @throws Failure `changed` or `too_late` */
function assertChangeable(booking: Booking, sequence: number): void {
  if (booking.state === 'cancelled' || booking.sequence !== sequence) throw changedMeanwhile()
  assertNotOver(booking)
}

function assertNotOver({ endsAt }: Booking): void {
  if (endsAt <= new Date()) throw new Failure('too_late', 'This call is over.')
}

/** Staff choose any time at which a call can still begin. @throws Failure `invalid_input` */
export function assertUpcoming(start: Date): void {
  if (start <= new Date()) throw fieldFailure('start', 'Choose a time in the future')
}

/** Finds an active host; `zone` is the zone of their hours. @throws Failure `invalid_input` */
export async function findHost(
  { content }: Pick<SignedInContext, 'content'>,
  db: Database | Transaction,
  id: string,
): Promise<{ id: string; zone: string }> {
  const [found] = await db
    .select({ zone: hosts.zone })
    .from(hosts)
    .innerJoin(users, eq(users.id, hosts.userId))
    .where(and(eq(hosts.userId, id), isTakingCalls))
  if (!found) throw fieldFailure('hostId', 'Choose someone who takes calls')
  return { id, zone: found.zone ?? content.resolved().hours.timeZone }
}

/** A host keeps a call even after they stopped taking calls. */
async function presentHost(
  { content }: SignedInContext,
  tx: Transaction,
  { hostId }: Booking,
): Promise<{ id: string; zone: string }> {
  const own = eq(hosts.userId, hostId)
  const [found] = await tx.select({ zone: hosts.zone }).from(hosts).where(own)
  return { id: hostId, zone: found?.zone ?? content.resolved().hours.timeZone }
}

export const actorOf = ({ id, displayName, username }: SignedIn) => ({
  id,
  name: displayName ?? username,
})

/** @param act returns false if it changed nothing. */
async function changeCall(
  context: SignedInContext,
  id: string,
  act: (tx: Transaction, call: Call) => Promise<boolean>,
): Shown {
  const { db, jobs } = context
  const isChanged = await db.transaction(async (tx) => act(tx, await lockCall(tx, id)))
  if (isChanged) {
    jobs.wake()
    inboxChanged(context, 'inbox', 'leads', 'mail', 'notifications', 'agenda')
  }
  return showToStaff(context, id)
}

/** Whether a calendar of the future host could not be read for the time of the call. */
async function isUnsure(
  context: SignedInContext,
  id: string,
  change: { start: Date } | { hostId: string },
): Promise<boolean> {
  const found = await readCall(context.db, and(eq(bookings.id, id), isCall))
  if (!found) throw unknownCall()
  const { booking, type } = found
  const changed = 'start' in change ? callTimes(type, change.start) : change
  return (await readHostCalendars(context, { ...booking, ...changed })) === 'unreadable'
}

export async function moveCall(
  context: SignedInContext,
  { id, start, sequence }: ParsedInput<typeof agenda.move>,
): Shown {
  const toBeConfirmed = await isUnsure(context, id, { start })
  return changeCall(context, id, async (tx, { booking, type }) => {
    const isThere = booking.startsAt.getTime() === start.getTime()
    if (isThere && booking.state !== 'cancelled') return false
    assertChangeable(booking, sequence)
    assertUpcoming(start)
    const host = await presentHost(context, tx, booking)
    const { zone } = booking
    const move = { times: callTimes(type, start), zone, by: context.user, toBeConfirmed }
    await moveBooking(context, tx, booking, [host], move)
    return true
  })
}

export async function reassignCall(
  context: SignedInContext,
  { id, hostId, sequence }: ParsedInput<typeof agenda.reassign>,
): Shown {
  const toBeConfirmed = await isUnsure(context, id, { hostId })
  return changeCall(context, id, async (tx, { booking }) => {
    if (booking.hostId === hostId && booking.state !== 'cancelled') return false
    assertChangeable(booking, sequence)
    const host = await findHost(context, tx, hostId)
    const { startsAt, endsAt, bufferBefore, bufferAfter, zone } = booking
    const times = { startsAt, endsAt, bufferBefore, bufferAfter }
    const move = { times, zone, by: context.user, toBeConfirmed }
    await moveBooking(context, tx, booking, [host], { ...move, action: 'booking.reassigned' })
    return true
  })
}

export function cancelCall(
  context: SignedInContext,
  { id, sequence, reason }: ParsedInput<typeof agenda.cancel>,
): Shown {
  return changeCall(context, id, async (tx, { booking }) => {
    if (booking.state === 'cancelled') return false
    assertChangeable(booking, sequence)
    await cancelBooking(context, tx, booking, { by: 'staff', reason, actor: context.user })
    return true
  })
}

/** Locks the request before the call, in the same order as a visitor's booking does. */
async function lockRequest(tx: Transaction, id: string): Promise<void> {
  const [call] = await tx
    .select({ inquiryId: bookings.inquiryId })
    .from(bookings)
    .where(eq(bookings.id, id))
  if (!call?.inquiryId) return
  const request = eq(inquiries.id, call.inquiryId)
  await tx.select({ id: inquiries.id }).from(inquiries).where(request).for('no key update')
}

/** A booking that looks like spam reserves its time only now. @throws Failure `slot_taken` */
async function confirmIn(context: SignedInContext, tx: Transaction, id: string) {
  await lockRequest(tx, id)
  const { booking } = await lockCall(tx, id)
  if (booking.state === 'cancelled') throw changedMeanwhile()
  if (booking.state !== 'pending') return false
  assertNotOver(booking)
  const { inquiryId } = booking
  let isLeadNew = false
  if (booking.pendingReason === 'suspect') {
    // The mail about the call replaces the confirmation of the request.
    isLeadNew = inquiryId !== null && Boolean(await releaseLead(context, tx, inquiryId, false))
    const host = await presentHost(context, tx, booking)
    if (!(await takeWithAny(tx, booking, [host]))) throw slotTaken()
  }
  await tx
    .update(bookings)
    .set({ state: 'booked', pendingReason: null, updatedAt: sql`now()` })
    .where(eq(bookings.id, id))
  const call = await requireCall(tx, id)
  await recordConfirmed(context, tx, call, { by: actorOf(context.user), isLeadNew })
  return true
}

export async function confirmCall(context: SignedInContext, id: string): Shown {
  const { db, jobs } = context
  const isChanged = await db.transaction((tx) => confirmIn(context, tx, id))
  if (isChanged) {
    jobs.wake()
    inboxChanged(context, 'inbox', 'leads', 'mail', 'notifications', 'agenda')
  }
  return showToStaff(context, id)
}

async function changeColumns(
  tx: Transaction,
  { user }: SignedInContext,
  booking: Booking,
  values: Partial<Booking>,
  act: Pick<Act, 'action' | 'details'>,
): Promise<void> {
  await tx
    .update(bookings)
    .set({ ...values, updatedAt: sql`now()` })
    .where(eq(bookings.id, booking.id))
  await record(tx, user, { ...act, ...subjectOf(booking) })
}

export function setOutcome(
  context: SignedInContext,
  { id, outcome, notes }: ParsedInput<typeof agenda.setOutcome>,
): Shown {
  return changeCall(context, id, async (tx, { booking }) => {
    if (booking.state !== 'booked') throw new Failure('conflict', 'This call isn’t booked.')
    const now = new Date()
    if (booking.startsAt > now) throw new Failure('conflict', 'This call hasn’t begun yet.')
    const outcomeNotes = notes === undefined ? booking.outcomeNotes : notes
    const isSame = booking.outcome === outcome
    if (isSame && booking.outcomeNotes === outcomeNotes) return false
    const values = { outcome, outcomeNotes, outcomeAt: now, outcomeBy: context.user.id }
    const act = { action: 'booking.outcome', details: { outcome } } as const
    await changeColumns(tx, context, booking, values, act)
    if (!isSame) {
      await appendBookingReceipt(context, tx, 'booking.outcome', booking, context.user, { outcome })
    }
    return true
  })
}

/** @throws Failure `conflict`, `mail_not_configured` */
export function offerAnotherTime(context: SignedInContext, id: string): Shown {
  return changeCall(context, id, async (tx, call) => {
    const { outcome, clientId } = call.booking
    if (outcome !== 'no_show') throw new Failure('conflict', 'Mark the call as a no-show first.')
    if (!context.config.mail) throw mailNotConfigured()
    if (!(await takesMail(context, tx, call.booking))) {
      throw new Failure('conflict', 'No mail can go to this address.')
    }
    const subjectId = await offerAnother(context, tx, call)
    // It was sent before.
    if (!subjectId) return false
    const act = { action: 'mail.sent', subject: 'mail', subjectId, clientId } as const
    await record(tx, context.user, act)
    return true
  })
}

export function setLink(
  context: SignedInContext,
  { id, url: link }: ParsedInput<typeof agenda.setLink>,
): Shown {
  return changeCall(context, id, async (tx, { booking }) => {
    if (link === undefined || booking.link === link) return false
    if (booking.state === 'cancelled') throw changedMeanwhile()
    await changeColumns(tx, context, booking, { link }, { action: 'booking.link_changed' })
    return true
  })
}
