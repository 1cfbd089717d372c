import { eq } from 'drizzle-orm'
import type { Database, Transaction } from '#server/database/open.ts'
import { bookings, hosts, inquiries, meetingTypes, users } from '#server/database/schema.ts'
import type { Dependencies } from '#server/service/context.ts'

type Type = Pick<typeof meetingTypes.$inferSelect, 'slug' | 'title'>

/** A booking with the data that mails and notifications contain. */
export type Call = {
  booking: typeof bookings.$inferSelect
  type: Type
  /** `name` is null if visitors see the firm's name; `zone` is null for the firm's zone. */
  host: { id: string; name: string | null; email: string | null; zone: string | null }
  lead: Pick<typeof inquiries.$inferSelect, 'id' | 'number' | 'clientId'> | null
}

/** @param lock blocks other changes of the booking until the transaction ends. */
export async function readCall(
  db: Database | Transaction,
  bookingId: string,
  lock = false,
): Promise<Call | undefined> {
  const query = db
    .select({
      booking: bookings,
      type: { slug: meetingTypes.slug, title: meetingTypes.title },
      host: { id: users.id, name: users.displayName, email: users.email, zone: hosts.zone },
      lead: { id: inquiries.id, number: inquiries.number, clientId: inquiries.clientId },
    })
    .from(bookings)
    .innerJoin(meetingTypes, eq(meetingTypes.id, bookings.meetingTypeId))
    .innerJoin(hosts, eq(hosts.userId, bookings.hostId))
    .innerJoin(users, eq(users.id, hosts.userId))
    .leftJoin(inquiries, eq(inquiries.id, bookings.inquiryId))
    .where(eq(bookings.id, bookingId))
  const [found] = await (lock ? query.for('no key update', { of: bookings }) : query)
  return found
}

export async function readHost(db: Database | Transaction, id: string): Promise<Call['host']> {
  const [host] = await db
    .select({ id: users.id, name: users.displayName, email: users.email, zone: hosts.zone })
    .from(hosts)
    .innerJoin(users, eq(users.id, hosts.userId))
    .where(eq(hosts.userId, id))
  if (!host) throw new Error('The host is missing.')
  return host
}

export const minutesOf = ({ startsAt, endsAt }: Call['booking']) =>
  (endsAt.getTime() - startsAt.getTime()) / 60_000

/** Path of a call in the back-office. */
export const callPath = (bookingId: string) => `/admin/agenda/${bookingId}`

/** The name of the host as the visitor sees it. */
export const hostNameOf = ({ content }: Pick<Dependencies, 'content'>, { host }: Call) =>
  host.name || content.resolved().firm.name
