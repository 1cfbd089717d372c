import { and, gt, inArray, lt } from 'drizzle-orm'
import type { Database, Transaction } from '#server/database/open.ts'
import { type bookings, hosts, hostTimeOff } from '#server/database/schema.ts'
import type { Dependencies } from '#server/service/context.ts'
import { hostSpans } from './host-hours.ts'

type Booking = Pick<typeof bookings.$inferSelect, 'id' | 'hostId' | 'startsAt' | 'endsAt'>

export type Collision = 'hours' | 'time_off'

/**
 * The bookings that are now outside their host's hours or in time off, by their ids. Changing
 * either leaves bookings as they are.
 */
export async function collisionsOf(
  db: Database | Transaction,
  { content }: Pick<Dependencies, 'content'>,
  calls: readonly Booking[],
): Promise<Map<string, Collision>> {
  const found = new Map<string, Collision>()
  if (calls.length === 0) return found
  const { hours: firm } = content.resolved()
  const times = calls.flatMap(({ startsAt, endsAt }) => [startsAt.getTime(), endsAt.getTime()])
  const [from, to] = [Math.min(...times), Math.max(...times)]
  const ids = [...new Set(calls.map(({ hostId }) => hostId))]
  const rows = await db.select().from(hosts).where(inArray(hosts.userId, ids))
  const within = and(lt(hostTimeOff.startsAt, new Date(to)), gt(hostTimeOff.endsAt, new Date(from)))
  const away = await db
    .select()
    .from(hostTimeOff)
    .where(and(inArray(hostTimeOff.userId, ids), within))
  for (const { userId, zone, weekly } of rows) {
    const own = weekly ? { zone: zone ?? firm.timeZone, week: weekly } : null
    const open = hostSpans(firm, own, [], from, to)
    const off = away.filter((one) => one.userId === userId)
    for (const { id, hostId, startsAt, endsAt } of calls) {
      if (hostId !== userId) continue
      const [starts, ends] = [startsAt.getTime(), endsAt.getTime()]
      if (off.some((one) => one.startsAt < endsAt && one.endsAt > startsAt)) {
        found.set(id, 'time_off')
      } else if (!open.some(({ opens, until }) => opens <= starts && until >= ends)) {
        found.set(id, 'hours')
      }
    }
  }
  return found
}
