import type { BusinessHours } from '#contract/business-hours.ts'
import { addWorkingHours } from './business-minutes.ts'
import { addClockHours, hoursInWords } from './reply-time.ts'

type Promised = { contact: { replyWithinHours: number }; hours: BusinessHours }

/**
 * When a reply to a message is due, or when `share` of that time has elapsed. Only hours of the
 * firm's working days count, or all hours if the firm has no working day for a year.
 */
export function replyDue({ contact, hours }: Promised, from: Date, share = 1): Date {
  const count = share * contact.replyWithinHours
  return addWorkingHours(hours, 'chat', from, count) ?? addClockHours(from, count)
}

/**
 * How soon a reply can be expected at any time, for use after "within": '24 hours on working days'.
 */
export function replyPromise({ contact, hours }: Promised): string {
  const days = new Set(hours.schedules.chat.week.map(({ day }) => day)).size
  const isByTheClock = days === 0 || (days === 7 && hours.holidays.length === 0)
  return `${hoursInWords(contact.replyWithinHours)}${isByTheClock ? '' : ' on working days'}`
}
