import type {
  BusinessHours,
  OpenInterval,
  ScheduleName,
  WeekInterval,
} from '#contract/business-hours.ts'
import { joinIntervals } from './join-intervals.ts'
import { clockOf, dayAt, dayMs } from './zone-clock.ts'

/** In milliseconds since January 1, 1970. The span includes `opens` and excludes `closes`. */
export type Span = { opens: number; closes: number }

/**
 * A holiday with a year takes precedence over a yearly one.
 *
 * @param day days since January 1, 1970
 */
export function holidayOn({ holidays }: BusinessHours, day: number) {
  const date = new Date(day * dayMs).toISOString().slice(0, 10)
  return (
    holidays.find((one) => !one.yearly && one.date === date) ??
    holidays.find((one) => one.yearly && one.date.slice(5) === date.slice(5))
  )
}

/** @param day days since January 1, 1970 */
export function weekIntervalsOn(week: WeekInterval[], day: number): OpenInterval[] {
  const weekday = ((day + 3) % 7) + 1
  return week.filter((one) => one.day === weekday)
}

const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** Spans of one date, which may overlap at a clock change. */
export function spansOn(hours: BusinessHours, schedule: ScheduleName, day: number): Span[] {
  const intervals = holidayOn(hours, day)?.[schedule]
  const { week } = hours.schedules[schedule]
  return spansOf(hours.timeZone, day, intervals ?? weekIntervalsOn(week, day))
}

/** Converts the intervals of a date to spans, dropping those that a clock change leaves empty. */
export function spansOf(zone: string, day: number, intervals: OpenInterval[]): Span[] {
  const clock = clockOf(zone, day)
  return joinIntervals(intervals)
    .map(({ opens, closes }) => ({
      opens: clock(minutes(opens), false),
      closes: clock(minutes(closes), true),
    }))
    .filter(({ opens, closes }) => opens < closes)
}

export function isOpen(hours: BusinessHours, schedule: ScheduleName, at: Date): boolean {
  const now = at.getTime()
  const today = dayAt(hours.timeZone, now)
  // A clock change at midnight can move a span to another date.
  return [today - 1, today, today + 1].some((day) =>
    spansOn(hours, schedule, day).some(({ opens, closes }) => opens <= now && now < closes),
  )
}
