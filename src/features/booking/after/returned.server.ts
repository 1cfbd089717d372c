import { and, eq, isNull } from 'drizzle-orm'
import type { Transaction } from '#server/database/open.ts'
import { bookings } from '#server/database/schema.ts'
import type { SentMail } from '#server/mail/send-mail.ts'
import { mailboxOf } from '#server/mail-addresses.ts'
import type { CalendarReply } from '#server/mime/parsed-mail.ts'
import type { Dependencies } from '#server/service/context.ts'
import { readCall, withId } from '../types/booking.server.ts'
import { readMessageId } from './message-id.ts'
import { notifyHost } from './notices.server.ts'

type Deps = Pick<Dependencies, 'config' | 'content'>

/** Notifies the host that the mail bounced, since the visitor may not know the time of the call. */
export async function markReturned(deps: Deps, tx: Transaction, mail: SentMail): Promise<void> {
  const named = readMessageId(mail.messageId)
  if (!named || !['booked', 'moved', 'pending'].includes(named.kind)) return
  const call = await readCall(tx, withId(named.bookingId), true)
  if (!call || call.booking.state === 'cancelled') return
  if (call.booking.sequence !== named.sequence) return
  await notifyHost(deps, tx, call, 'booking.invitation_bounced')
}

/**
 * Records the reply of a visitor's calendar to an invitation. It cancels nothing, because mail can
 * be forged. Replies to earlier invitations and from other addresses are ignored.
 */
export async function recordReply(
  deps: Deps,
  tx: Transaction,
  { inquiryId, from, reply }: { inquiryId: string | null; from: string; reply: CalendarReply },
): Promise<void> {
  const [, bookingId] = /^([\da-f-]{36})@/.exec(reply.uid) ?? []
  const call = bookingId && (await readCall(tx, withId(bookingId), true))
  if (!call || !inquiryId || call.booking.inquiryId !== inquiryId) return
  const { id, email, sequence, state } = call.booking
  if (!email || mailboxOf(email) !== mailboxOf(from)) return
  if (state === 'cancelled' || (reply.sequence ?? sequence) !== sequence) return
  const hasDeclined = reply.status === 'DECLINED'
  const changed = hasDeclined
    ? and(eq(bookings.id, id), isNull(bookings.visitorDeclinedAt))
    : eq(bookings.id, id)
  await tx
    .update(bookings)
    .set({ visitorDeclinedAt: hasDeclined ? new Date() : null })
    .where(changed)
  if (!hasDeclined) return
  const title = (time: string) => `Their calendar declined the call on ${time}`
  await notifyHost(deps, tx, call, 'booking.cancelled', { title })
}
