import type { BusinessHours, OpenInterval } from '#contract/business-hours.ts'
import {
  type CallRules,
  freeStarts,
  type HostTimes,
} from '#features/booking/availability/free-starts.ts'
import { hostSpans, type OwnHours } from '#features/booking/availability/host-hours.ts'
import type { Span } from '#features/content/business-hours/open-hours.ts'
import { changesOf, minuteOf, randomFrom, randomHours, readClock } from './business-hours-oracle.ts'

const minuteMs = 60_000
const dayMs = 1_440 * minuteMs
/** Extra days before and after the compared ones. */
const margin = 3

type Run = { zones: string[]; years: [number, number]; days: number; hosts: number; seed: number }

/**
 * Compares the offered starts with an oracle that applies every rule minute by minute on luxon's
 * wall clock, around every clock change, for hosts with random hours, holidays, time off, bookings
 * and busy times.
 */
export function checkSlotsAgainstOracle({ zones, years, days, hosts, seed }: Run) {
  const random = randomFrom(seed)
  const differences: string[] = []
  let compared = 0
  let starts = 0
  for (const zone of zones) {
    for (const change of changesOf(zone, years)) {
      const begin = change - (days / 2 + margin) * dayMs
      const clock = readClock(zone, begin, (days + 2 * margin) * 1_440)
      for (let index = 0; index < hosts; index += 1) {
        const firm = { ...randomHours(zone, clock.dates, random) }
        firm.holidays = firm.holidays.map((one) => ({ ...one, office: one.chat }))
        const own = random(2) === 0 ? null : ownHours(zone, clock.dates, random)
        const from = begin + margin * dayMs
        const to = from + days * dayMs
        const some = (max: number, maxMinutes: number) =>
          randomSpans(random, max, maxMinutes, begin, to)
        const timeOff = some(2, 600)
        const host = { booked: some(4, 90), busy: some(4, 200), readable: true }
        const rules = randomRules(random)
        const now = from - random(1_440) * minuteMs
        const window = { now, from, to }
        const open = hostSpans(firm, own, timeOff, from, to)
        const found = [...freeStarts(rules, { id: '', open, ...host }, window, true)]
        const spans = minutesOf(firm, own, timeOff, clock, begin)
        const wanted = startsByMinute(rules, spans, host, { begin, ...window })
        compared += 1
        starts += wanted.length
        if (found.join() !== wanted.join()) {
          const at = (list: number[]) => list.map((start) => new Date(start).toISOString()).join()
          const input = JSON.stringify({ zone, firm, own, timeOff, host, rules, now })
          differences.push(`${input}\nfound ${at(found)}\nwanted ${at(wanted)}`)
        }
      }
    }
  }
  return { compared, starts, differences: differences.slice(0, 2) }
}

type Random = (below: number) => number

function ownHours(zone: string, dates: string[], random: Random): OwnHours {
  return { zone, week: randomHours(zone, dates, random).schedules.office.week }
}

function randomRules(random: Random): CallRules {
  return {
    minutes: 5 * (1 + random(18)),
    bufferBefore: 5 * random(4),
    bufferAfter: 5 * random(4),
    stepMinutes: 5 * (1 + random(12)),
    noticeMinutes: random(600),
    horizonDays: 1 + random(3),
  }
}

/** The spans are in whole minutes and sorted. Those of bookings and calendars may overlap. */
function randomSpans(random: Random, max: number, maxMinutes: number, begin: number, to: number) {
  const minutes = (to - begin) / minuteMs
  return Array.from({ length: random(max + 1) }, () => {
    const opens = begin + random(minutes) * minuteMs
    return { opens, closes: opens + (1 + random(maxMinutes)) * minuteMs }
  }).sort((a, b) => a.opens - b.opens)
}

/**
 * The number of the interval that each minute belongs to; 0 where none is open. A call may last
 * into the next interval.
 */
function minutesOf(
  firm: BusinessHours,
  own: OwnHours | null,
  timeOff: Span[],
  clock: ReturnType<typeof readClock>,
  begin: number,
): number[] {
  const found: { opens: number; closes: number }[] = []
  for (const date of clock.dates) {
    const holiday =
      firm.holidays.find((one) => one.date === date && !one.yearly) ??
      firm.holidays.find((one) => one.yearly && one.date.endsWith(date.slice(4)))
    const weekday = new Date(date).getUTCDay() || 7
    const weekly = (own?.week ?? firm.schedules.office.week).filter(({ day }) => day === weekday)
    const day = Date.parse(date) / minuteMs
    const instants = (one: OpenInterval) => ({
      opens: minuteOf(day + minuteOfDay(one.opens), false, clock),
      closes: minuteOf(day + minuteOfDay(one.closes), true, clock),
    })
    if (holiday && own) {
      // A minute of the wall clock is open where both lists are.
      const covers = (list: OpenInterval[], minute: number) =>
        list.findIndex(
          (one) => minuteOfDay(one.opens) <= minute && minute < minuteOfDay(one.closes),
        )
      let wasOpen = false
      for (let minute = 0; minute < 1_440; minute += 5) {
        const key = [covers(weekly, minute), covers(holiday.office, minute)]
        const open = !key.includes(-1)
        const closes = clockText(minute + 5)
        if (open && wasOpen) {
          const before = found.at(-1)
          if (before) before.closes = minuteOf(day + minute + 5, true, clock)
        } else if (open) found.push(instants({ opens: clockText(minute), closes }))
        wasOpen = open
      }
    } else found.push(...(holiday?.office ?? weekly).map(instants))
  }
  found.sort((a, b) => a.opens - b.opens)
  const minutes = clock.readings.map(() => 0)
  for (const [index, { opens, closes }] of found.entries()) {
    for (let at = Math.max(opens, 0); at < Math.min(closes, minutes.length); at += 1) {
      minutes[at] ||= index + 1
    }
  }
  for (const { opens, closes } of timeOff) {
    minutes.fill(0, (opens - begin) / minuteMs, (closes - begin) / minuteMs)
  }
  return minutes
}

const minuteOfDay = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const clockText = (minute: number) =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')

function startsByMinute(
  rules: CallRules,
  intervals: number[],
  host: Pick<HostTimes, 'booked' | 'busy'>,
  { begin, now, from, to }: { begin: number; now: number; from: number; to: number },
): number[] {
  const blocked = intervals.map((_, minute) => {
    const at = begin + minute * minuteMs
    const cell = at - (at % (5 * minuteMs))
    return (
      host.busy.some(({ opens, closes }) => opens <= at && at < closes) ||
      host.booked.some(({ opens, closes }) => opens < cell + 5 * minuteMs && closes > cell)
    )
  })
  const starts: number[] = []
  let opened = 0
  for (let minute = 0; minute < intervals.length; minute += 1) {
    if (intervals[minute] !== intervals[minute - 1]) opened = minute
    const at = begin + minute * minuteMs
    const roundedUp = Math.ceil((begin / minuteMs + opened) / 5) * 5 - begin / minuteMs
    const elapsed = minute - roundedUp
    const end = minute + rules.minutes
    if (intervals[minute] === 0 || elapsed < 0 || elapsed % rules.stepMinutes !== 0) continue
    if (at < from || at >= to || at < now + rules.noticeMinutes * minuteMs) continue
    if (at > now + rules.horizonDays * dayMs) continue
    if (intervals.slice(minute, end).includes(0)) continue
    if (blocked.slice(minute - rules.bufferBefore, end + rules.bufferAfter).some(Boolean)) continue
    starts.push(at)
  }
  return starts
}
