import { createHash } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import { toAsciiDomain } from '#contract/email-address.ts'
import type { Offered, ParsedInput } from '#contract/endpoint.ts'
import { Failure } from '#contract/failure.ts'
import { isOpen, meetDeadline } from '#features/inbox/deadlines/deadlines.server.ts'
import { findLead } from '#features/inbox/request-status/status.server.ts'
import { signsOfSpam } from '#features/leads/service.server.ts'
import { storeLeadIn } from '#features/leads/store-lead.server.ts'
import { databaseTime } from '#server/database/clock.ts'
import { lockNamed } from '#server/database/named-lock.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import { bookings, inquiries, replyDeadlines } from '#server/database/schema.ts'
import { nothingHere } from '#server/http/errors.ts'
import { hashOfToken } from '#server/mail/request-link.ts'
import { inboxChanged } from '#server/pub-sub/inbox-changed.ts'
import { record } from '#server/service/audit.ts'
import type { Context, Dependencies } from '#server/service/context.ts'
import { type Budget, takeForNetworks } from '#server/service/rate-limits.ts'
import { announceBooked } from '../after/announce-booking.server.ts'
import { slotTaken } from '../availability/choose-hosts.server.ts'
import {
  type Booking,
  type Call,
  hostShown,
  isReserving,
  readCall,
  requireCall,
  stateShown,
  wallTime,
} from '../types/booking.server.ts'
import { joinUrl, meetingLink } from '../types/links.server.ts'
import { newTokens } from '../types/tokens.server.ts'
import { findBooker } from './booker.server.ts'
import { appendBookingReceipt, type BookingActor } from './booking-receipts.server.ts'
import { freeCells, takeWithAny } from './cells.server.ts'
import type { meetings } from './contract.ts'
import { isKnownHold } from './create-hold.server.ts'
import { type HostAvailability, hostAvailability } from './host-availability.server.ts'
import { type Person, personOf } from './person.ts'
import { holdExpired, limitReached, tooMany } from './refusals.ts'
import { subjectOf } from './visitors-call.server.ts'

type NewMeeting = ParsedInput<typeof meetings.create>

/** A whole office may share one address; see `takeForNetworks`. */
const budget: Budget = { name: 'bookings', points: 20, seconds: 600 }

/** The maximum number of upcoming calls per email address. */
const maxPerAddress = 2

/**
 * Canceled calls count for this long, so that booking and canceling repeatedly cannot flood an
 * address with mail.
 */
const cancelledCountFor = sql`interval '1 day'`

const isOpenHold = (state: string) => state === 'held' || state === 'expired'

/** @throws Failure `not_found`, also from an hour after the hold has ended. */
async function findHold(db: Database | Transaction, hash: Buffer, lock = false): Promise<Call> {
  const found = await readCall(
    db,
    sql`${eq(bookings.holdHash, hash)}
      and (${bookings.state} not in ('held', 'expired') or ${isKnownHold})`,
    lock,
  )
  if (!found) throw nothingHere()
  return found
}

const isToCome = gt(bookings.startsAt, sql`now()`)

/** Whether a locked request has a call to come. One that looks like spam does not count. */
export async function hasCall(tx: Transaction, inquiryId: string): Promise<boolean> {
  const ofLead = and(
    eq(bookings.inquiryId, inquiryId),
    isReserving,
    gt(bookings.endsAt, sql`now()`),
  )
  return (await tx.$count(bookings, ofLead)) > 0
}

type Known = {
  inquiryId?: string
  chatSessionId?: string | null
  clientId?: string | null
}

/** The call at the same time of a person whom a link identifies: the form was sent twice. */
async function findSame(
  tx: Transaction,
  { booking }: Call,
  { inquiryId, chatSessionId, clientId }: Known = {},
): Promise<Call | undefined> {
  const isTheirs = inquiryId
    ? eq(bookings.inquiryId, inquiryId)
    : chatSessionId
      ? eq(bookings.chatSessionId, chatSessionId)
      : clientId && eq(bookings.clientId, clientId)
  if (!isTheirs) return undefined
  return readCall(tx, and(isTheirs, isReserving, eq(bookings.startsAt, booking.startsAt)))
}

/** @throws Failure `too_many_requests` for a third upcoming call. */
async function limitUpcoming(tx: Transaction, email: string): Promise<void> {
  // Spam under somebody's address must not keep them from booking.
  const isMeant = sql`(${isReserving}
    or ${bookings.cancelledBy} = 'visitor' and ${bookings.cancelledAt} > now() - ${cancelledCountFor})`
  const ofEmail = and(eq(sql`lower(${bookings.email})`, email.toLowerCase()), isMeant, isToCome)
  if ((await tx.$count(bookings, ofEmail)) >= maxPerAddress) throw limitReached(60)
}

