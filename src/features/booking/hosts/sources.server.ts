import { and, asc, eq } from 'drizzle-orm'
import { byName } from '#server/database/by-name.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import { hostBusy, hosts, users } from '#server/database/schema.ts'
import { staffName } from '#server/database/staff-name.ts'
import { isTakingCalls } from '../types/booking.server.ts'
import { isFresh } from './freshness.server.ts'

/** Whether the last data of the calendar is recent enough to offer free times. */
export const isReadable = isFresh('listing')

/** The other calendars of a host as staff see them. */
export async function readSources(db: Database | Transaction, userId: string) {
  const rows = await db
    .select({
      row: hostBusy,
      readable: isReadable,
      google: hosts.googleAddress,
      ics: hosts.icsHost,
    })
    .from(hostBusy)
    .innerJoin(hosts, eq(hosts.userId, hostBusy.userId))
    .where(eq(hostBusy.userId, userId))
    .orderBy(asc(hostBusy.source))
  return rows.map(({ row, readable, ...addresses }) => {
    const { source, okAt, intervals, error } = row
    const address = addresses[source] ?? ''
    return { source, address, readable, okAt, error, busyCount: intervals.length }
  })
}

/**
 * The calendars of everybody who takes calls, sorted by name.
 *
 * @param userId limits them to one host; null for all.
 */
export async function readCalendars(db: Database | Transaction, userId: string | null) {
  const rows = await db
    .select({ row: hostBusy, name: staffName(users), readable: isReadable })
    .from(hostBusy)
    .innerJoin(hosts, eq(hosts.userId, hostBusy.userId))
    .innerJoin(users, eq(users.id, hosts.userId))
    .where(and(isTakingCalls, userId === null ? undefined : eq(hostBusy.userId, userId)))
    .orderBy(byName(staffName(users)), asc(hostBusy.userId), asc(hostBusy.source))
  return rows.map(({ row, name, readable }) => {
    const { userId: id, source, okAt, error } = row
    return { host: { id, name }, source, readable, okAt, error }
  })
}
