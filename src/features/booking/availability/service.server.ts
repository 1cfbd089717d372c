import { and, eq } from 'drizzle-orm'
import type { Offered, ParsedInput } from '#contract/endpoint.ts'
import { Failure } from '#contract/failure.ts'
import { clockOf, dayAt, dayMs } from '#features/content/business-hours/zone-clock.ts'
import { meetingTypes } from '#server/database/schema.ts'
import { addressKey } from '#server/http/client-address.ts'
import type { Context, Service } from '#server/service/context.ts'
import { type Budget, takeOrRefuse } from '#server/service/rate-limits.ts'
import { readOpenTypes } from '../types/open-types.server.ts'
import type { availability } from './contract.ts'
import { firstStart, offeredStarts } from './free-starts.ts'
import { readHostTimes } from './host-times.server.ts'

/** The limit per address. */
const budget: Budget = { name: 'slots', points: 120, seconds: 60 }

export type MeetingType = typeof meetingTypes.$inferSelect

/** @throws Failure `not_found` */
export async function readType({ db }: Pick<Context, 'db'>, slug: string): Promise<MeetingType> {
  const isIt = and(eq(meetingTypes.slug, slug), eq(meetingTypes.active, true))
  const [type] = await db.select().from(meetingTypes).where(isIt)
  if (!type) throw new Failure('not_found', 'There’s no such call to book.')
  return type
}

/** The first meeting type that can be booked. */
export async function readOpenType({ db }: Pick<Context, 'db'>): Promise<MeetingType | undefined> {
  return (await readOpenTypes(db))[0]
}

/** The date as `2026-11-24`. @param day days since 1 January 1970. */
export const dateOf = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10)

/** Counts a request for free times against the limit. */
export async function limitSlots({ limits, requester }: Context): Promise<void> {
  const sentence = 'Too many requests. Please wait a minute and try again.'
  await takeOrRefuse(limits, budget, addressKey(requester.address), sentence)
}

type Days = Omit<ParsedInput<typeof availability.slots>, 'type'>

/**
 * Free times, grouped by days of a zone.
 *
 * @param without the id of a booking whose time counts as free.
 * @param hostId the host whose times are meant; those of all hosts if absent.
 */
export async function offerSlots(
  { db, content }: Context,
  type: MeetingType,
  { zone: given, from: wanted, days }: Days,
  { without, hostId }: { without?: string | undefined; hostId?: string | undefined } = {},
): Promise<Offered<typeof availability.slots>> {
  const { hours } = content.resolved()
  const zone = given ?? hours.timeZone
  const now = Date.now()
  const today = dayAt(zone, now)
  const first = Math.max(today, wanted ? Date.parse(wanted) / dayMs : today)
  const midnight = (day: number) => clockOf(zone, day)(0, false)
  const end = now + type.horizonDays * dayMs + 1
  const [from, to] = [midnight(first), midnight(first + days)]
  const known = Math.min(Math.max(from, now), end)
  const all = type.active ? await readHostTimes(db, hours, type.id, known, end, { without }) : []
  const hosts = hostId ? all.filter(({ id }) => id === hostId) : all
  const { starts, toBeConfirmed } = offeredStarts(type, hosts, { now, from, to })
  const later = firstStart(type, hosts, { now, from: to, to: end })
  const byDay = Map.groupBy(starts, (start) => dateOf(dayAt(zone, start)))
  return {
    type: type.slug,
    minutes: type.minutes,
    zone,
    from: dateOf(first),
    days: [...byDay].map(([day, ofDay]) => ({
      day,
      slots: ofDay.map((start) => ({ start: new Date(start) })),
    })),
    nextDay: later === undefined ? null : dateOf(dayAt(zone, later)),
    open: hosts.length > 0,
    toBeConfirmed,
  }
}

export const availabilityService: Service<typeof availability> = {
  async show(context, { slug }) {
    await limitSlots(context)
    const { id, ...type } = await readType(context, slug)
    const { hours } = context.content.resolved()
    const now = Date.now()
    const hosts = await readHostTimes(context.db, hours, id, now, now)
    const open = hosts.length > 0
    const { title, description, minutes, horizonDays, locations } = type
    return {
      slug,
      title,
      description,
      minutes,
      horizonDays,
      locations,
      zone: hours.timeZone,
      open,
    }
  },

  async slots(context, { type: slug, ...wanted }) {
    await limitSlots(context)
    return offerSlots(context, await readType(context, slug), wanted)
  },
}