type Confirming = {
  given: NewMeeting
  hash: Buffer
  /** Signs that the form was not sent by a person. */
  reasons: string[]
  /** Whether the host of the hold can take the call, and who else can. */
  availability: HostAvailability
}

/**
 * Reserves the time with a host, or reserves nothing if the booking looks like spam.
 *
 * @returns the host and the state.
 */
async function assignHost(
  tx: Transaction,
  { booking, host }: Call,
  isSuspect: boolean,
  { calendar, others }: HostAvailability,
) {
  if (isSuspect) {
    await freeCells(tx, booking.id)
    return { state: 'pending', pendingReason: 'suspect' } as const
  }
  const unconfirmed = { state: 'pending', pendingReason: 'calendar' } as const
  if (host.takesCalls && calendar === 'free') return { state: 'booked' } as const
  // If the host's calendar is unreadable, they keep the call unless another host has the time free.
  const isUnreadable = host.takesCalls && calendar === 'unreadable'
  const other = await takeWithAny(tx, booking, others.hosts)
  if (other) {
    const promised = { hostId: other.id, wallTime: wallTime(other.zone, booking.startsAt) }
    return others.toBeConfirmed
      ? { ...unconfirmed, ...promised }
      : ({ state: 'booked', ...promised } as const)
  }
  if (isUnreadable && (await takeWithAny(tx, booking, [{ id: booking.hostId }]))) return unconfirmed
  throw slotTaken()
}

type NewLead = {
  /** The id of the booking. */
  id: string
  /** The title of the meeting type. */
  title: string
  note: string
  page: string | null
  reasons: string[]
  /** Whose request it is. */
  clientId: string | null
  /** The user who wrote it down for the caller. */
  enteredBy?: { id: string }
}

/** The message of a request whose visitor wrote none. */
export const messageWithout = (title: string) => `Booked a call: ${title}`

/** Creates the request for a call that was booked without one. */
export async function makeLead(
  context: Context,
  tx: Transaction,
  { id, title, note, page, reasons, clientId, enteredBy }: NewLead,
  { name, email, company, phone }: Person,
) {
  const message = {
    name,
    email,
    company,
    page,
    service: 'consultation',
    message: note || messageWithout(title),
    consultationData: phone ? { phone } : null,
  }
  // The id makes the hash unique, because two calls with the same words are two requests.
  const hash = createHash('sha256').update(`booking ${id}`).digest()
  const made = await storeLeadIn(context, tx, message, reasons, {
    hash,
    confirms: false,
    enteredBy,
  })
  if (made && clientId) {
    const converted = { clientId, status: 'converted' } as const
    await tx.update(inquiries).set(converted).where(eq(inquiries.id, made.id))
  }
  return made
}

async function confirmIn(context: Context, tx: Transaction, confirming: Confirming) {
  const { given, hash, reasons } = confirming
  const { requestToken } = given
  const lead = requestToken ? await findLead(tx, requestToken, true) : undefined
  const booker = lead ? undefined : await findBooker(context, tx, given.chatToken)
  const email = toAsciiDomain((lead ?? booker)?.email || given.email).toLowerCase()
  await tx.execute(lockNamed(`books ${email}`))
  const held = await findHold(tx, hash, true)
  const { booking, type } = held
  if (!isOpenHold(booking.state)) return { call: held, isNew: false }
  const now = await databaseTime(tx)
  const hasEnded = booking.holdExpiresAt !== null && booking.holdExpiresAt <= now
  if (booking.state === 'expired' || (hasEnded && booking.startsAt <= now)) throw holdExpired()
  const person = personOf(given, lead ?? booker, type.locations)
  const same = await findSame(tx, held, lead ? { inquiryId: lead.id } : booker)
  if (same) {
    await tx.delete(bookings).where(eq(bookings.id, booking.id))
    return { call: same, isNew: false }
  }
  if (lead && (await hasCall(tx, lead.id))) {
    throw new Failure('conflict', 'This request already has a call.')
  }
  await limitUpcoming(tx, email)
  const isSuspect = reasons.length > 0 || lead?.quarantined === true
  const assigned = await assignHost(tx, held, isSuspect, confirming.availability)
  const { note, page } = given
  const clientId = (lead ?? booker)?.clientId ?? null
  const newLead = { id: booking.id, title: type.title, note, page, reasons, clientId }
  const made = lead ? undefined : await makeLead(context, tx, newLead, person)
  const inquiryId = lead?.id ?? made?.id ?? null
  await tx
    .update(bookings)
    .set({
      ...assigned,
      ...person,
      ...newTokens(context.encryption, booking.id),
      inquiryId,
      clientId,
      chatSessionId: booker?.chatSessionId ?? null,
      note: given.note,
      contact: given.contact,
      zone: given.zone,
      page: given.page,
      addressKey: null,
      updatedAt: sql`now()`,
    })
    .where(eq(bookings.id, booking.id))
  const call = await requireCall(tx, booking.id)
  await recordConfirmed(context, tx, call, { by: 'visitor', isLeadNew: made !== undefined })
  return { call, isNew: true, made, isSuspect }
}

