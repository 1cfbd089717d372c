import type { Calendar, Call } from '../agenda/contract.ts'
import { sourceNames, sourceProblems } from '../hosts/source-words.ts'

const minute: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit' }

/** The calendar day in this browser's zone, used as a key. */
export const dayOf = (at: string | Date): string => new Date(at).toLocaleDateString('sv-SE')

/** 'Today, Tuesday, November 24' or 'Tomorrow, …', with the year if it is not the present one. */
export function dayWords(day: string, now: Date): string {
  const at = new Date(`${day}T12:00`)
  const words = at.toLocaleDateString(undefined, {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    ...(at.getFullYear() !== now.getFullYear() && { year: 'numeric' }),
  })
  const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1)
  if (day === dayOf(tomorrow)) return `Tomorrow, ${words}`
  return day === dayOf(now) ? `Today, ${words}` : words
}

/** '10:00 – 10:30 AM' in this browser's zone. */
export const timesOf = ({ start, end }: Pick<Call, 'start' | 'end'>): string =>
  new Intl.DateTimeFormat(undefined, minute).formatRange(new Date(start), new Date(end))

/** 'Tuesday, November 24, 10:00 AM' in this browser's zone. */
export const startWords = (start: string): string =>
  new Date(start).toLocaleString(undefined, {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    ...minute,
  })

/** 'Tue 10:00 AM' in this browser's zone, with the date where the weekday alone is ambiguous. */
export function shortStart(start: string, now: number): string {
  const at = new Date(start)
  const isNear = Math.abs(at.getTime() - now) < 6 * 86_400_000
  const day = isNear ? { weekday: 'short' as const } : ({ month: 'short', day: 'numeric' } as const)
  return at.toLocaleString(undefined, { ...day, ...minute })
}

/**
 * '6:00 PM' on the visitor's clock, with the weekday if their day differs; null if both clocks
 * agree.
 */
export function theirTime(start: string, timeZone: string | null): string | null {
  if (!timeZone) return null
  const at = new Date(start)
  try {
    const isSameDay = at.toLocaleDateString('sv-SE', { timeZone }) === dayOf(at)
    const day = isSameDay ? {} : { weekday: 'short' as const }
    const theirs = at.toLocaleString(undefined, { ...day, ...minute, timeZone })
    return theirs === at.toLocaleString(undefined, minute) ? null : theirs
  } catch {
    // An older browser does not know a newer zone.
    return null
  }
}

export const nameOf = ({ name, email }: Pick<Call, 'name' | 'email'>): string =>
  name || email || 'Erased person'

export const outcomeWords = { happened: 'Happened', no_show: 'No-show' } as const

export const howWords = { video: 'Video', phone: 'Phone', in_person: 'In person' } as const

/** Changed hours, holidays or time off do not change calls that are already booked. */
export const collisionWords = {
  hours: 'Outside the host’s hours',
  time_off: 'During time off',
} as const

const invitations = {
  queued: 'Invitation waiting to be sent',
  accepted: 'Invitation sent',
  failed: 'Invitation not sent',
  bounced: 'Invitation bounced',
} as const satisfies Record<NonNullable<Call['invitation']>, string>

export const invitationWords = ({ invitation }: Call) => invitation && invitations[invitation]

/** For example 'The calendar address of Ada cannot be reached. Check its address.' */
export const calendarWords = ({ host, source, error }: Calendar): string =>
  `${sourceNames[source]} of ${host.name} ${error ? sourceProblems[error] : 'can’t be read.'}`
