import createCalendar, {
  ICalAlarmType,
  ICalAttendeeStatus,
  type ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator'
import type { Booking } from '../types/booking.server.ts'

/** RFC 5546. */
export type CalendarMethod = 'PUBLISH' | 'REQUEST' | 'CANCEL'

export type CalendarEntry = {
  booking: Pick<Booking, 'id' | 'startsAt' | 'endsAt' | 'sequence' | 'state'>
  /** The product's host name. It is part of the UID, which never changes. */
  host: string
  firm: string
  summary: string
  description?: string
  location: string | null
  url: string | null
  /** The organizer's address; null when nobody can be written to. */
  organizer: string | null
  /** The recipient's address, for REQUEST and CANCEL. */
  attendee?: string
  /** When this state of the call was stored; repeated mails carry the same value. */
  stamp: Date
}

const alarmSeconds = 15 * 60

function statusOf(method: CalendarMethod, { state }: CalendarEntry['booking']): ICalEventStatus {
  if (method === 'CANCEL' || state === 'cancelled') return ICalEventStatus.CANCELLED
  return state === 'booked' ? ICalEventStatus.CONFIRMED : ICalEventStatus.TENTATIVE
}

/** A call as iCalendar (RFC 5545): one event, times in UTC. */
export function calendarOf(method: CalendarMethod, entry: CalendarEntry): string {
  const { booking, host, firm, organizer, attendee, location, url, summary } = entry
  const status = statusOf(method, booking)
  const calendar = createCalendar({
    prodId: { company: host, product: 'Booking', language: 'EN' },
    method: method as ICalCalendarMethod,
  })
  calendar.createEvent({
    id: `${booking.id}@${host}`,
    sequence: booking.sequence,
    stamp: entry.stamp,
    start: booking.startsAt,
    end: booking.endsAt,
    summary,
    status,
    location,
    url,
    ...(entry.description && { description: entry.description }),
    ...(organizer && { organizer: { name: firm, email: organizer } }),
    ...(attendee && {
      attendees: [{ email: attendee, status: ICalAttendeeStatus.ACCEPTED, rsvp: false }],
    }),
    ...(status !== ICalEventStatus.CANCELLED && {
      alarms: [{ type: ICalAlarmType.display, triggerBefore: alarmSeconds }],
    }),
  })
  return `${calendar.toString()}\r\n`
}
