import { and, desc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import type { Offered } from '#contract/endpoint.ts'
import { minuteMs } from '#features/content/business-hours/zone-clock.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import { bookings, hosts, meetingTypes, users } from '#server/database/schema.ts'
import { nothingHere } from '#server/http/errors.ts'
import { hashOfToken } from '#server/mail/request-link.ts'
import type { Dependencies } from '#server/service/context.ts'
import type { meetings } from './contract.ts'
import { openToken } from './tokens.server.ts'

type Reader = Database | Transaction

export type Booking = typeof bookings.$inferSelect

export type Meeting = {
  booking: Booking
  type: typeof meetingTypes.$inferSelect
  /** The host's name as visitors see it; null for the firm's. */
  hostName: string | null
  /** Whether the host currently takes calls. */
  takesCalls: boolean
}

type CallClock = Pick<Booking, 'wallTime' | 'startsAt'>

export type CallTimes = Pick<Booking, 'startsAt' | 'endsAt' | 'bufferBefore' | 'bufferAfter'>

/** The times that a call at a start reserves. */
export function callTimes(type: Meeting['type'], start: Date): CallTimes {
  const { minutes, bufferBefore, bufferAfter } = type
  const endsAt = new Date(start.getTime() + minutes * minuteMs)
  return { startsAt: start, endsAt, bufferBefore, bufferAfter }
}

/** The subject of the call's entries in the audit log. */
export const subjectOf = ({ id, clientId }: Pick<Booking, 'id' | 'clientId'>) =>
  ({ subject: 'booking', subjectId: id, clientId }) as const

/** The number of days that a link works after the end of the call. */
const shownDays = 30

export const isShown = and(
  inArray(bookings.state, ['pending', 'booked', 'cancelled']),
  gt(bookings.endsAt, sql`now() - make_interval(days => ${shownDays})`),
)

/** @param lock blocks other changes of the booking until the transaction ends. */
export async function readMeeting(
  db: Reader,
  where: SQL | undefined,
  lock = false,
): Promise<Meeting | undefined> {
  const query = db
    .select({
      booking: bookings,
      type: meetingTypes,
      hostName: users.displayName,
      takesCalls: sql<boolean>`${hosts.active} and ${users.active}`,
    })
    .from(bookings)
    .innerJoin(meetingTypes, eq(meetingTypes.id, bookings.meetingTypeId))
    .innerJoin(hosts, eq(hosts.userId, bookings.hostId))
    .innerJoin(users, eq(users.id, hosts.userId))
    .where(where)
    .orderBy(desc(bookings.createdAt), desc(bookings.id))
    .limit(1)
  const [found] = await (lock ? query.for('no key update', { of: bookings }) : query)
  return found
}

/** @throws Failure `not_found`, the same for every reason not to show a call. */
export async function findMeeting(db: Reader, token: string, lock = false): Promise<Meeting> {
  const hash = hashOfToken(token)
  const found = hash && (await readMeeting(db, and(eq(bookings.tokenHash, hash), isShown), lock))
  if (!found) throw nothingHere()
  return found
}

/** The request's most recently booked call whose link still works. */
export const latestMeeting = (db: Reader, inquiryId: string) =>
  readMeeting(db, and(eq(bookings.inquiryId, inquiryId), isShown))

/** The time until which the visitor may move or cancel. */
export const changeUntil = ({ booking, type }: Meeting) =>
  new Date(booking.startsAt.getTime() - type.changeUntilMinutes * minuteMs)

type Links = Pick<Dependencies, 'config' | 'encryption'>

/** Null for calls that are not joined through a link. */
export function joinUrl({ config, encryption }: Links, booking: Booking): string | null {
  const token = booking.contact === 'video' && openToken(encryption, booking, 'join')
  return token ? `${config.publicUrl}/join/${token}` : null
}

export function meetingLink({ config, encryption }: Links, booking: Booking) {
  const token = openToken(encryption, booking, 'token') ?? ''
  const { publicUrl } = config
  return {
    meetingToken: token,
    meetingUrl: `${publicUrl}/meetings/${token}`,
    icsUrl: `${publicUrl}/api/meetings/${token}/invite.ics`,
  }
}

export function hostShown({ content }: Pick<Dependencies, 'content'>, name: string | null) {
  return { name: name || content.resolved().firm.name }
}

/** Maps a state to one that visitors see. */
export function stateShown({ state }: Booking): 'pending' | 'booked' | 'cancelled' {
  return state === 'booked' || state === 'cancelled' ? state : 'pending'
}

export function showMeeting(
  deps: Links & Pick<Dependencies, 'content'>,
  meeting: Meeting,
): Offered<typeof meetings.show> {
  const { booking, type, hostName } = meeting
  const { startsAt: start, endsAt: end } = booking
  const state = stateShown(booking)
  const until = changeUntil(meeting)
  return {
    state,
    start,
    end,
    type: type.slug,
    title: type.title,
    sequence: booking.sequence,
    minutes: (end.getTime() - start.getTime()) / minuteMs,
    zone: booking.zone ?? 'UTC',
    contact: booking.contact ?? 'video',
    host: hostShown(deps, hostName),
    canChange: state !== 'cancelled' && until > new Date(),
    changeUntil: until,
    joinUrl: joinUrl(deps, booking),
    icsUrl: meetingLink(deps, booking).icsUrl,
    cancelledBy: booking.cancelledBy,
  }
}

/**
 * The host's local time and zone. Comparing it shows when a new time zone database moves the call.
 */
export function wallTime(zone: string, at: Date): string {
  // The Swedish locale formats dates as ISO 8601.
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
  return `${clock.format(at)} ${zone}`
}

/**
 * Whether a newer time zone database yields another local time than was promised. The zone follows
 * the time in the text.
 */
export function isClockChanged({ wallTime: promised, startsAt }: CallClock): boolean {
  const zone = promised.split(' ').at(-1) ?? 'UTC'
  return wallTime(zone, startsAt) !== promised
}
