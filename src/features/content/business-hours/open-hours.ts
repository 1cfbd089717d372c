import type {
  BusinessHours,
  OpenInterval,
  ScheduleName,
  WeekInterval,
} from '#contract/business-hours.ts'
import { joinIntervals } from './join-intervals.ts'
import { clockOf, dayAt, dayMs } from './zone-clock.ts'

/** Milliseconds since 1 January 1970; open from `opens` until just before `closes`. */
export type Span = { opens: number; closes: number }

/** A dated entry beats a yearly one. @param day since 1 January 1970. */
export function holidayOn({ holidays }: BusinessHours, day: number) {
  const date = new Date(day * dayMs).toISOString().slice(0, 10)
  return (
    holidays.find((one) => !one.yearly && one.date === date) ??
    holidays.find((one) => one.yearly && one.date.slice(5) === date.slice(5))
  )
}

/** @param day since 1 January 1970. */
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

/** Intervals of one date as spans; one that a clock change leaves empty is dropped. */
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
  // A clock change at midnight can move a span into another date.
  return [today - 1, today, today + 1].some((day) =>
    spansOn(hours, schedule, day).some(({ opens, closes }) => opens <= now && now < closes),
  )
}
