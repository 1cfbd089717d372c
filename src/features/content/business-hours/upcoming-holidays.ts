import type { BusinessHours } from '#contract/business-hours.ts'
import { holidayOn } from './open-hours.ts'
import { dayAt, dayMs } from './zone-clock.ts'

/** Holidays from today to the given number of days ahead, with the dates on which they fall. */
export function upcomingHolidays(
  hours: BusinessHours,
  at: Date,
  days: number,
): BusinessHours['holidays'] {
  const today = dayAt(hours.timeZone, at.getTime())
  return Array.from({ length: days + 1 }, (_, ahead) => today + ahead).flatMap((day) => {
    const holiday = holidayOn(hours, day)
    const date = new Date(day * dayMs).toISOString().slice(0, 10)
    return holiday ? [{ ...holiday, date, yearly: false }] : []
  })
}
