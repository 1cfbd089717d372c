import { desc, eq, type SQL, sql } from 'drizzle-orm'
import { Failure } from '#contract/failure.ts'
import { minuteMs } from '#features/content/business-hours/zone-clock.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import { bookings, hosts, inquiries, meetingTypes, users } from '#server/database/schema.ts'
import type { Dependencies } from '#server/service/context.ts'

type Reader = Database | Transaction

export type Booking = typeof bookings.$inferSelect

export type CallHost = {
  id: string
  /** Null if visitors see the firm's name. */
  name: string | null
  email: string | null
  /** Null for the firm's zone. */
  zone: string | null
  /** Whether the host currently takes calls. */
  takesCalls: boolean
}

/** A booking with what belongs to it: the shape that pages, mails and calendar events share. */
export type Call = {
  booking: Booking
  type: typeof meetingTypes.$inferSelect
  host: CallHost
  lead: Pick<typeof inquiries.$inferSelect, 'id' | 'number' | 'clientId'> | null
}

/** A host who takes calls at present, for a query on `hosts` and `users`. */
export const isTakingCalls = sql<boolean>`(${hosts.active} and ${users.active})`

/** Whether a booking reserves its time. One that looks like spam does not. */
export const reservesTime = ({ state, pendingReason }: Pick<Booking, 'state' | 'pendingReason'>) =>
  state === 'booked' || (state === 'pending' && pendingReason === 'calendar')

/** The same for a query on `bookings`. */
export const isReserving = sql<boolean>`(${bookings.state} = 'booked'
  or ${bookings.state} = 'pending' and ${bookings.pendingReason} = 'calendar')`

const hostColumns = {
  id: users.id,
  name: users.displayName,
  email: users.email,
  zone: hosts.zone,
  takesCalls: isTakingCalls,
}

export const withId = (bookingId: string): SQL => eq(bookings.id, bookingId)

/**
 * The newest call that matches.
 *
 * @param lock blocks other changes of the booking until the transaction ends.
 */
export async function readCall(
  db: Reader,
  where: SQL | undefined,
  lock = false,
): Promise<Call | undefined> {
  const query = db
    .select({
      booking: bookings,
      type: meetingTypes,
      host: hostColumns,
      lead: { id: inquiries.id, number: inquiries.number, clientId: inquiries.clientId },
    })
    .from(bookings)
    .innerJoin(meetingTypes, eq(meetingTypes.id, bookings.meetingTypeId))
    .innerJoin(hosts, eq(hosts.userId, bookings.hostId))
    .innerJoin(users, eq(users.id, hosts.userId))
    .leftJoin(inquiries, eq(inquiries.id, bookings.inquiryId))
    .where(where)
    .orderBy(desc(bookings.createdAt), desc(bookings.id))
    .limit(1)
  const [found] = await (lock ? query.for('no key update', { of: bookings }) : query)
  return found
}

/** The call as it is now, in the transaction that has just changed it. */
export async function requireCall(tx: Transaction, bookingId: string): Promise<Call> {
  const call = await readCall(tx, withId(bookingId))
  if (!call) throw new Error('The call is missing.')
  return call
}

export async function readHost(db: Reader, id: string): Promise<CallHost> {
  const [host] = await db
    .select(hostColumns)
    .from(hosts)
    .innerJoin(users, eq(users.id, hosts.userId))
    .where(eq(hosts.userId, id))
  if (!host) throw new Failure('not_found', 'There’s no such host.')
  return host
}

export type CallTimes = Pick<Booking, 'startsAt' | 'endsAt' | 'bufferBefore' | 'bufferAfter'>

/** The times that a call at a start reserves. */
export function callTimes(type: Call['type'], start: Date): CallTimes {
  const { minutes, bufferBefore, bufferAfter } = type
  const endsAt = new Date(start.getTime() + minutes * minuteMs)
  return { startsAt: start, endsAt, bufferBefore, bufferAfter }
}

export const minutesOf = ({ startsAt, endsAt }: Pick<Booking, 'startsAt' | 'endsAt'>) =>
  (endsAt.getTime() - startsAt.getTime()) / minuteMs

/** Path of a call in the back-office. */
export const callPath = (bookingId: string) => `/admin/agenda/${bookingId}`

/** The host as the visitor sees them. */
export const hostShown = (
  { content }: Pick<Dependencies, 'content'>,
  { name }: { name: string | null },
) => ({ name: name || content.resolved().firm.name })

/** Maps a state to one that visitors and staff see. */
export function stateShown({ state }: Booking): 'pending' | 'booked' | 'cancelled' {
  return state === 'booked' || state === 'cancelled' ? state : 'pending'
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
export function isClockChanged({
  wallTime: promised,
  startsAt,
}: Pick<Booking, 'wallTime' | 'startsAt'>): boolean {
  const zone = promised.split(' ').at(-1) ?? 'UTC'
  return wallTime(zone, startsAt) !== promised
}
