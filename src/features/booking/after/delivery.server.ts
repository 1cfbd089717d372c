import { and, desc, eq, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { CallMail, MailDelivery } from '#contract/vocabulary.ts'
import { bookingNotices, mailMessages } from '#server/database/schema.ts'

const invitations: CallMail[] = ['booked', 'moved', 'pending']

/**
 * The delivery state of the last invitation to a visitor; null if none was sent or it was deleted.
 */
export function invitationDelivery(bookingId: SQLWrapper): SQL<MailDelivery | null> {
  const { kind, recipient, sequence, at, mailId } = bookingNotices
  const isInvitation = and(eq(recipient, 'visitor'), inArray(kind, invitations))
  return sql`(select ${mailMessages.delivery} from ${bookingNotices}
    left join ${mailMessages} on ${eq(mailMessages.id, mailId)}
    where ${bookingNotices.bookingId} = ${bookingId} and ${isInvitation}
    order by ${desc(sequence)}, ${desc(at)} limit 1)`
}
