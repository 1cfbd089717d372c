import { and, eq, gt, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/database/open.ts'
import { bookings, jobs, storedState } from '#server/database/schema.ts'
import type { Dependencies } from '#server/service/context.ts'

/** A restore sets this flag, because a restored copy must not write to anybody by itself. */
const name = 'booking.paused'

export async function isPaused(db: Database | Transaction): Promise<boolean> {
  return (await db.$count(storedState, eq(storedState.name, name))) > 0
}

type Deps = Pick<Dependencies, 'jobs' | 'config' | 'content' | 'google'>

/** Plans what a call needs, such as events and reminders. */
export type Planner = (
  deps: Deps,
  tx: Transaction,
  call: typeof bookings.$inferSelect,
) => Promise<unknown>

/**
 * @param planners called for each upcoming call.
 * @returns the number of calls that were planned again; undefined if nothing was paused.
 */
export async function resume(
  deps: Deps,
  tx: Transaction,
  planners: readonly Planner[],
): Promise<number | undefined> {
  const [ended] = await tx.delete(storedState).where(eq(storedState.name, name)).returning()
  if (!ended) return undefined
  // Calls booked during the pause already have reminders, which are planned again below.
  await tx.delete(jobs).where(eq(jobs.name, 'bookings.remind'))
  const isToCome = and(eq(bookings.state, 'booked'), gt(bookings.endsAt, sql`now()`))
  const calls = await tx.select().from(bookings).where(isToCome).orderBy(bookings.startsAt)
  for (const call of calls) for (const plan of planners) await plan(deps, tx, call)
  return calls.length
}
