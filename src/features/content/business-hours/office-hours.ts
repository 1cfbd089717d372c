import type { BusinessHours } from '#contract/business-hours.ts'
import { nextOpening } from './business-minutes.ts'
import { dayGroups } from './format-week.ts'
import { isOpen } from './open-hours.ts'

/**
 * Returns 'Back Monday at 9:00 AM Pacific (18:00 your time)', or 'Back today at …' if it is today
 * in both zones. The visitor's weekday is added if it differs.
 *
 * @param locale and `zone` are the visitor's; by default the browser's.
 */
export function formatReturn(
  hours: BusinessHours,
  at: Date,
  locale?: string,
  zone?: string,
): string {
  const { timeZone: firmZone, zoneLabel } = hours
  const opens = nextOpening(hours, 'chat', at)?.opens
  if (!opens) return 'Closed'
  const there = opens.toLocaleTimeString('en-US', {
    timeZone: firmZone,
    hour: 'numeric',
    minute: '2-digit',
  })
  const isToday = [firmZone, zone].every(
    (timeZone) => dateIn(opens, timeZone) === dateIn(at, timeZone),
  )
  const day = isToday ? 'today' : weekdayIn(opens, firmZone)
  const sameDay = weekdayIn(opens, firmZone) === weekdayIn(opens, zone)
  const here = opens.toLocaleString(locale, {
    timeZone: zone,
    ...(!sameDay && { weekday: 'long' }),
    hour: 'numeric',
    minute: '2-digit',
  })
  return `Back ${day} at ${there} ${zoneLabel} (${here} your time)`
}

function dateIn(at: Date, timeZone?: string): string {
  return at.toLocaleDateString('en-US', { timeZone })
}

function weekdayIn(at: Date, timeZone?: string): string {
  return at.toLocaleDateString('en-US', { timeZone, weekday: 'long' })
}

/**
 * Returns '9:00 AM to 6:00 PM Pacific (18:00 to 03:00 your time), Monday to Friday' for the next
 * opening after `at`. If the days have different hours, it names only the day of that opening.
 */
export function formatHours(
  hours: BusinessHours,
  at: Date,
  locale?: string,
  zone?: string,
): string {
  const { timeZone: firmZone, zoneLabel } = hours
  const opening = nextOpening(hours, 'chat', at)
  if (!opening) return isOpen(hours, 'chat', at) ? 'all day' : 'closed'
  const span = (timeLocale: string | undefined, timeZone: string | undefined) =>
    [opening.opens, opening.closes]
      .map((moment) =>
        moment.toLocaleTimeString(timeLocale, { timeZone, hour: 'numeric', minute: '2-digit' }),
      )
      .join(' to ')
  const groups = dayGroups(hours, 'chat')
  const days =
    groups.length === 1 && groups[0] ? groups[0].days : weekdayIn(opening.opens, firmZone)
  return `${span('en-US', firmZone)} ${zoneLabel} (${span(locale, zone)} your time), ${days}`
}
