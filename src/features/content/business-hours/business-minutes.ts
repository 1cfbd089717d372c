import type { BusinessHours, ScheduleName } from '#contract/business-hours.ts'
import { type Span, spansOn } from './open-hours.ts'
import { clockOf, dayAt, dayMs, minuteMs, startOfDay } from './zone-clock.ts'

/** How far ahead the functions search for an opening or add up minutes. */
const horizonMs = 400 * dayMs

function openSpans(hours: BusinessHours, schedule: ScheduleName, from: number, to: number) {
  return spansBetween(hours.timeZone, (day) => spansOn(hours, schedule, day), from, to)
}

/**
 * Yields the spans between two instants, in order and without overlaps. Adjacent spans stay
 * separate.
 *
 * @param spansOnDay returns the spans of a date, given in days since January 1, 1970.
 */
export function* spansBetween(
  zone: string,
  spansOnDay: (day: number) => Span[],
  from: number,
  to: number,
): Generator<Span> {
  const lastDay = dayAt(zone, to) + 1
  let pending: Span[] = []
  let reached = from
  for (let day = dayAt(zone, from) - 1; day <= lastDay; day += 1) {
    pending.push(...spansOnDay(day))
    pending.sort((a, b) => a.opens - b.opens)
    // Near a clock change at midnight, the next date may begin before this one ends.
    const complete = day === lastDay ? Number.POSITIVE_INFINITY : clockOf(zone, day)(24 * 60, false)
    for (const span of pending.filter(({ opens }) => opens < complete)) {
      const opens = Math.max(span.opens, reached)
      const closes = Math.min(span.closes, to)
      if (opens < closes) yield { opens, closes }
      reached = Math.max(reached, closes)
    }
    pending = pending.filter(({ opens }) => opens >= complete)
  }
}

/**
 * Finds the first opening after a moment, and when it closes. Null if there is none within 400
 * days.
 */
export function nextOpening(
  hours: BusinessHours,
  schedule: ScheduleName,
  at: Date,
): { opens: Date; closes: Date } | null {
  let openUntil = at.getTime()
  let opening: Span | undefined
  for (const span of openSpans(hours, schedule, openUntil, openUntil + horizonMs)) {
    if (!opening && span.opens > openUntil) opening = span
    else if (!opening) openUntil = span.closes
    else if (span.opens > opening.closes) break
    else opening.closes = span.closes
  }
  return opening ? { opens: new Date(opening.opens), closes: new Date(opening.closes) } : null
}

const maxRangeMs = 366 * dayMs

/**
 * Lists the intervals of being open between two instants, in order. Adjacent ones are joined.
 *
 * @throws RangeError if the instants are more than 366 days apart.
 */
export function openIntervals(
  hours: BusinessHours,
  schedule: ScheduleName,
  from: Date,
  to: Date,
): { opens: Date; closes: Date }[] {
  if (to.getTime() - from.getTime() > maxRangeMs) {
    throw new RangeError('Open intervals are known for at most 366 days.')
  }
  const joined: Span[] = []
  for (const span of openSpans(hours, schedule, from.getTime(), to.getTime())) {
    const last = joined.at(-1)
    if (last?.closes === span.opens) last.closes = span.closes
    else joined.push(span)
  }
  return joined.map(({ opens, closes }) => ({ opens: new Date(opens), closes: new Date(closes) }))
}

/**
 * Returns the instant at which the given number of open minutes has elapsed, or null if that takes
 * more than 400 days.
 *
 * @param minutes 0 or more, including fractions; anything else is a RangeError.
 */
export function addBusinessMinutes(
  hours: BusinessHours,
  schedule: ScheduleName,
  at: Date,
  minutes: number,
): Date | null {
  if (!(minutes >= 0)) throw new RangeError('Business minutes to add must be 0 or more.')
  const spans = (day: number) => spansOn(hours, schedule, day)
  return addWithin(hours.timeZone, spans, at, Math.round(minutes * minuteMs))
}

function addWithin(
  zone: string,
  spansOnDay: (day: number) => Span[],
  at: Date,
  ms: number,
): Date | null {
  const from = at.getTime()
  let left = ms
  if (left === 0) return at
  for (const { opens, closes } of spansBetween(zone, spansOnDay, from, from + horizonMs)) {
    if (left <= closes - opens) return new Date(opens + left)
    left -= closes - opens
  }
  return null
}

/**
 * Returns the instant at which the given number of hours of working days has elapsed. Hours count
 * day and night, except on dates on which the schedule never opens. Null if that takes more than
 * 400 days.
 */
export function addWorkingHours(
  hours: BusinessHours,
  schedule: ScheduleName,
  at: Date,
  count: number,
): Date | null {
  const { timeZone } = hours
  const wholeDay = (day: number) => {
    const [opens, closes] = [startOfDay(timeZone, day), startOfDay(timeZone, day + 1)].map(Number)
    const isWorking = spansOn(hours, schedule, day).length > 0
    return isWorking ? [{ opens: opens ?? 0, closes: closes ?? 0 }] : []
  }
  return addWithin(timeZone, wholeDay, at, Math.round(count * 60 * minuteMs))
}

/** Open minutes between two instants, with fractions. Negative if `to` is before `from`. */
export function businessMinutesBetween(
  hours: BusinessHours,
  schedule: ScheduleName,
  from: Date,
  to: Date,
): number {
  if (to < from) return -businessMinutesBetween(hours, schedule, to, from)
  let sum = 0
  for (const { opens, closes } of openSpans(hours, schedule, from.getTime(), to.getTime())) {
    sum += closes - opens
  }
  return sum / minuteMs
}
