import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import type { Database } from '#server/database/open.ts'
import { mailThreads } from '#server/database/schema.ts'
import type { FileResponse } from '#server/files/file-response.ts'
import { threadAddress } from '#server/mail/reply-address.ts'
import type { Context, Dependencies } from '#server/service/context.ts'
import type { Booking, Call } from '../types/booking.server.ts'
import { joinUrl } from '../types/links.server.ts'
import { type CalendarEntry, calendarOf } from './calendar.server.ts'
import { onNumber } from './texts.ts'

type Deps = Pick<Dependencies, 'config' | 'content' | 'encryption'>

/** The organizer's address routes replies of calendars to the mail thread of the request. */
export async function organizerOf(
  { config, content, encryption }: Deps,
  db: Pick<Database, 'select'>,
  inquiryId: string | null,
): Promise<string | null> {
  const { mail } = config
  if (!mail) return content.resolved().contact.email || null
  if (!mail.replyTo || !inquiryId) return mail.from.address
  const [thread] = await db
    .select({ id: mailThreads.id })
    .from(mailThreads)
    .where(eq(mailThreads.inquiryId, inquiryId))
  return thread ? threadAddress({ encryption }, mail.replyTo, thread.id) : mail.from.address
}

type About = Pick<CalendarEntry, 'organizer' | 'attendee' | 'stamp'>

/** The call as it appears in its visitor's calendar. */
export function visitorsEntry(deps: Deps, booking: Booking, more: About): CalendarEntry {
  const { firm } = deps.content.resolved()
  const join = joinUrl(deps, booking)
  const isByPhone = booking.contact === 'phone'
  return {
    booking,
    firm: firm.name,
    ...more,
    host: new URL(deps.config.publicUrl).hostname,
    summary: `Call with ${firm.name}`,
    location: isByPhone ? `${firm.name} calls you${onNumber(booking.phone)}` : join,
    url: join,
  }
}

/** The title of the call in its host's calendar. */
export function hostsSummary({ name, company }: Pick<Booking, 'name' | 'company'>): string {
  const who = [name, company].filter(Boolean).join(', ')
  return who ? `Call: ${who}` : 'Call'
}

/**
 * The call as it appears in its host's calendar.
 *
 * @param path the path of the call in the back-office.
 */
export function hostsEntry(
  deps: Deps,
  booking: Booking,
  { path, ...more }: About & { path: string },
): CalendarEntry {
  const { publicUrl } = deps.config
  const join = joinUrl(deps, booking)
  const isByPhone = booking.contact === 'phone'
  return {
    booking,
    firm: deps.content.resolved().firm.name,
    ...more,
    host: new URL(publicUrl).hostname,
    summary: hostsSummary(booking),
    description: `${publicUrl}${path}`,
    location: isByPhone ? ['Call', booking.phone].filter(Boolean).join(' ') : join,
    url: join,
  }
}

/** PUBLISH must not name an attendee (RFC 5546, 3.2.1). */
async function publishedCall(deps: Dependencies, booking: Booking): Promise<string> {
  const organizer = await organizerOf(deps, deps.db, booking.inquiryId)
  const entry = visitorsEntry(deps, booking, { organizer, stamp: booking.updatedAt })
  return calendarOf('PUBLISH', entry)
}

type Stored = Omit<Booking, `${string}${'Hash' | 'Encrypted'}`>

/** Omits the link to join the call, because an export contains no tokens. */
export const exportedCall = (deps: Dependencies, call: Stored): Promise<string> => {
  const tokens = { tokenHash: null, tokenEncrypted: null, joinHash: null, joinEncrypted: null }
  return publishedCall(deps, { ...call, ...tokens, holdHash: null })
}

/** The calendar file that the page of a call offers. */
export async function callFile(context: Context, { booking }: Call): Promise<FileResponse> {
  const text = await publishedCall(context, booking)
  return {
    name: 'call.ics',
    type: 'text/calendar; charset=utf-8; method=PUBLISH',
    open: () => Readable.from([text]),
    headers: { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' },
  }
}
