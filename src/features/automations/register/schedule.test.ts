import { CronExpressionParser } from 'cron-parser'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cronProblem, nextTime, nextTimes, type Schedule } from './schedule.ts'

const cron = (expression: string, timeZone = 'Europe/Berlin'): Schedule => ({
  scheduleKind: 'cron',
  periodSeconds: null,
  cron: expression,
  timeZone,
})

const times = (schedule: Schedule, after: string, count: number) =>
  nextTimes(schedule, Date.parse(after), count).map((at) => new Date(at).toISOString().slice(5, 16))

test.each([
  ['30 2 * * *', '2026-03-28T02:00Z', ['03-29T01:00', '03-30T00:30']],
  ['30 2 * * *', '2026-10-24T02:00Z', ['10-25T00:30', '10-26T01:30']],
  ['0 2,3 * * *', '2026-10-24T12:00Z', ['10-25T00:00', '10-25T02:00', '10-26T01:00']],
  ['0 */2 * * *', '2026-03-28T22:30Z', ['03-28T23:00', '03-29T02:00', '03-29T04:00']],
  [
    '*/30 * * * *',
    '2026-10-24T23:45Z',
    ['10-25T00:00', '10-25T00:30', '10-25T01:00', '10-25T01:30', '10-25T02:00', '10-25T02:30'],
  ],
  ['0 2,3 * * *', '2026-03-28T12:00Z', ['03-29T01:00', '03-30T00:00', '03-30T01:00']],
  ['*/20 2 * * *', '2026-03-28T02:00Z', ['03-30T00:00', '03-30T00:20']],
])('%s in Berlin after %s', (expression, after, expected) => {
  expect(times(cron(expression), after, expected.length)).toEqual(expected)
})

test('names, ranges, steps, the last day and the second Monday are understood', () => {
  const timesOf = (expression: string) => times(cron(expression, 'UTC'), '2026-11-01T00:00Z', 2)
  expect(timesOf('0 9 * jan-mar mon-fri')).toEqual(['01-01T09:00', '01-04T09:00'])
  expect(timesOf('10-50/20 0 L * *')).toEqual(['11-30T00:10', '11-30T00:30'])
  expect(timesOf('0 0 * * MON#2')).toEqual(['11-09T00:00', '12-14T00:00'])
  expect(timesOf('0 0 29 2 *')).toEqual(['02-29T00:00', '02-29T00:00'])
  expect(timesOf('0 0 1,15 * 1')).toEqual(['11-02T00:00', '11-09T00:00'])
  expect(timesOf('0 0 */2 * 1')).toEqual(['11-09T00:00', '11-23T00:00'])
})

test('a period counts from the moment, and without a schedule nothing is due', () => {
  const none: Schedule = { scheduleKind: 'none', periodSeconds: null, ...noCron }
  expect(nextTime(none, 0)).toBeUndefined()
  const period: Schedule = { scheduleKind: 'period', periodSeconds: 90, ...noCron }
  expect(nextTimes(period, 1_000, 2)).toEqual([91_000, 181_000])
})

const noCron = { cron: null, timeZone: null }

test.each(['0 0 31 2 *', '60 * * * *', '* * * *', '0 * * * * *', '@daily', 'soon', '0 0 * * 8'])(
  'refuses %s',
  (expression) => {
    expect(cronProblem(expression, 'Europe/Berlin', Date.now())).toMatch(/never comes|five fields/)
  },
)

const zones = [
  'Europe/Berlin',
  'America/New_York',
  'America/Santiago',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'Pacific/Chatham',
]
const [first, last] = [Date.parse('2026-01-01T00:00Z'), Date.parse('2031-01-01T00:00Z')]
const minuteMs = 60_000

const listed = (low: number, high: number) =>
  fc
    .uniqueArray(fc.integer({ min: low, max: high }), { minLength: 1, maxLength: 3 })
    .map((numbers) => ({ text: numbers.join(','), numbers }))

/** A cron field, both as a list of numbers and as text. */
const field = (low: number, high: number) => {
  const all = Array.from({ length: high - low + 1 }, (_, n) => low + n)
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant({ text: '*', numbers: all }) },
    fc.integer({ min: 2, max: Math.min(20, high - low) }).map((step) => ({
      text: `*/${step}`,
      numbers: all.filter((n) => (n - low) % step === 0),
    })),
    { weight: 4, arbitrary: listed(low, high) },
  )
}

