import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { GoogleProblem, isGoogleFailure } from '#features/google/connection/problems.server.ts'
import type { GoogleSession } from '#features/google/connection/session.server.ts'
import { findCalendar } from '#features/google/setups/calendar.server.ts'
import { bookingCalendars as table } from '#server/database/schema.ts'
import type { Dependencies } from '#server/service/context.ts'

/** Part of the description, because calendars have no other place for a marker. */
const mark = '[bookings]'

/** Longer than creating a calendar takes, and than Google takes to list a new one. */
const leaseEnd = sql`now() + interval '60 seconds'`

async function make({ content }: Dependencies, session: GoogleSession): Promise<string> {
  const { firm, hours } = content.resolved()
  const requestBody = {
    summary: `${firm.name} Bookings`,
    description: `Calls that were booked. ${mark}`,
    timeZone: hours.timeZone,
  }
  const { id } = await session.askOnce('calendar', (api) =>
    api.calendars.insert({ fields: 'id', requestBody }),
  )
  if (!id) throw new GoogleProblem('unavailable', 'no calendar')
  return id
}

/** The calendar of the connected account, if it has been created. */
export async function knownCalendar(
  { db }: Dependencies,
  { grant }: GoogleSession,
): Promise<string | undefined> {
  const isIts = eq(table.accountId, grant.accountId)
  const [found] = await db.select().from(table).where(isIts)
  return found?.calendarId ?? undefined
}

/**
 * Creates the calendar once, even if several callers request it at the same time.
 *
 * @throws GoogleProblem
 */
export async function bookingCalendar(deps: Dependencies, session: GoogleSession): Promise<string> {
  const { db } = deps
  const { accountId } = session.grant
  const isIts = eq(table.accountId, accountId)
  await db.insert(table).values({ accountId }).onConflictDoNothing()
  const isFree = or(isNull(table.makingUntil), lt(table.makingUntil, sql`now()`))
  const held = await db
    .update(table)
    .set({ makingUntil: leaseEnd })
    .where(and(isIts, isNull(table.calendarId), isFree))
    .returning()
  if (held.length === 0) {
    const known = await knownCalendar(deps, session)
    if (known) return known
    throw new GoogleProblem('unavailable', 'calendar_being_made')
  }
  try {
    const calendarId = (await findCalendar(session, mark)) ?? (await make(deps, session))
    await db.update(table).set({ calendarId, makingUntil: null }).where(isIts)
    return calendarId
  } catch (error) {
    // If no response came, the calendar may still appear at Google soon, so the lease is kept.
    const mayStand = error instanceof GoogleProblem && isGoogleFailure(error)
    if (!mayStand) await db.update(table).set({ makingUntil: null }).where(isIts)
    throw error
  }
}

/** Forgets a calendar that was deleted at Google. */
export async function forgetCalendar({ db }: Dependencies, calendarId: string): Promise<void> {
  await db.update(table).set({ calendarId: null }).where(eq(table.calendarId, calendarId))
}
