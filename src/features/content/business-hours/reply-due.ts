import type { SiteSettings } from '#contract/settings/document.ts'
import { addWorkingHours } from './business-minutes.ts'
import { addClockHours } from './reply-time.ts'

/**
 * When a person has replied to a message, or a part of the time until then has elapsed: hours of the
 * firm's working days; without any for a year, hours by the clock.
 */
export function replyDue(
  { contact, hours }: Pick<SiteSettings, 'contact' | 'hours'>,
  from: Date,
  share = 1,
): Date {
  const count = share * contact.replyWithinHours
  return addWorkingHours(hours, 'chat', from, count) ?? addClockHours(from, count)
}
