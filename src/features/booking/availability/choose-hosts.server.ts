import { sql } from 'drizzle-orm'
import { Failure } from '#contract/failure.ts'
import { dayAt, dayMs, minuteMs } from '#features/content/business-hours/zone-clock.ts'
import { hosts, meetingTypeHosts, type meetingTypes } from '#server/database/schema.ts'
import type { Dependencies } from '#server/service/context.ts'
import { fieldFailure } from '#server/service/field-failure.ts'
import { freshen } from '../hosts/refresh-calendars.server.ts'
import { fairestFirst, type Load } from './fairness.ts'
import { hostsFreeAt } from './free-starts.ts'
import { bookedBy, type Host, readHostTimes } from './host-times.server.ts'

type MeetingType = typeof meetingTypes.$inferSelect

/** The number of days over which the calls of hosts are compared. */
const comparedDays = 28

export const slotTaken = () =>
  new Failure('slot_taken', 'This time has just been taken. Please choose another.')

const notOffered = 'Please choose one of the times offered.'

/** Sorts hosts by whose turn it is to take the next call; see the fields of `Load`. */
async function inFairOrder(
  { db, content }: Dependencies,
  { id: typeId }: MeetingType,
  free: Host[],
  now: number,
): Promise<Host[]> {
  if (free.length < 2) return free
  const { hours } = content.resolved()
  // Counting starts when the last of them joined, so that a newcomer starts level.
  const joined = Math.max(...free.map(({ joinedAt }) => joinedAt))
  const since = Math.min(now, Math.max(now - comparedDays * dayMs, joined))
  const worked = await readHostTimes(db, hours, typeId, since, now)
  const { rows } = await db.execute<Omit<Load, 'days'>>(sql`
    select h.id, ${bookedBy(sql`h.id`, since)}
    from unnest(${sql.param(free.map(({ id }) => id))}::uuid[]) h(id)`)
  const loads = rows.map((row): Load => {
    const host = worked.find(({ id }) => id === row.id)
    const days = host?.open.map(({ opens }) => dayAt(host.zone, opens))
    return { ...row, days: new Set(days).size }
  })
  return fairestFirst(loads).flatMap(({ id }) => free.find((host) => host.id === id) ?? [])
}

export type Wanted = {
  type: MeetingType
  start: Date
  /** The id of a booking that is about to give up its time. */
  without?: string | undefined
  /** The id of the host who takes the call if they are free. */
  preferred?: string | null | undefined
  /** The time was offered and held before, so notice and horizon are not checked again. */
  wasHeld?: boolean
}

/**
 * The hosts that are free at a start, in the order in which they are to take the call.
 *
 * @throws Failure `invalid_input` when it is not an offered start, `slot_taken` when nobody is
 * free.
 */
export async function chooseHosts(
  deps: Dependencies,
  { type, start, without, preferred, wasHeld = false }: Wanted,
): Promise<{ hosts: Host[]; toBeConfirmed: boolean }> {
  const now = Date.now()
  const at = start.getTime()
  const rules = wasHeld ? { ...type, noticeMinutes: 0, horizonDays: 10_000 } : type
  const { hours } = deps.content.resolved()
  const isFarOff = at > now + rules.horizonDays * dayMs || at < now
  const end = at + type.minutes * minuteMs
  const isAsked = type.active && !isFarOff
  const ofType = sql`${hosts.userId} in (
    select user_id from ${meetingTypeHosts} where meeting_type_id = ${type.id})`
  if (isAsked) await freshen(deps, ofType, end)
  const asked = { without, purpose: 'acting', coveredTo: end } as const
  const all = isAsked ? await readHostTimes(deps.db, hours, type.id, at, at + 1, asked) : []
  const { free, isStart, toBeConfirmed } = hostsFreeAt(rules, all, now, at)
  if (!isStart && !wasHeld) {
    throw fieldFailure('start', notOffered)
  }
  if (free.length === 0) throw slotTaken()
  const ordered = await inFairOrder(deps, type, free, now)
  const isPreferred = ({ id }: Host) => Number(id === preferred)
  return { hosts: ordered.toSorted((a, b) => isPreferred(b) - isPreferred(a)), toBeConfirmed }
}
