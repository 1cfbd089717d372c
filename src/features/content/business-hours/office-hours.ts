import { brand } from '../../../brand.ts'

const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const minuteMs = 60_000

type WallClock = { weekday: number; hour: number; minute: number }

function wallClock(at: Date): WallClock {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: brand.hours.zone,
    weekday: 'long',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(at)
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  return {
    weekday: dayNames.indexOf(part('weekday')),
    hour: Number(part('hour')),
    minute: Number(part('minute')),
  }
}

function worksOn(weekday: number): boolean {
  return brand.hours.days.includes(weekday === 0 ? 7 : weekday)
}

export function isOpen(at: Date): boolean {
  const { weekday, hour } = wallClock(at)
  const { opens, closes } = brand.hours.chat
  return worksOn(weekday) && hour >= opens && hour < closes
}

/** First full opening hour after `at`. Steps by the hour, which is safe across clock changes. */
export function nextOpening(at: Date): Date {
  const next = new Date(at.getTime() - (at.getTime() % minuteMs))
  next.setTime(next.getTime() + (60 - wallClock(next).minute) * minuteMs)
  for (let step = 0; step < 24 * 14; step += 1) {
    const { weekday, hour } = wallClock(next)
    if (worksOn(weekday) && hour === brand.hours.chat.opens) return next
    next.setTime(next.getTime() + 60 * minuteMs)
  }
  return next
}

/**
 * 'Back Monday 9:00 AM Pacific (18:00 your time)'. Adds the visitor's weekday when it differs.
 *
 * @param locale and `zone` are the visitor's; by default the browser's.
 */
export function spokenReturn(at: Date, locale?: string, zone?: string): string {
  const opening = nextOpening(at)
  const there = opening.toLocaleString('en-US', {
    timeZone: brand.hours.zone,
    weekday: 'long',
    hour: 'numeric',
    minute: '2-digit',
  })
  const dayIn = (timeZone?: string) =>
    opening.toLocaleDateString('en-US', { timeZone, weekday: 'long' })
  const sameDay = dayIn(brand.hours.zone) === dayIn(zone)
  const here = opening.toLocaleString(locale, {
    timeZone: zone,
    ...(!sameDay && { weekday: 'long' }),
    hour: 'numeric',
    minute: '2-digit',
  })
  return `Back ${there} ${brand.hours.zoneName} (${here} your time)`
}

/**
 * '9:00 AM to 6:00 PM Pacific (18:00 to 03:00 your time), Monday to Friday', for the next opening
 * after `at`.
 */
export function spokenHours(at: Date, locale?: string, zone?: string): string {
  const { chat, zone: there, zoneName, daysName } = brand.hours
  const opening = nextOpening(at)
  const closing = new Date(opening.getTime() + (chat.closes - chat.opens) * 60 * minuteMs)
  const span = (timeLocale: string | undefined, timeZone: string | undefined) =>
    [opening, closing]
      .map((moment) =>
        moment.toLocaleTimeString(timeLocale, { timeZone, hour: 'numeric', minute: '2-digit' }),
      )
      .join(' to ')
  return `${span('en-US', there)} ${zoneName} (${span(locale, zone)} your time), ${daysName}`
}

/** 9 → `9 AM`, 17 → `5 PM`, 12 → `12 PM`. */
export function spokenHour(hour: number): string {
  return `${hour % 12 === 0 ? 12 : hour % 12} ${hour % 24 < 12 ? 'AM' : 'PM'}`
}
