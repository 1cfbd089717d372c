import { DateTime } from 'luxon'
import type { BusinessHours, OpenInterval } from '#contract/business-hours.ts'
import {
  addBusinessMinutes,
  businessMinutesBetween,
  nextOpening,
  openIntervals,
} from '#features/content/business-hours/business-minutes.ts'
import { isOpen } from '#features/content/business-hours/open-hours.ts'

const minuteMs = 60_000
const quarterMs = 15 * minuteMs
const dayMs = 1_440 * minuteMs
/** Extra days before and after the compared ones, so that sums and openings end inside. */
const margin = 3

type Run = {
  zones: string[]
  /** The first and the last year. */
  years: [number, number]
  /** How many days are compared around each clock change. */
  days: number
  /** How many random schedules are compared for each clock change. */
  schedules: number
  seed: number
}

/**
 * Compares the business hours with an oracle that reads luxon's wall clock at every minute around
 * every clock change. A zone without clock changes is compared around the same number of other
 * days.
 */
export function checkAgainstOracle({ zones, years, days, schedules, seed }: Run) {
  const random = randomFrom(seed)
  const differences: string[] = []
  let windows = 0
  let moments = 0
  for (const zone of zones) {
    for (const change of changesOf(zone, years)) {
      windows += 1
      const begin = change - (days / 2 + margin) * dayMs
      const clock = readClock(zone, begin, (days + 2 * margin) * 1_440)
      for (let index = 0; index < schedules; index += 1) {
        const hours = randomHours(zone, clock.dates, random)
        const open = openMinutes(hours, clock)
        const differs = compare(hours, open, begin, days * 1_440, random)
        moments += days * 1_440
        for (const what of differs) {
          differences.push(
            `${zone} ${new Date(change).toISOString()} ${JSON.stringify(hours)} ${what}`,
          )
        }
      }
    }
  }
  return { windows, moments, differences: differences.slice(0, 5) }
}

/**
 * When this many hours have passed on dates that `isWorking` selects, counted by quarters of an
 * hour on luxon's calendar.
 */
export function workingHoursLater(
  zone: string,
  at: Date,
  count: number,
  isWorking: (date: DateTime) => boolean,
): Date {
  let now = at.getTime()
  for (let left = count * 4; left > 0; now += quarterMs) {
    if (isWorking(DateTime.fromMillis(now, { zone }))) left -= 1
  }
  return new Date(now)
}

/** A seeded random generator: mulberry32 by Tommy Ettinger. */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

export function changesOf(zone: string, [first, last]: [number, number]): number[] {
  const offset = (at: number) => DateTime.fromMillis(at, { zone }).offset
  const changes: number[] = []
  const hourMs = 60 * minuteMs
  for (let at = Date.UTC(first, 0, 1); at < Date.UTC(last + 1, 0, 1); at += dayMs) {
    if (offset(at) === offset(at + dayMs)) continue
    let hour = at
    while (offset(hour) === offset(hour + hourMs)) hour += hourMs
    changes.push(hour + hourMs)
  }
  if (changes.length > 0) return changes
  const years = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  return years.flatMap((year) => [Date.UTC(year, 2, 10), Date.UTC(year, 9, 10)])
}

type Clock = {
  /** The wall clock at each minute of the window, in minutes since 1970. */
  readings: number[]
  /** The first and last minute of the window at which the clock shows a reading. */
  first: Map<number, number>
  last: Map<number, number>
  /** The complete dates in the window, as `YYYY-MM-DD`. */
  dates: string[]
}

export function readClock(zone: string, begin: number, length: number): Clock {
  const clock: Clock = { readings: [], first: new Map(), last: new Map(), dates: [] }
  let offset = 0
  for (let minute = 0; minute < length; minute += 1) {
    const at = begin + minute * minuteMs
    // Clocks only change at quarters of an hour. Reading the offset at every minute takes six
    // seconds.
    if (minute === 0 || at % quarterMs === 0) offset = DateTime.fromMillis(at, { zone }).offset
    const reading = at / minuteMs + offset
    clock.readings.push(reading)
    if (!clock.first.has(reading)) clock.first.set(reading, minute)
    clock.last.set(reading, minute)
  }
  const dates = new Set(clock.readings.map((reading) => Math.floor(reading / 1_440)))
  clock.dates = [...dates].map((date) => new Date(date * dayMs).toISOString().slice(0, 10))
  return clock
}

/** The minute of the window with this reading of the clock, or an estimate outside of it. */
export function minuteOf(reading: number, isClosing: boolean, clock: Clock): number {
  const shown = (isClosing ? clock.last : clock.first).get(reading)
  if (shown !== undefined) return shown
  const { readings } = clock
  const start = readings[0] ?? 0
  const end = readings.at(-1) ?? 0
  if (reading < start) return reading - start
  if (reading > end) return readings.length - 1 + reading - end
  // The clock skipped this reading, so it is moved forward by the gap.
  const after = readings.findIndex(
    (value, index) => value > reading && (readings[index - 1] ?? value) < reading,
  )
  const gap = (readings[after] ?? 0) - (readings[after - 1] ?? 0) - 1
  return minuteOf(reading + gap, isClosing, clock)
}

