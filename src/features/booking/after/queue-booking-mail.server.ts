import { and, eq, isNull } from 'drizzle-orm'
import type { CallMail, CallNotice } from '#contract/vocabulary.ts'
import { threadOfLead } from '#features/mail/threads/make-thread.server.ts'
import type { Transaction } from '#server/database/open.ts'
import { bookingNotices, bookings } from '#server/database/schema.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { isSuppressed } from '#server/mail/suppressions.ts'
import { isOwnAddress, isReserved } from '#server/mail-addresses.ts'
import type { Dependencies } from '#server/service/context.ts'
import { getsEvent } from '../hosts/plan-event.server.ts'
import { type Call, callPath, hostShown, minutesOf } from '../types/booking.server.ts'
import { messageIdOf } from './message-id.ts'
import { type CallFacts, textOf } from './texts.ts'

type Deps = Pick<Dependencies, 'config' | 'content' | 'google'>

/** @returns false if the recipient was already notified of this state of the call. */
export async function recordOnce(
  tx: Transaction,
  { booking: { id: bookingId, sequence } }: Call,
  recipient: 'visitor' | 'host',
  kind: CallNotice,
  calendar: Call['booking']['hostCalendar'] = null,
): Promise<boolean> {
  const recorded = await tx
    .insert(bookingNotices)
    .values({ bookingId, sequence, recipient, kind, calendar })
    .onConflictDoNothing()
    .returning({ kind: bookingNotices.kind })
  return recorded.length > 0
}

export type More = Pick<CallFacts, 'before' | 'isOtherHost' | 'reason'>

function factsOf(deps: Deps, call: Call, zone: string, more: More): CallFacts {
  const { booking } = call
  const { firm, hours } = deps.content.resolved()
  return {
    firm: firm.name,
    firmZone: hours.timeZone,
    zone,
    at: booking.startsAt,
    ...more,
    minutes: minutesOf(booking),
    host: hostShown(deps, call.host).name,
    contact: booking.contact ?? 'video',
    phone: booking.phone ?? '',
    name: booking.name ?? '',
    company: booking.company ?? '',
    callUrl: `${deps.config.publicUrl}${callPath(booking.id)}`,
  }
}

function messageId({ config }: Deps, { booking }: Call, kind: CallMail): string {
  const named = { bookingId: booking.id, kind, sequence: booking.sequence }
  return messageIdOf(named, new URL(config.publicUrl).hostname)
}

/** Links the notice to its mail, so that the delivery state can be shown. */
async function recordMail(
  tx: Transaction,
  { booking: { id, sequence } }: Call,
  kind: CallMail,
  mailId: string,
): Promise<void> {
  const ofCall = and(eq(bookingNotices.bookingId, id), eq(bookingNotices.sequence, sequence))
  const isIt = and(ofCall, eq(bookingNotices.kind, kind))
  await tx.update(bookingNotices).set({ mailId }).where(isIt)
}

/** Whether mail can go to the visitor. */
export async function takesMail(
  { config }: Deps,
  tx: Transaction,
  { email }: Call['booking'],
): Promise<boolean> {
  if (!config.mail || !email || isReserved(email) || isOwnAddress(config, email)) return false
  return !(await isSuppressed(tx, email))
}

/**
 * Stores a mail to the visitor in the thread of their request, once per state of the call.
 *
 * @returns the id of the mail.
 */
export async function mailVisitor(
  deps: Deps,
  tx: Transaction,
  call: Call,
  kind: CallMail,
  more: More = {},
): Promise<string | undefined> {
  const { booking, lead } = call
  const { email: to, zone } = booking
  if (!to || !(await takesMail(deps, tx, booking))) return
  if (!(await recordOnce(tx, call, 'visitor', kind))) return
  const mailId = await queueMail(deps, tx, {
    ...textOf(kind, factsOf(deps, call, zone ?? 'UTC', more)),
    kind: 'meeting',
    to,
    messageId: messageId(deps, call, kind),
    ...(lead && { threadId: await threadOfLead(tx, lead) }),
  })
  if (mailId) await recordMail(tx, call, kind, mailId)
  return mailId
}

type Invited = {
  /** Defaults to the present host. */
  host?: Call['host']
  /** How the host has the call; defaults to the value of the booking. */
  calendar?: Call['booking']['hostCalendar']
}

/**
 * Stores a mail to a host, once per state of the call. It belongs to no thread, because a host who
 * replied in it would be mistaken for a visitor. Without an event at Google it invites the host.
 * While an event is being created, nothing is stored; the mail follows afterwards.
 */
export async function mailHost(
  deps: Deps,
  tx: Transaction,
  call: Call,
  kind: Extract<CallMail, `host-${string}`>,
  { host = call.host, calendar = call.booking.hostCalendar }: Invited = {},
): Promise<void> {
  const { booking, lead } = call
  const { email: to } = host
  if (!deps.config.mail || !to || isReserved(to)) return
  const isInviting = kind !== 'host-cancelled' && calendar === null
  if (isInviting && (await getsEvent(deps, tx, host.id))) return
  const decided = isInviting ? 'mail' : calendar
  if (!(await recordOnce(tx, call, 'host', kind, decided))) return
  if (isInviting) {
    const isUndecided = and(eq(bookings.hostId, host.id), isNull(bookings.hostCalendar))
    const isIt = and(eq(bookings.id, booking.id), isUndecided)
    await tx.update(bookings).set({ hostCalendar: decided }).where(isIt)
  }
  const zone = host.zone ?? deps.content.resolved().hours.timeZone
  await queueMail(deps, tx, {
    ...textOf(kind, factsOf(deps, call, zone, {})),
    kind: 'meeting',
    to,
    messageId: messageId(deps, call, kind),
    ...(lead && { inquiryId: lead.id }),
  })
}
