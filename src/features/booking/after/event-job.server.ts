import { and, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { Failure } from '#contract/failure.ts'
import { minuteMs } from '#features/content/business-hours/zone-clock.ts'
import { GoogleProblem } from '#features/google/connection/problems.server.ts'
import { type GoogleSession, openSession } from '#features/google/connection/session.server.ts'
import type { Transaction } from '#server/database/open.ts'
import { bookings, hosts } from '#server/database/schema.ts'
import { type JobDependencies, job } from '#server/jobs/jobs.ts'
import { inboxChanged } from '#server/pub-sub/inbox-changed.ts'
import type { JobKind } from '#server/service/job-queue.ts'
import { eventKind, planEvent } from '../hosts/plan-event.server.ts'
import { type Call, readCall, withId } from '../types/booking.server.ts'
import { bookingCalendar, forgetCalendar, knownCalendar } from './booking-calendar.server.ts'
import {
  type Attendee,
  deleteEvent,
  type EventShown,
  isMeetPending,
  meetUrlOf,
  readEvent,
  writeEvent,
} from './event.server.ts'
import { isPaused } from './pause.server.ts'
import { mailHost } from './queue-booking-mail.server.ts'

type Booking = Call['booking']

/** How long event creation is retried before the host is invited by mail instead. */
const triesMs = 10 * minuteMs
const pauseMs = 30_000

const isRefusal = (error: unknown) => error instanceof GoogleProblem || error instanceof Failure

/** Records once whether the host has the call in Google or by mail, and only then mails them. */
async function decide(
  deps: JobDependencies,
  tx: Transaction,
  { id, hostId }: Booking,
  hostCalendar: 'google' | 'mail',
): Promise<void> {
  const isUndecided = and(eq(bookings.hostId, hostId), isNull(bookings.hostCalendar))
  const decided = await tx
    .update(bookings)
    .set({ hostCalendar })
    .where(and(eq(bookings.id, id), isUndecided, eq(bookings.state, 'booked')))
    .returning({ id: bookings.id })
  const call = decided.length > 0 && (await readCall(tx, withId(id)))
  if (call) await mailHost(deps, tx, call, 'host-booked')
}

async function inviteByMail(deps: JobDependencies, booking: Booking): Promise<void> {
  // Without a mail server, the host can only get an event at Google later.
  if (!deps.config.mail || booking.state !== 'booked') return
  await deps.db.transaction((tx) => decide(deps, tx, booking, 'mail'))
  deps.jobs.wake()
  inboxChanged(deps, 'agenda', 'mail')
}

const meetPayload = z.object({ bookingId: z.uuid(), step: z.int() })
const meetKind: JobKind<typeof meetPayload> = { name: 'bookings.google_meet', payload: meetPayload }

/**
 * Seconds after the event at which to check for its conference link, which Google creates
 * asynchronously.
 */
const meetAfter = [5, 20, 60]

async function planMeet({ jobs }: JobDependencies, tx: Transaction, bookingId: string, step = 0) {
  const seconds = meetAfter[step]
  if (seconds === undefined) return
  const waits = seconds - (meetAfter[step - 1] ?? 0)
  const runAt = new Date(Date.now() + waits * 1000)
  await jobs.add(
    tx,
    meetKind,
    { bookingId, step },
    { runAt, uniqueKey: `${meetKind.name} ${bookingId}` },
  )
}

/**
 * Stores what Google has now. If the call has changed in the meantime, another job writes the
 * change.
 */
async function storeEvent(
  deps: JobDependencies,
  before: Booking,
  attendee: Attendee,
  event: EventShown | undefined,
): Promise<void> {
  const { id, sequence, hostId, state } = before
  await deps.db.transaction(async (tx) => {
    const [now] = await tx.select().from(bookings).where(eq(bookings.id, id)).for('no key update')
    if (!now) return
    const meetUrl = (event && meetUrlOf(event)) ?? now.meetUrl
    const values = { googleSequence: sequence, meetUrl, ...(!event && { updatedAt: sql`now()` }) }
    await tx.update(bookings).set(values).where(eq(bookings.id, id))
    if (event && !meetUrl && isMeetPending(event)) await planMeet(deps, tx, id)
    const isSame = now.sequence === sequence && now.hostId === hostId && now.state === state
    // The host was already invited by mail, so the event must not invite them again.
    const isTwice = Boolean(attendee) && now.hostCalendar === 'mail'
    if (!isSame || isTwice) await planEvent(deps, tx, before)
    else if (attendee) await decide(deps, tx, before, 'google')
  })
  deps.jobs.wake()
  inboxChanged(deps, 'agenda', 'mail')
}

async function readAddress({ db }: JobDependencies, { hostId }: Booking): Promise<string | null> {
  const [host] = await db
    .select({ address: hosts.googleAddress })
    .from(hosts)
    .where(eq(hosts.userId, hostId))
  return host?.address ?? null
}

/** The event of an erased person, whom it names. */
const isErasedEvent = ({ email, googleSequence }: Booking) =>
  email === null && googleSequence !== null

/**
 * Whether the call has no event any more. A call that is pending since a move has none until it is
 * confirmed.
 */
const isWithoutEvent = (booking: Booking) =>
  booking.state === 'cancelled' ||
  (booking.state === 'pending' && booking.googleSequence !== null) ||
  isErasedEvent(booking)

async function makeEqual(
  deps: JobDependencies,
  session: GoogleSession,
  booking: Booking,
): Promise<void> {
  if (isWithoutEvent(booking)) {
    const calendarId = await knownCalendar(deps, session)
    if (calendarId) await deleteEvent(session, { calendarId, booking })
    return storeEvent(deps, booking, null, undefined)
  }
  const address = await readAddress(deps, booking)
  // A host who has disconnected from Google keeps the existing events.
  const isKept = booking.hostCalendar === 'google' && !address
  const attendee = booking.hostCalendar === 'mail' ? null : isKept ? undefined : address
  if (!address && !booking.hostCalendar) await inviteByMail(deps, booking)
  const calendarId = await bookingCalendar(deps, session)
  try {
    const event = await writeEvent(deps, session, { calendarId, booking }, attendee)
    await storeEvent(deps, booking, attendee, event)
  } catch (error) {
    const isGone = error instanceof GoogleProblem && error.kind === 'not_found'
    if (isGone) await forgetCalendar(deps, calendarId)
    throw error
  }
}

async function tryAgain(deps: JobDependencies, bookingId: string, since: number): Promise<void> {
  const runAt = new Date(Date.now() + pauseMs)
  const uniqueKey = `${eventKind.name} again ${bookingId}`
  await deps.jobs.add(deps.db, eventKind, { bookingId, since }, { runAt, uniqueKey })
}

/**
 * Makes the event at Google match its call. The job reads the current call, so the order of jobs
 * does not matter.
 */
export const writeCallEvent = job({
  ...eventKind,
  async run(deps, { bookingId, since = Date.now() }) {
    if (await isPaused(deps.db)) return
    const call = await readCall(deps.db, withId(bookingId))
    const booking = call?.booking
    if (!booking || !(booking.state === 'booked' || isWithoutEvent(booking))) return
    if (booking.endsAt <= new Date() && !isErasedEvent(booking)) return
    try {
      await makeEqual(deps, await openSession(deps, 'calendar'), booking)
    } catch (error) {
      if (!isRefusal(error)) throw error
      const isOver = Date.now() - since >= triesMs
      const isGone = error instanceof Failure && error.code !== 'unavailable'
      const outcome = error instanceof GoogleProblem ? error.kind : (error as Failure).code
      deps.log.warn({ event: 'call_event', bookingId, outcome })
      if (isOver || isGone) await inviteByMail(deps, booking)
      else await tryAgain(deps, bookingId, since)
    }
  },
})

/**
 * Reads an event again whose conference link was pending. Until there is one, the host's own link
 * is used.
 */
export const readCallMeet = job({
  ...meetKind,
  async run(deps, { bookingId, step }) {
    if (await isPaused(deps.db)) return
    const call = await readCall(deps.db, withId(bookingId))
    if (call?.booking.state !== 'booked' || call.booking.meetUrl) return
    let event: EventShown | undefined
    try {
      const session = await openSession(deps, 'calendar')
      const calendarId = await knownCalendar(deps, session)
      event =
        (calendarId && (await readEvent(session, { calendarId, booking: call.booking }))) ||
        undefined
    } catch (error) {
      if (!isRefusal(error)) throw error
    }
    const meetUrl = event ? meetUrlOf(event) : null
    if (meetUrl) {
      await deps.db
        .update(bookings)
        .set({ meetUrl, updatedAt: sql`now()` })
        .where(eq(bookings.id, bookingId))
      return inboxChanged(deps, 'agenda')
    }
    if (!event || isMeetPending(event)) {
      await deps.db.transaction((tx) => planMeet(deps, tx, bookingId, step + 1))
    }
  },
})
