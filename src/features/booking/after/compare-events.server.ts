import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { Failure } from '#contract/failure.ts'
import { GoogleProblem } from '#features/google/connection/problems.server.ts'
import { type GoogleSession, openSession } from '#features/google/connection/session.server.ts'
import { bookings } from '#server/database/schema.ts'
import { type JobDependencies, job } from '#server/jobs/jobs.ts'
import { inboxChanged } from '#server/pub-sub/inbox-changed.ts'
import { planEvent } from '../hosts/plan-event.server.ts'
import type { Booking } from '../types/booking.server.ts'
import { knownCalendar } from './booking-calendar.server.ts'
import { type EventShown, eventIdOf, readEvent } from './event.server.ts'
import { isPaused } from './pause.server.ts'

type Change = NonNullable<Booking['googleDiffers']>

/** All events that end after now, including deleted ones, by id. */
async function listEvents(
  session: GoogleSession,
  calendarId: string,
): Promise<Map<string, EventShown>> {
  const all = new Map<string, EventShown>()
  const timeMin = new Date().toISOString()
  let pageToken: string | null | undefined
  do {
    const page = await session.ask('calendar', (api) =>
      api.events.list({
        calendarId,
        timeMin,
        showDeleted: true,
        maxResults: 2500,
        fields: 'nextPageToken,items(id,status,start,end)',
        ...(pageToken && { pageToken }),
      }),
    )
    for (const event of page.items ?? []) if (event.id) all.set(event.id, event)
    pageToken = page.nextPageToken
  } while (pageToken)
  return all
}

const timeOf = (at: EventShown['start']) => Date.parse(at?.dateTime ?? at?.date ?? '')

/** How an event differs from its call; null if it does not. */
function changeOf(event: EventShown | undefined, { startsAt, endsAt }: Booking): Change | null {
  if (!event || event.status === 'cancelled') return { deleted: true }
  const [opens, closes] = [timeOf(event.start), timeOf(event.end)]
  return opens === startsAt.getTime() && closes === endsAt.getTime() ? null : { opens, closes }
}

async function compare(deps: JobDependencies, session: GoogleSession): Promise<void> {
  const { db } = deps
  const calendarId = await knownCalendar(deps, session)
  const events = calendarId ? await listEvents(session, calendarId) : new Map<string, EventShown>()
  const isToCome = and(
    inArray(bookings.state, ['booked', 'pending', 'cancelled']),
    gt(bookings.endsAt, sql`now()`),
  )
  for (const booking of await db.select().from(bookings).where(isToCome)) {
    const { id, sequence, state, googleSequence } = booking
    if (googleSequence !== sequence) {
      // The attempts failed for too long, or Google was connected after the booking.
      if (state === 'booked' || googleSequence !== null) await planEvent(deps, db, booking)
      continue
    }
    if (state !== 'booked' || !calendarId) continue
    // An event that was moved into the past is not in the list.
    const event =
      events.get(eventIdOf(booking)) ?? (await readEvent(session, { calendarId, booking }))
    const change = changeOf(event, booking)
    if (!change) continue
    // The call itself may have changed since it was read.
    const isSame = and(eq(bookings.sequence, sequence), eq(bookings.googleSequence, sequence))
    await db
      .update(bookings)
      .set({ googleDiffers: change })
      .where(and(eq(bookings.id, id), isSame))
    await planEvent(deps, db, booking)
    inboxChanged(deps, 'agenda')
  }
  deps.jobs.wake()
}

/**
 * Puts back what was changed at Google, which the agenda then says, and creates events that are
 * missing there.
 */
export const compareEvents = job({
  name: 'bookings.compare_events',
  payload: z.object({}),
  everySeconds: 15 * 60,
  timeoutSeconds: 600,
  async run(deps) {
    if (!deps.google || (await isPaused(deps.db))) return
    try {
      await compare(deps, await openSession(deps, 'calendar'))
    } catch (error) {
      if (!(error instanceof GoogleProblem || error instanceof Failure)) throw error
      const outcome = error instanceof GoogleProblem ? error.kind : error.code
      // A missing connection is already shown elsewhere.
      if (outcome !== 'google_reconnect') deps.log.warn({ event: 'compare_events', outcome })
    }
  },
})
