import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Offered } from '#contract/endpoint.ts'
import { minuteMs } from '#features/content/business-hours/zone-clock.ts'
import { maskedEmail } from '#features/inbox/request-status/sent.server.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import { portraitUrl } from '#server/database/public-profile.ts'
import { bookings, hosts, users } from '#server/database/schema.ts'
import { nothingHere } from '#server/http/errors.ts'
import { hashOfToken } from '#server/mail/request-link.ts'
import type { Dependencies } from '#server/service/context.ts'
import {
  type Booking,
  type Call,
  hostShown,
  minutesOf,
  readCall,
  stateShown,
} from '../types/booking.server.ts'
import { bookUrl, joinUrl, meetingLink } from '../types/links.server.ts'
import type { meetings } from './contract.ts'

type Reader = Database | Transaction

/** The subject of the call's entries in the audit log. */
export const subjectOf = ({ id, clientId }: Pick<Booking, 'id' | 'clientId'>) =>
  ({ subject: 'booking', subjectId: id, clientId }) as const

/** The number of days that a link works after the end of the call. */
const shownDays = 30

export const isShown = and(
  inArray(bookings.state, ['pending', 'booked', 'cancelled']),
  gt(bookings.endsAt, sql`now() - make_interval(days => ${shownDays})`),
)

/** @throws Failure `not_found`, the same for every reason not to show a call. */
export async function findByToken(db: Reader, token: string, lock = false): Promise<Call> {
  const hash = hashOfToken(token)
  const found = hash && (await readCall(db, and(eq(bookings.tokenHash, hash), isShown), lock))
  if (!found) throw nothingHere()
  return found
}

/** The request's most recently booked call whose link still works. */
export const latestOfRequest = (db: Reader, inquiryId: string) =>
  readCall(db, and(eq(bookings.inquiryId, inquiryId), isShown))

/** The time until which the visitor may move or cancel. */
export const changeUntil = ({ booking, type }: Call) =>
  new Date(booking.startsAt.getTime() - type.changeUntilMinutes * minuteMs)

/** The call as its visitor sees it. */
export async function showToVisitor(
  deps: Pick<Dependencies, 'config' | 'db' | 'encryption' | 'content'>,
  call: Call,
): Promise<Offered<typeof meetings.show>> {
  const { booking, type, host, lead } = call
  const state = stateShown(booking)
  const until = changeUntil(call)
  const [ofHost] = await deps.db
    .select({ link: hosts.meetingLink, portraitUrl: portraitUrl(users.portraitId) })
    .from(hosts)
    .innerJoin(users, eq(users.id, hosts.userId))
    .where(eq(hosts.userId, host.id))
  return {
    state,
    start: booking.startsAt,
    end: booking.endsAt,
    type: type.slug,
    title: type.title,
    sequence: booking.sequence,
    minutes: minutesOf(booking),
    zone: booking.zone ?? 'UTC',
    contact: booking.contact ?? 'video',
    host: {
      ...hostShown(deps, host),
      portraitUrl: (host.name && ofHost?.portraitUrl) || null,
    },
    canChange: state !== 'cancelled' && until > new Date(),
    changeUntil: until,
    joinUrl: joinUrl(deps, booking),
    hasLink: Boolean(booking.link ?? booking.meetUrl ?? ofHost?.link),
    icsUrl: meetingLink(deps, booking).icsUrl,
    cancelledBy: booking.cancelledBy,
    number: lead?.number ?? null,
    email: booking.email && maskedEmail(booking.email),
    phone: booking.phone,
    note: booking.note,
    bookUrl: state === 'cancelled' ? await bookUrl(deps, deps.db, call) : null,
    mail: deps.config.mail ? 'queued' : 'off',
  }
}
