import { asc, eq, getTableColumns, or, sql } from 'drizzle-orm'
import type { Database } from '#server/database/open.ts'
import { bookings, inquiries, meetingTypes, users } from '#server/database/schema.ts'
import { staffName } from '#server/database/staff-name.ts'

/** Calls of a client and of its leads, without the tokens for changing or joining them. */
export async function bookingsOf(db: Database, clientId: string) {
  const { holdHash, tokenHash, tokenEncrypted, joinHash, joinEncrypted, ...columns } =
    getTableColumns(bookings)
  const ofLead = sql`${bookings.inquiryId} in (
    select id from ${inquiries} where client_id = ${clientId})`
  return db
    .select({ ...columns, title: meetingTypes.title, host: staffName(users) })
    .from(bookings)
    .innerJoin(meetingTypes, eq(meetingTypes.id, bookings.meetingTypeId))
    .innerJoin(users, eq(users.id, bookings.hostId))
    .where(or(eq(bookings.clientId, clientId), ofLead))
    .orderBy(asc(bookings.startsAt), asc(bookings.id))
}
