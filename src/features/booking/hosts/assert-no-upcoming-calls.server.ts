import { and, eq, gt, sql } from 'drizzle-orm'
import { Failure } from '#contract/failure.ts'
import type { Transaction } from '#server/database/open.ts'
import { bookings } from '#server/database/schema.ts'
import { isReserving } from '../types/booking.server.ts'

/**
 * A user cannot leave before their upcoming calls have other hosts.
 *
 * @throws Failure `conflict`
 */
export async function assertNoUpcomingCalls(tx: Transaction, userId: string): Promise<void> {
  const isUpcoming = and(eq(bookings.hostId, userId), isReserving, gt(bookings.endsAt, sql`now()`))
  const count = await tx.$count(bookings, isUpcoming)
  if (count === 0) return
  const calls = count === 1 ? 'a call' : `${count.toLocaleString('en-US')} calls`
  throw new Failure('conflict', `This person has ${calls} to come. Choose another host first.`)
}
