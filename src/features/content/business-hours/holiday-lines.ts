import type { BusinessHours, ScheduleName } from '#contract/business-hours.ts'
import { formatInterval } from './format-week.ts'
import { upcomingHolidays } from './upcoming-holidays.ts'

const announcedDays = 14

/**
 * Returns, for example, 'Closed on Friday, December 25 (Christmas Day)' for each holiday in the
 * next 14 days.
 */
export function formatHolidays(hours: BusinessHours, schedule: ScheduleName, at: Date): string[] {
  return upcomingHolidays(hours, at, announcedDays).map((holiday) => {
    const date = new Date(holiday.date).toLocaleDateString('en-US', {
      timeZone: 'UTC',
      weekday: 'long',
      month: 'long',
      day: 'numeric',
    })
    const open = holiday[schedule].map(formatInterval).join(' and ')
    return `${open ? `Open ${open}` : 'Closed'} on ${date} (${holiday.name})`
  })
}
