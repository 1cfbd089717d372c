import { and, asc, eq, exists, sql } from 'drizzle-orm'
import type { Database } from '#server/database/open.ts'
import { hosts, meetingTypeHosts, meetingTypes, users } from '#server/database/schema.ts'
import { isTakingCalls } from './booking.server.ts'

/** Active meeting types that somebody takes, in their order. */
export function readOpenTypes(db: Database) {
  const taken = db
    .select({ one: sql`1` })
    .from(meetingTypeHosts)
    .innerJoin(hosts, eq(hosts.userId, meetingTypeHosts.userId))
    .innerJoin(users, eq(users.id, hosts.userId))
    .where(and(eq(meetingTypeHosts.meetingTypeId, meetingTypes.id), isTakingCalls))
  return db
    .select()
    .from(meetingTypes)
    .where(and(meetingTypes.active, exists(taken)))
    .orderBy(asc(meetingTypes.position), asc(meetingTypes.id))
}