function openMinutes(hours: BusinessHours, clock: Clock): boolean[] {
  const open = clock.readings.map(() => false)
  for (const date of clock.dates) {
    const day = Date.parse(date) / minuteMs
    const iso = DateTime.fromISO(date, { zone: 'utc' })
    const holiday =
      hours.holidays.find((one) => one.date === date && !one.yearly) ??
      hours.holidays.find((one) => one.yearly && one.date.endsWith(date.slice(4)))
    const intervals =
      holiday?.chat ?? hours.schedules.chat.week.filter((one) => one.day === iso.weekday)
    for (const { opens, closes } of intervals) {
      const [from, to] = [opens, closes].map((time, index) => {
        const [hour, minute] = time.split(':').map(Number)
        return minuteOf(day + (hour ?? 0) * 60 + (minute ?? 0), index === 1, clock)
      })
      for (let at = Math.max(from ?? 0, 0); at < Math.min(to ?? 0, open.length); at += 1) {
        open[at] = true
      }
    }
  }
  return open
}

/** Makes up to four intervals in steps of five minutes, often at night, when clocks change. */
function randomIntervals(random: (below: number) => number): OpenInterval[] {
  if (random(8) === 0) return [{ opens: '00:00', closes: '24:00' }]
  const latest = random(2) === 0 ? 60 : 288
  const count = 2 * (1 + random(4))
  const steps = new Set(Array.from({ length: count }, () => random(latest + 1)))
  const times = [...steps]
    .sort((a, b) => a - b)
    .map((step) => {
      const parts = [Math.floor(step / 12), (step % 12) * 5]
      return parts.map((part) => String(part).padStart(2, '0')).join(':')
    })
  return times.flatMap((opens, index) => {
    const closes = times[index + 1]
    return index % 2 === 0 && closes ? [{ opens, closes }] : []
  })
}

export function randomHours(
  timeZone: string,
  dates: string[],
  random: (below: number) => number,
): BusinessHours {
  const days = [1, 2, 3, 4, 5, 6, 7].filter(() => random(5) > 0)
  const week = days.flatMap((day) =>
    randomIntervals(random).map((interval) => ({ day, ...interval })),
  )
  const schedule = { label: 'Chat', week }
  const holidays = dates
    .filter(() => random(6) === 0)
    .map((date) => {
      const chat = random(2) === 0 ? [] : randomIntervals(random)
      const yearly = random(2) === 0
      return { date: yearly ? `2020${date.slice(4)}` : date, name: 'Day', yearly, chat, office: [] }
    })
  return { timeZone, zoneLabel: '', schedules: { chat: schedule, office: schedule }, holidays }
}

/** Compares the state at every minute, and the sums and the next opening at every 30th. */
function* compare(
  hours: BusinessHours,
  open: boolean[],
  begin: number,
  length: number,
  random: (below: number) => number,
): Generator<string> {
  const start = margin * 1_440
  const instant = (minute: number) => new Date(begin + minute * minuteMs)
  const mismatch = (what: string, minute: number, found: unknown, wanted: unknown) =>
    `${what} at ${instant(minute).toISOString()}: ${String(found)}, not ${String(wanted)}`
  for (let at = start; at < start + length; at += 1) {
    const found = isOpen(hours, 'chat', instant(at))
    if (found !== open[at]) yield mismatch('isOpen', at, found, open[at])
    if (at % 30 !== 0) continue

    const minutes = random(900)
    const sum = addBusinessMinutes(hours, 'chat', instant(at), minutes)
    const due = minuteAfter(open, at, minutes)
    const end = instant(open.length)
    const isSum = due === null ? sum === null || sum > end : sum?.getTime() === +instant(due)
    if (!isSum)
      yield mismatch(`+${minutes}`, at, sum?.toISOString(), due && instant(due).toISOString())

    const to = at + random(start)
    const between = businessMinutesBetween(hours, 'chat', instant(at), instant(to))
    const counted = open.slice(at, to).filter(Boolean).length
    if (between !== counted) yield mismatch(`minutes until ${to}`, at, between, counted)

    const spans = openIntervals(hours, 'chat', instant(at), instant(to))
    const spanned = spans.map((span) => `${+span.opens}-${+span.closes}`).join()
    const expected = runsOf(open, at, to).map(
      ([first, end]) => `${+instant(first)}-${+instant(end)}`,
    )
    if (spanned !== expected.join()) yield mismatch(`open until ${to}`, at, spanned, expected)

    const next = nextOpening(hours, 'chat', instant(at))
    const opens = open.findIndex((value, index) => index > at && value && !open[index - 1])
    const closes = opens < 0 ? -1 : open.indexOf(false, opens)
    const isNext =
      opens < 0 ? next === null || next.opens >= end : +(next?.opens ?? 0) === +instant(opens)
    if (!isNext) yield mismatch('opening', at, next?.opens.toISOString(), opens)
    if (closes >= 0 && +(next?.closes ?? 0) !== +instant(closes))
      yield mismatch('closing', at, next?.closes.toISOString(), closes)
  }
}

/** The beginning and end of every run of open minutes. */
function runsOf(open: boolean[], from: number, to: number): [number, number][] {
  const runs: [number, number][] = []
  for (let at = from; at < to; at += 1) {
    if (!open[at]) continue
    const last = runs.at(-1)
    if (last?.[1] === at) last[1] = at + 1
    else runs.push([at, at + 1])
  }
  return runs
}

/** The minute at which this many open ones have passed; null when that is after the window. */
function minuteAfter(open: boolean[], from: number, minutes: number): number | null {
  let left = minutes
  for (let at = from; at < open.length; at += 1) {
    if (left === 0) return at
    if (open[at]) left -= 1
  }
  return left === 0 ? open.length : null
}