const plans = fc.record({
  zone: fc.constantFrom(...zones),
  minute: field(0, 59),
  hour: fc.oneof(field(0, 23), listed(0, 4)),
  weekday: field(0, 6),
  from: fc.integer({ min: first, max: last }),
})
type Plan = typeof plans extends fc.Arbitrary<infer T> ? T : never

const formats = new Map(
  zones.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
  ]),
)

/** The wall clock in minutes, read from its digits. */
function wallMinutes(zone: string, at: number): number {
  const [, day, month, year, hour, minute] =
    /(\d+)\/(\d+)\/(\d+), (\d+):(\d+)/.exec(formats.get(zone)?.format(at) ?? '') ?? []
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}Z`) / minuteMs
}

/**
 * Debian's cron simulated minute by minute: what its clock shows, and what it has skipped or
 * already seen.
 */
function* startsOf({ zone, minute, hour, weekday }: Plan, from: number, minutes: number) {
  const isWildcard = [minute, hour].some(({ text }) => text.startsWith('*'))
  const matches = (wall: number) => {
    const time = new Date(wall * minuteMs)
    return (
      minute.numbers.includes(time.getUTCMinutes()) &&
      hour.numbers.includes(time.getUTCHours()) &&
      weekday.numbers.includes(time.getUTCDay())
    )
  }
  // The simulation starts six hours earlier, to know what was seen.
  const begin = Math.floor(from / minuteMs) - 360
  let seen = wallMinutes(zone, begin * minuteMs) - 1
  for (let at = begin; at <= begin + 360 + minutes; at++) {
    const wall = wallMinutes(zone, at * minuteMs)
    let starts = isWildcard && matches(wall)
    for (let passed = seen + 1; !isWildcard && passed <= wall; passed++) starts ||= matches(passed)
    seen = Math.max(seen, wall)
    if (starts && at * minuteMs > from) yield at * minuteMs
  }
}

test('agrees with a clock read minute by minute, around changes of the clock and elsewhere', () => {
  const changes = zones.flatMap((zone) => {
    const found: [string, number][] = []
    for (let at = first; at < last; at += 24 * 3_600_000) {
      const ahead = (when: number) => wallMinutes(zone, when) - when / minuteMs
      if (ahead(at) !== ahead(at + 24 * 3_600_000)) found.push([zone, at])
    }
    return found
  })
  expect(changes.length).toBeGreaterThan(40)
  const near = fc.tuple(fc.constantFrom(...changes), fc.integer({ min: 0, max: 1_440 }))
  const check = (plan: Plan) => {
    const schedule = cron(
      `${plan.minute.text} ${plan.hour.text} * * ${plan.weekday.text}`,
      plan.zone,
    )
    const minutes = 1_440
    const expected = [...startsOf(plan, plan.from, minutes)].slice(0, 60)
    const found = nextTimes(schedule, plan.from, Math.max(expected.length, 1))
    if (expected.length > 0) expect(found).toEqual(expected)
    else expect(found[0] ?? last).toBeGreaterThan(plan.from + minutes * minuteMs - minuteMs)
  }
  fc.assert(fc.property(plans, check), { numRuns: 15 })
  const shifted = fc.tuple(plans, near).map(([plan, [[zone, at], minutes]]) => ({
    ...plan,
    zone,
    from: at + minutes * minuteMs,
  }))
  fc.assert(fc.property(shifted, check), { numRuns: 45 })
})

test('agrees with cron-parser on days without a change of the clock', () => {
  const steady = plans.filter(({ from, zone }) => {
    const ahead = (when: number) => wallMinutes(zone, when) - Math.floor(when / minuteMs)
    return [-1, 1, 8, 15].every((days) => ahead(from + days * 86_400_000) === ahead(from))
  })
  const check = ({ zone, minute, hour, weekday, from }: Plan) => {
    const expression = `${minute.text} ${hour.text} * * ${weekday.text}`
    const parser = CronExpressionParser.parse(expression, { currentDate: new Date(from), tz: zone })
    const expected = [parser.next(), parser.next()].map((at) => at.getTime())
    expect(nextTimes(cron(expression, zone), from, 2)).toEqual(expected)
  }
  fc.assert(fc.property(steady, check), { numRuns: 200 })
})
