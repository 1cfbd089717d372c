import { eq, gt, sql } from 'drizzle-orm'
import { Failure } from '#contract/failure.ts'
import { minuteMs } from '#features/content/business-hours/zone-clock.ts'
import { hostBusy, hosts } from '#server/database/schema.ts'
import type { Dependencies } from '#server/service/context.ts'
import { chooseHosts } from '../availability/choose-hosts.server.ts'
import type { Host } from '../availability/host-times.server.ts'
import { isFresh } from '../hosts/freshness.server.ts'
import { freshen } from '../hosts/refresh-calendars.server.ts'
import type { Booking, Call } from '../types/booking.server.ts'

export type HostAvailability = {
  /** Whether the host's other calendars have the time free. */
  calendar: 'free' | 'busy' | 'unreadable'
  /** The hosts who can take the call instead; empty while the host is free. */
  others: { hosts: Host[]; toBeConfirmed: boolean }
}

const nobody = { hosts: [], toBeConfirmed: false }

/**
 * Reads the calendars of a call's host, after refreshing outdated data. Call outside any
 * transaction.
 */
export async function readHostCalendars(
  deps: Dependencies,
  booking: Booking,
): Promise<HostAvailability['calendar']> {
  const { hostId, startsAt, endsAt, bufferBefore, bufferAfter } = booking
  const from = startsAt.getTime() - bufferBefore * minuteMs
  const to = endsAt.getTime() + bufferAfter * minuteMs
  await freshen(deps, eq(hosts.userId, hostId), endsAt.getTime())
  // Older data may have the event of the call itself, at its former time.
  const mayHaveEvent = booking.state === 'pending' && booking.googleSequence !== null
  const isAfter = mayHaveEvent ? gt(hostBusy.okAt, booking.updatedAt) : sql`true`
  const rows = await deps.db
    .select({
      intervals: hostBusy.intervals,
      readable: sql<boolean>`${isFresh('acting', endsAt)} and ${isAfter}`,
    })
    .from(hostBusy)
    .where(eq(hostBusy.userId, hostId))
  if (!rows.every(({ readable }) => readable)) return 'unreadable'
  const meets = ([opens, closes]: [number, number]) => opens < to && closes > from
  return rows.some(({ intervals }) => intervals.some(meets)) ? 'busy' : 'free'
}

async function otherHosts(
  deps: Dependencies,
  { booking, type }: Call,
): Promise<HostAvailability['others']> {
  const wanted = { type, start: booking.startsAt, without: booking.id, wasHeld: true }
  try {
    const { hosts: all, toBeConfirmed } = await chooseHosts(deps, wanted)
    return { hosts: all.filter(({ id }) => id !== booking.hostId), toBeConfirmed }
  } catch (error) {
    if (error instanceof Failure && error.code === 'slot_taken') return nobody
    throw error
  }
}

/**
 * Whether the host of a held or pending call is free, and who else is. Call outside any
 * transaction.
 */
export async function hostAvailability(deps: Dependencies, call: Call): Promise<HostAvailability> {
  const { booking, host } = call
  if (booking.state === 'expired') return { calendar: 'free', others: nobody }
  if (!host.takesCalls) return { calendar: 'free', others: await otherHosts(deps, call) }
  const calendar = await readHostCalendars(deps, booking)
  if (calendar === 'free') return { calendar, others: nobody }
  const others = await otherHosts(deps, call)
  // Another host whose calendar is unreadable as well is no improvement.
  return { calendar, others: others.toBeConfirmed ? nobody : others }
}
