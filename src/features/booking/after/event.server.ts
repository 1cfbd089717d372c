import { GoogleProblem } from '#features/google/connection/problems.server.ts'
import type { GoogleSession } from '#features/google/connection/session.server.ts'
import { isProblem } from '#features/google/setups/step.server.ts'
import type { Dependencies } from '#server/service/context.ts'
import { type Call, callPath } from '../types/booking.server.ts'
import { hostsSummary } from './call-file.server.ts'

type Booking = Call['booking']

/** The hexadecimal digits of an id are valid base32hex, as Google requires. */
export const eventIdOf = ({ id }: Pick<Booking, 'id'>) => id.replaceAll('-', '')

type Conference = {
  createRequest?: { status?: { statusCode?: string | null } } | undefined
  entryPoints?: { entryPointType?: string | null; uri?: string | null }[] | undefined
}

export type EventShown = {
  status?: string | null
  start?: { dateTime?: string | null; date?: string | null } | undefined
  end?: { dateTime?: string | null; date?: string | null } | undefined
  hangoutLink?: string | null
  conferenceData?: Conference | undefined
}

const meetOrigin = 'https://meet.google.com/'

/** The address of the event's Google Meet. No other address is ever linked. */
export function meetUrlOf({ conferenceData, hangoutLink }: EventShown): string | null {
  const video = conferenceData?.entryPoints?.find(
    ({ entryPointType }) => entryPointType === 'video',
  )
  const uri = video?.uri ?? hangoutLink ?? ''
  return URL.canParse(uri) && uri.startsWith(meetOrigin) ? uri : null
}

export const isMeetPending = ({ conferenceData }: EventShown) =>
  conferenceData?.createRequest?.status?.statusCode === 'pending'

/**
 * The host's address at Google. Null if a mail invites the host; undefined leaves the attendees
 * unchanged.
 */
export type Attendee = string | null | undefined

function bodyOf({ config }: Dependencies, booking: Booking, attendee: Attendee) {
  const { id, startsAt, endsAt, contact, meetUrl } = booking
  const at = (time: Date) => ({ dateTime: time.toISOString(), timeZone: 'UTC' })
  const createRequest = { requestId: id, conferenceSolutionKey: { type: 'hangoutsMeet' } }
  return {
    // Restores a deleted event, because an id cannot be used twice.
    status: 'confirmed',
    summary: hostsSummary(booking),
    description: `${config.publicUrl}${callPath(id)}`,
    start: at(startsAt),
    end: at(endsAt),
    ...(attendee === null && { attendees: [] }),
    ...(attendee && { attendees: [{ email: attendee, responseStatus: 'accepted' }] }),
    ...(contact === 'video' && !meetUrl && { conferenceData: { createRequest } }),
  }
}

type Target = { calendarId: string; booking: Booking }

/** @throws GoogleProblem `not_found` when the calendar is gone. */
export async function writeEvent(
  deps: Dependencies,
  session: GoogleSession,
  { calendarId, booking }: Target,
  attendee: Attendee,
): Promise<EventShown> {
  const eventId = eventIdOf(booking)
  const body = bodyOf(deps, booking, attendee)
  const how = { calendarId, conferenceDataVersion: 1, sendUpdates: 'none' }
  const insert = (): Promise<EventShown> =>
    session.ask('calendar', (api) =>
      api.events.insert({ ...how, requestBody: { id: eventId, ...body } }),
    )
  const patch = (): Promise<EventShown> =>
    session.ask('calendar', (api) => api.events.patch({ ...how, eventId, requestBody: body }))
  try {
    return await (booking.googleSequence === null ? insert() : patch())
  } catch (error) {
    // Another attempt was faster, or the response to an earlier one was lost.
    if (isProblem(error, 'conflict')) return patch()
    if (booking.googleSequence !== null && isProblem(error, 'not_found')) return insert()
    throw error
  }
}

/** An event that is already gone counts as deleted. */
export async function deleteEvent(
  session: GoogleSession,
  { calendarId, booking }: Target,
): Promise<void> {
  const eventId = eventIdOf(booking)
  try {
    await session.ask('calendar', (api) =>
      api.events.delete({ calendarId, eventId, sendUpdates: 'none' }),
    )
  } catch (error) {
    if (!(error instanceof GoogleProblem && error.kind === 'not_found')) throw error
  }
}

/** Undefined if the event does not exist. */
export async function readEvent(
  session: GoogleSession,
  { calendarId, booking }: Target,
): Promise<EventShown | undefined> {
  const eventId = eventIdOf(booking)
  try {
    return await session.ask('calendar', (api) => api.events.get({ calendarId, eventId }))
  } catch (error) {
    if (error instanceof GoogleProblem && error.kind === 'not_found') return undefined
    throw error
  }
}
