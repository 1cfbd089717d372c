import type { Output } from '#contract/endpoint.ts'
import type { availability } from '../availability/contract.ts'
import { dateIn, hourIn } from './times.ts'

export type Slots = Output<typeof availability.slots>

export type Time = { start: string; isTaken: boolean }

export type Day = { day: string; times: Time[] }

/** The days of one month that have times, with those of `offered` that went. */
export function daysOf({ days, from, zone }: Slots, offered: readonly string[]): Day[] {
  const starts = days.flatMap(({ slots }) => slots.map(({ start }) => start))
  const gone = offered.filter((start) => !starts.includes(start))
  const all = [...starts, ...gone].sort((a, b) => Date.parse(a) - Date.parse(b))
  const times = all.map((start) => ({ start, isTaken: gone.includes(start) }))
  const byDay = Map.groupBy(times, ({ start }) => dateIn(zone, start))
  return [...byDay]
    .filter(([day]) => day.startsWith(from.slice(0, 7)))
    .map(([day, ofDay]) => ({ day, times: ofDay }))
}

/** Between 7 AM and 9 PM. */
const isDaytime = (zone: string, { start }: Time) => {
  const hour = hourIn(zone, start)
  return hour >= 7 && hour < 21
}

/** The first day with a time that is not at night; if all are, the first. */
export const dayToBegin = (days: readonly Day[], zone: string): Day | undefined =>
  days.find(({ times }) => times.some((time) => isDaytime(zone, time))) ?? days[0]

const parts = [
  { name: 'Morning', until: 12 },
  { name: 'Afternoon', until: 17 },
  { name: 'Evening', until: 24 },
]

/** The times of a day by its parts. Those at night before others by day are set apart. */
export function partsOf(zone: string, { times }: Day) {
  const first = Math.max(
    0,
    times.findIndex((time) => isDaytime(zone, time)),
  )
  const byPart = Map.groupBy(times.slice(first), ({ start }) =>
    parts.find(({ until }) => hourIn(zone, start) < until),
  )
  return {
    night: times.slice(0, first),
    parts: [...byPart].map(([part, ofPart]) => ({ name: part?.name ?? '', times: ofPart })),
  }
}