/** The request of a call, and others of its visitor that wait since an earlier call was cancelled. */
async function answeredBy(tx: Transaction, { inquiryId, email }: Booking): Promise<string[]> {
  const others = await tx
    .select({ id: inquiries.id })
    .from(replyDeadlines)
    .innerJoin(inquiries, eq(inquiries.id, replyDeadlines.inquiryId))
    .where(
      and(
        isOpen,
        eq(replyDeadlines.reopenReason, 'cancelled'),
        eq(sql`lower(${inquiries.email})`, email?.toLowerCase() ?? ''),
      ),
    )
  return [...new Set([...(inquiryId ? [inquiryId] : []), ...others.map((lead) => lead.id)])]
}

type Confirmer = Exclude<BookingActor, { id: string }> | { id: string; name: string }

/**
 * Records that a call is now booked or pending, with all that follows from it.
 *
 * @param isLeadNew the request came with the call, so the notice about it is still news.
 */
export async function recordConfirmed(
  deps: Dependencies,
  tx: Transaction,
  call: Call,
  { by, isLeadNew = false }: { by: Confirmer; isLeadNew?: boolean },
): Promise<void> {
  const { booking } = call
  const { id, chatSessionId } = booking
  const user = typeof by === 'object' ? by : undefined
  const isBooked = booking.state === 'booked'
  if (isBooked) {
    const at = await databaseTime(tx)
    const met = { evidence: 'booking', evidenceId: id, at, by: user ?? null } as const
    for (const lead of await answeredBy(tx, booking)) {
      await meetDeadline(deps, tx, { inquiryId: lead }, { ...met, keepsNotices: isLeadNew })
    }
    if (chatSessionId) await meetDeadline(deps, tx, { chatSessionId }, met)
  }
  await record(tx, user, { action: 'booking.confirmed', ...subjectOf(booking) })
  if (isBooked) await appendBookingReceipt(deps, tx, 'booking.confirmed', booking, by, {})
  await announceBooked(deps, tx, call, user?.id)
}

function answer(context: Context, { booking, host }: Call): Offered<typeof meetings.create> {
  return {
    success: true,
    state: stateShown(booking),
    start: booking.startsAt,
    end: booking.endsAt,
    zone: booking.zone ?? 'UTC',
    host: hostShown(context, host),
    ...meetingLink(context, booking),
    joinUrl: joinUrl(context, booking),
    mail: context.config.mail ? 'queued' : 'off',
  }
}

/** Books a held slot once. A repeated request changes nothing, even if its values differ. */
export async function confirmHold(
  context: Context,
  given: NewMeeting,
): Promise<Offered<typeof meetings.create>> {
  const { db } = context
  const hash = hashOfToken(given.holdToken)
  if (!hash) throw nothingHere()
  const before = await findHold(db, hash)
  if (!isOpenHold(before.booking.state)) return answer(context, before)
  const lead = given.requestToken ? await findLead(db, given.requestToken) : undefined
  const known = lead ?? (await findBooker(context, db, given.chatToken))
  personOf(given, known, before.type.locations)
  await takeForNetworks(context.limits, budget, context.requester.address, tooMany)
  const reasons = signsOfSpam(given)
  const confirming = { given, hash, reasons, availability: await hostAvailability(context, before) }
  const done = await db.transaction((tx) => confirmIn(context, tx, confirming))
  if (done.isNew) {
    const { made, isSuspect = false } = done
    if (made) context.metrics.leads.labels('consultation', String(isSuspect)).add()
    context.jobs.wake()
    inboxChanged(context, 'inbox', 'leads', 'notifications', 'agenda')
    context.log.info({ event: 'call_booked', bookingId: done.call.booking.id, isSuspect })
  }
  return answer(context, done.call)
}
