import { isTimeZone } from '#contract/zone-names.ts'

type Moment = string | Date

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

function zoneName(zone: string, at: Moment, timeZoneName: 'short' | 'shortOffset'): string {
  const parts = enUs(zone, { timeZoneName }).formatToParts(new Date(at))
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

/** 'America/New York' */
export const zoneInWords = (zone: string) => zone.replaceAll('_', ' ')

/** 'Tuesday, November 24, 2026, 10:00 AM (America/New York, GMT-5)' */
export function wholeTime(zone: string, at: Moment): string {
  const day = written(at, zone, { ...longDay, year: 'numeric' })
  const offset = zoneName(zone, at, 'shortOffset')
  return `${day}, ${timeIn(zone, at)} (${zoneInWords(zone)}, ${offset})`
}

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

/** The free starts closest to a wanted one, in order. */
export function closestTo(wanted: string, starts: readonly string[], max = 3): string[] {
  const distance = (start: string) => Math.abs(Date.parse(start) - Date.parse(wanted))
  return starts
    .toSorted((a, b) => distance(a) - distance(b))
    .slice(0, max)
    .toSorted()
}

/** All zones to choose from, including the present one. */
export function allZones(present: string): string[] {
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', present])
  return [...zones].sort()
}

/** The browser's zone; the empty string if the server does not accept its name. */
export function ownZone(): string {
  const { timeZone = '' } = Intl.DateTimeFormat().resolvedOptions()
  const isNamed = timeZone === 'UTC' || timeZone.includes('/')
  return isNamed && isTimeZone(timeZone) ? timeZone : ''
}
