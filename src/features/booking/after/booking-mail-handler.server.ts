import { and, eq, inArray } from 'drizzle-orm'
import type { CallMail } from '#contract/vocabulary.ts'
import { bookingNotices } from '#server/database/schema.ts'
import type { JobDependencies } from '#server/jobs/jobs.ts'
import type { MailHandler, PreparedMail, SentMail } from '#server/mail/send-mail.ts'
import { type Call, callPath, readCall, withId } from '../types/booking.server.ts'
import { bookUrl, joinUrl, meetingLink } from '../types/links.server.ts'
import { type CalendarMethod, calendarOf } from './calendar.server.ts'
import { hostsEntry, organizerOf, visitorsEntry } from './call-file.server.ts'
import { type Named, readMessageId } from './message-id.ts'
import { markReturned } from './returned.server.ts'
import { linkNames } from './texts.ts'

/** The states of a call in which each mail is true. */
const trueIn: Record<CallMail, readonly Call['booking']['state'][]> = {
  booked: ['booked'],
  moved: ['booked'],
  cancelled: ['cancelled'],
  'reminder-day': ['booked'],
  'reminder-hour': ['booked'],
  'not-confirmed': ['cancelled'],
  'no-show': ['booked'],
  pending: ['pending'],
  'host-booked': ['booked'],
  'host-moved': ['booked'],
  'host-cancelled': ['cancelled'],
}

const isSame = (one: string | null, other: string) => one?.toLowerCase() === other.toLowerCase()

/**
 * Whether the mail goes to a host who no longer has the call, whatever has happened to it since.
 */
const isFormerHost = ({ kind }: Named, { host }: Call, { toAddress }: SentMail) =>
  kind === 'host-cancelled' && !isSame(host.email, toAddress)

/**
 * Whether the mail is still true. A mail about an earlier state has been replaced by a newer one.
 */
function isTrue(named: Named, call: Call, mail: SentMail): boolean {
  if (isFormerHost(named, call, mail)) return true
  const { state, sequence } = call.booking
  return sequence === named.sequence && trueIn[named.kind].includes(state)
}

/** Whether the visitor was invited; otherwise there is no invitation to withdraw. */
async function wasInvited({ db }: Pick<JobDependencies, 'db'>, bookingId: string) {
  const { kind, recipient } = bookingNotices
  const invitations = and(
    eq(bookingNotices.bookingId, bookingId),
    and(eq(recipient, 'visitor'), inArray(kind, ['booked', 'moved'])),
  )
  return (await db.$count(bookingNotices, invitations)) > 0
}

/** How the host had the call in their calendar when the mail was queued. */
async function calendarOfHost({ db }: JobDependencies, { bookingId, kind, sequence }: Named) {
  const ofCall = and(eq(bookingNotices.bookingId, bookingId), eq(bookingNotices.kind, kind))
  const [notice] = await db
    .select({ calendar: bookingNotices.calendar })
    .from(bookingNotices)
    .where(and(ofCall, eq(bookingNotices.sequence, sequence), eq(bookingNotices.recipient, 'host')))
  return notice?.calendar
}

async function methodOf(deps: JobDependencies, named: Named): Promise<CalendarMethod | undefined> {
  const { kind, bookingId } = named
  if (kind === 'booked' || kind === 'moved') return 'REQUEST'
  const isEnd = kind === 'cancelled' || kind === 'not-confirmed'
  if (isEnd) return (await wasInvited(deps, bookingId)) ? 'CANCEL' : undefined
  if (!kind.startsWith('host-') || (await calendarOfHost(deps, named)) !== 'mail') return undefined
  return kind === 'host-cancelled' ? 'CANCEL' : 'REQUEST'
}

/** Fills in the variables of a text; only our own words can contain variables. */
async function fill(deps: JobDependencies, { text }: SentMail, call: Call): Promise<string> {
  const { booking } = call
  const links: Record<(typeof linkNames)[number], () => Promise<string>> = {
    '{joinUrl}': async () => joinUrl(deps, booking) ?? '',
    '{meetingUrl}': async () => meetingLink(deps, booking).meetingUrl,
    '{bookUrl}': () => bookUrl(deps, deps.db, call),
  }
  let filled = text
  for (const name of linkNames) {
    if (text.includes(name)) filled = filled.replaceAll(name, await links[name]())
  }
  return filled
}

/**
 * Fills in a mail about a call and attaches a calendar file; drops mails that are no longer true.
 */
async function prepare(deps: JobDependencies, mail: SentMail): Promise<PreparedMail | undefined> {
  const named = readMessageId(mail.messageId)
  const call = named && (await readCall(deps.db, withId(named.bookingId)))
  if (!named || !call || !isTrue(named, call, mail)) return undefined
  const isToHost = named.kind.startsWith('host-')
  const text = isToHost ? mail.text : await fill(deps, mail, call)
  const method = await methodOf(deps, named)
  if (!method) return { text }
  const organizer = await organizerOf(deps, deps.db, call.booking.inquiryId)
  const more = { organizer, attendee: mail.toAddress, stamp: mail.createdAt }
  const booking = { ...call.booking, sequence: named.sequence }
  const entry = isToHost
    ? hostsEntry(deps, booking, { ...more, path: callPath(booking.id) })
    : visitorsEntry(deps, booking, more)
  return { text, calendar: { method, text: calendarOf(method, entry) } }
}

export const callMailHandler: MailHandler = { prepare, failed: markReturned }
