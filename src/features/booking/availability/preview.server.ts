import { eq, inArray } from 'drizzle-orm'
import type { BusinessHours } from '#contract/business-hours.ts'
import { Failure } from '#contract/failure.ts'
import type { Span } from '#features/content/business-hours/open-hours.ts'
import { clockOf, dayAt, dayMs } from '#features/content/business-hours/zone-clock.ts'
import { meetingTypes, users } from '#server/database/schema.ts'
import type { Service } from '#server/service/context.ts'
import { type meetingTypePreview, type Refusal, refusals } from './contract.ts'
import { checkStarts, offeredStarts, type Window } from './free-starts.ts'
import { hostSpans } from './host-hours.ts'
import { type Host, readHostTimes } from './host-times.server.ts'
import { dateOf, type MeetingType } from './service.server.ts'

/** The maximum number of days ahead; later days are replaced by this one. */
const furthestDays = 400

const lengthOf = (spans: readonly Span[], { from, to }: Window) =>
  spans.reduce(
    (sum, { opens, closes }) => sum + Math.max(0, Math.min(closes, to) - Math.max(opens, from)),
    0,
  )

/** Why a day has fewer hours than usual. */
function* shortenedBy(firm: BusinessHours, host: Host, window: Window): Generator<Refusal> {
  const { from, to } = window
  const open = lengthOf(host.open, window)
  const planned = lengthOf(hostSpans(firm, host.own, [], from, to), window)
  const usual = lengthOf(hostSpans({ ...firm, holidays: [] }, host.own, [], from, to), window)
  if (usual === 0 && open === 0) yield 'closed'
  if (planned < usual) yield 'holiday'
  if (open < planned) yield 'time_off'
}

/** A host's free starts within a one-day window, and why there are no others. */
function freeStartsOf(
  firm: BusinessHours,
  type: MeetingType,
  host: Host,
  window: Window,
  toBeConfirmed: boolean,
) {
  const checked = checkStarts(type, host, window, !toBeConfirmed)
  const found = new Set<Refusal>(shortenedBy(firm, host, window))
  for (const { refusal } of checked) if (refusal) found.add(refusal)
  const counts = host.readable || toBeConfirmed
  if (!counts) found.add('unreadable')
  // Hours that are too short for a call count as no hours.
  if (checked.length === 0 && found.size === 0) found.add('closed')
  const free = counts ? checked.filter(({ refusal }) => refusal === null) : []
  return {
    starts: free.map(({ start }) => new Date(start)),
    reasons: refusals.filter((reason) => found.has(reason)),
  }
}

export const meetingTypePreviewService: Service<typeof meetingTypePreview> = {
  async show({ db, content }, { id, day: wanted }) {
    const [type] = await db.select().from(meetingTypes).where(eq(meetingTypes.id, id))
    if (!type) throw new Failure('not_found', 'This meeting type doesn’t exist.')
    const { hours } = content.resolved()
    const zone = hours.timeZone
    const now = Date.now()
    const today = dayAt(zone, now)
    const asked = wanted ? Date.parse(wanted) / dayMs : today
    const day = Math.min(Math.max(asked, today), today + furthestDays)
    const midnight = (at: number) => clockOf(zone, at)(0, false)
    const window = { now, from: midnight(day), to: midnight(day + 1) }
    const end = now + type.horizonDays * dayMs + 1
    const from = Math.min(now, window.from)
    const last = Math.max(end, window.to)
    const hosts = await readHostTimes(db, hours, type.id, from, last, { coveredTo: end })
    const { toBeConfirmed } = offeredStarts(type, hosts, { now, from: now, to: end })
    const names = await db
      .select({ id: users.id, name: users.displayName, username: users.username })
      .from(users)
      .where(inArray(users.id, [...hosts.map((host) => host.id)]))
    return {
      zone,
      toBeConfirmed,
      day: dateOf(day),
      hosts: hosts.map((host) => {
        const found = names.find((one) => one.id === host.id)
        const name = found?.name || found?.username || ''
        return { userId: host.id, name, ...freeStartsOf(hours, type, host, window, toBeConfirmed) }
      }),
    }
  },
}
