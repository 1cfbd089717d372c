import type { BusinessHours } from '#contract/business-hours.ts'
import { addWorkingHours } from './business-minutes.ts'
import { addClockHours, hoursInWords } from './reply-time.ts'

type Promised = { contact: { replyWithinHours: number }; hours: BusinessHours }

/**
 * When a person has replied to a message, or a part of the time until then has elapsed: hours of the
 * firm's working days; without any for a year, hours by the clock.
 */
export function replyDue({ contact, hours }: Promised, from: Date, share = 1): Date {
  const count = share * contact.replyWithinHours
  return addWorkingHours(hours, 'chat', from, count) ?? addClockHours(from, count)
}

/** How soon that is at any time, for behind "within": '24 hours on working days'. */
export function replyPromise({ contact, hours }: Promised): string {
  const days = new Set(hours.schedules.chat.week.map(({ day }) => day)).size
  const isByTheClock = days === 0 || (days === 7 && hours.holidays.length === 0)
  return `${hoursInWords(contact.replyWithinHours)}${isByTheClock ? '' : ' on working days'}`
}
