import { and, eq, inArray, sql } from 'drizzle-orm'
import type { BusySource } from '#contract/vocabulary.ts'
import { dayMs, minuteMs } from '#features/content/business-hours/zone-clock.ts'
import { isFree, leaseFor } from '#server/database/lease.ts'
import { hostBusy, meetingTypes } from '#server/database/schema.ts'
import type { Dependencies } from '#server/service/context.ts'

type Deps = Pick<Dependencies, 'db'>
export type BusyRow = typeof hostBusy.$inferSelect

const leaseSeconds = 15
const checkEveryMs = 100

export const isOf = (source: BusySource, userIds: readonly string[]) =>
  and(eq(hostBusy.source, source), inArray(hostBusy.userId, [...userIds]))

/** Nobody is fetching the calendar. */
export const isIdle = isFree(hostBusy.refreshingUntil)

/**
 * @param isPatient whether the caller waits as long as a slow calendar needs; only then is the next
 * attempt due later.
 * @returns the rows whose calendars the caller must fetch.
 */
export function takeLeases(
  { db }: Deps,
  source: BusySource,
  userIds: readonly string[],
  isPatient: boolean,
): Promise<BusyRow[]> {
  return db
    .update(hostBusy)
    .set({ refreshingUntil: leaseFor(leaseSeconds), ...(isPatient && { askedAt: sql`now()` }) })
    .where(and(isOf(source, userIds), isIdle))
    .returning()
}

/** Waits until the holders of the leases have finished, at most `withinMs`. */
export async function waitForOthers(
  { db }: Deps,
  source: BusySource,
  userIds: readonly string[],
  withinMs: number,
): Promise<void> {
  const until = performance.now() + withinMs
  const asked = and(isOf(source, userIds), sql`${hostBusy.refreshingUntil} > now()`)
  while (userIds.length > 0 && performance.now() < until) {
    if ((await db.$count(hostBusy, asked)) === 0) return
    await new Promise((done) => setTimeout(done, checkEveryMs))
  }
}

/**
 * The range for which calendars must be known: from the longest buffer before now up to the
 * horizon.
 */
export async function requiredRange({ db }: Deps): Promise<{ from: number; to: number }> {
  const [found] = await db
    .select({
      days: sql<number>`coalesce(max(${meetingTypes.horizonDays}), 30)`,
      before: sql<number>`coalesce(max(${meetingTypes.bufferBefore}), 0)`,
    })
    .from(meetingTypes)
  const { days = 30, before = 0 } = found ?? {}
  const now = Date.now()
  return { from: now - before * minuteMs, to: now + (days + 1) * dayMs }
}
