import { isTimeZone } from '#contract/zone-names.ts'

export type Moment = string | Date

const enUs = (zone: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { timeZone: zone, ...options })

/** Browsers and the server put different kinds of space before 'AM'. */
const plain = (text: string) => text.replace(/\s/g, ' ')

const written = (at: Moment, zone: string, options: Intl.DateTimeFormatOptions) =>
  plain(enUs(zone, options).format(new Date(at)))

const clock = { hour: 'numeric', minute: '2-digit' } as const
const longDay = { weekday: 'long', month: 'long', day: 'numeric' } as const

/** '10:00 AM' */
export const timeIn = (zone: string, at: Moment) => written(at, zone, clock)

/** 'Tuesday, November 24' */
export const dayIn = (zone: string, at: Moment) => written(at, zone, longDay)

/** 'Tuesday, November 24' for '2026-11-24'. */
export const dayInWords = (day: string) => dayIn('UTC', `${day}T12:00:00Z`)

/** '2026-11-24' */
export const dateIn = (zone: string, at: Moment) =>
  enUs(zone, { year: 'numeric', month: '2-digit', day: '2-digit' })
    .format(new Date(at))
    .replace(/(\d+)\/(\d+)\/(\d+)/, '$3-$1-$2')

type ZoneNames = 'short' | 'shortOffset' | 'longGeneric'

export function zoneName(zone: string, at: Moment, timeZoneName: ZoneNames): string {
  const parts = enUs(zone, { timeZoneName }).formatToParts(new Date(at))
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

/** Cities whose zone has an old name in some browsers. */
const renamed: Record<string, string> = {
  Calcutta: 'Kolkata',
  Katmandu: 'Kathmandu',
  Kiev: 'Kyiv',
  Rangoon: 'Yangon',
  Saigon: 'Ho Chi Minh City',
}

/** 'New York' for 'America/New_York' */
export function cityOf(zone: string): string {
  const city = zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
  return renamed[city] ?? city
}

/** 'GMT-5' */
export const offsetOf = (zone: string, at: Moment) => zoneName(zone, at, 'shortOffset')

const wallMs = (zone: string, at: Moment) => {
  const [date, time] = enUs(zone, {
    dateStyle: 'short',
    timeStyle: 'medium',
    hourCycle: 'h23',
  })
    .format(new Date(at))
    .split(', ')
  return Date.parse(`${date} ${time} UTC`)
}

/** How far the clocks of two zones are apart. */
export const hoursBetween = (one: string, other: string, at: Moment) =>
  Math.abs(wallMs(one, at) - wallMs(other, at)) / 3_600_000

/** 0 to 23 */
export const hourIn = (zone: string, at: Moment) => new Date(wallMs(zone, at)).getUTCHours()

/** 'Berlin, GMT+1' */
export const placeOf = (zone: string, at: Moment) => `${cityOf(zone)}, ${offsetOf(zone, at)}`

/** 'Tuesday, November 24, 10:00 AM (New York, GMT-5)' */
export const wholeTime = (zone: string, at: Moment) =>
  `${dayIn(zone, at)}, ${timeIn(zone, at)} (${placeOf(zone, at)})`

type Slot = { start: string }

/** The times of a day. Where the clock is set back, times that occur twice are told apart. */
export function timesOfDay(zone: string, slots: readonly Slot[]) {
  const labels = slots.map(({ start }) => timeIn(zone, start))
  return slots.map(({ start }, at) => {
    const label = labels[at] ?? ''
    const isTwice = labels.filter((other) => other === label).length > 1
    return { start, label: isTwice ? `${label} ${zoneName(zone, start, 'short')}` : label }
  })
}

const dayMs = 86_400_000

/** For example '2026-12-01' for '2026-11-24' and 7. */
export const addDays = (day: string, count: number) =>
  new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10)

/** 'December 2026' for a day of that month. */
export const monthInWords = (day: string) =>
  written(`${day}T12:00:00Z`, 'UTC', { month: 'long', year: 'numeric' })

/** The query for the free times of the month that contains `day`. */
export function monthOf(zone: string, day: string): { zone: string; from: string; days: number } {
  const today = dateIn(zone, new Date())
  const first = `${day.slice(0, 7)}-01`
  const from = first < today ? today : first
  const next = addDays(`${from.slice(0, 7)}-01`, 31).slice(0, 7)
  return { zone, from, days: (Date.parse(`${next}-01`) - Date.parse(from)) / dayMs }
}

/** The free starts closest to a wanted one, in order. */
export function closestTo(wanted: string, starts: readonly string[], max = 3): string[] {
  const distance = (start: string) => Math.abs(Date.parse(start) - Date.parse(wanted))
  return starts
    .toSorted((a, b) => distance(a) - distance(b))
    .slice(0, max)
    .toSorted()
}

/** The browser's zone; the empty string if the server does not accept its name. */
export function ownZone(): string {
  const { timeZone = '' } = Intl.DateTimeFormat().resolvedOptions()
  const isNamed = timeZone === 'UTC' || timeZone.includes('/')
  return isNamed && isTimeZone(timeZone) ? timeZone : ''
}
