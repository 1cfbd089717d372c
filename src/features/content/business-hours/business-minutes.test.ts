import type { DateTime } from 'luxon'
import { expect, test } from 'vitest'
import { brand } from '#brand.ts'
import type { BusinessHours, WeekInterval } from '#contract/business-hours.ts'
import {
  changesOf,
  checkAgainstOracle,
  workingHoursLater,
} from '#test/harness/business-hours-oracle.ts'
import {
  addBusinessMinutes,
  addWorkingHours,
  businessMinutesBetween,
  nextOpening,
  openIntervals,
} from './business-minutes.ts'
import { formatHolidays } from './holiday-lines.ts'
import { isOpen } from './open-hours.ts'
import { addClockHours } from './reply-time.ts'

const on = (days: number[], opens: string, closes: string): WeekInterval[] =>
  days.map((day) => ({ day, opens, closes }))

const everyDay = [1, 2, 3, 4, 5, 6, 7]

function hoursOf(
  timeZone: string,
  week: WeekInterval[],
  holidays: BusinessHours['holidays'] = [],
): BusinessHours {
  const schedule = { label: 'Chat', week }
  return { timeZone, zoneLabel: '', schedules: { chat: schedule, office: schedule }, holidays }
}

const berlin = hoursOf('Europe/Berlin', on([1, 2, 3, 4, 5], '09:00', '17:00'))

const add = (hours: BusinessHours, at: string, minutes: number) =>
  addBusinessMinutes(hours, 'chat', new Date(at), minutes)?.toISOString() ?? null
const opening = (hours: BusinessHours, at: string) => {
  const next = nextOpening(hours, 'chat', new Date(at))
  return next && [next.opens.toISOString(), next.closes.toISOString()]
}
const between = (hours: BusinessHours, from: string, to: string) =>
  businessMinutesBetween(hours, 'chat', new Date(from), new Date(to))
const openAt = (hours: BusinessHours, at: string) => isOpen(hours, 'chat', new Date(at))

test('minutes count while it is open, and go on at the next opening', () => {
  expect(add(berlin, '2026-11-20T10:00:00.000Z', 5)).toBe('2026-11-20T10:05:00.000Z')
  expect(add(berlin, '2026-11-20T15:58:30.500Z', 5)).toBe('2026-11-23T08:03:30.500Z')
  expect(add(berlin, '2026-11-21T10:00:00.000Z', 3.75)).toBe('2026-11-23T08:03:45.000Z')
  expect(add(berlin, '2026-11-20T15:55:00.000Z', 5)).toBe('2026-11-20T16:00:00.000Z')
  expect(add(berlin, '2026-11-21T10:00:00.000Z', 0)).toBe('2026-11-21T10:00:00.000Z')
  expect(add(berlin, '2026-11-20T08:00:00.000Z', 5 * 480)).toBe('2026-11-26T16:00:00.000Z')
})

test('impossible minutes are an error, and none within 400 days are null', () => {
  for (const minutes of [-1, Number.NaN]) {
    expect(() => add(berlin, '2026-11-20T10:00:00Z', minutes)).toThrow(RangeError)
  }
  expect(add(berlin, '2026-11-20T10:00:00Z', 400 * 1_440)).toBe(null)
  expect(add(berlin, '2026-11-20T10:00:00Z', Number.POSITIVE_INFINITY)).toBe(null)
  const never = hoursOf('Europe/Berlin', [])
  expect(add(never, '2026-11-20T10:00:00Z', 1)).toBe(null)
  expect(add(never, '2026-11-20T10:00:00.000Z', 0)).toBe('2026-11-20T10:00:00.000Z')
  expect(opening(never, '2026-11-20T10:00:00Z')).toBe(null)
  expect(openAt(never, '2026-11-20T10:00:00Z')).toBe(false)
  expect(() => openAt(hoursOf('Mars/Olympus', []), '2026-11-20T10:00:00Z')).toThrow(RangeError)
})

test('the next opening comes strictly after, also while it is open', () => {
  const monday = ['2026-11-23T08:00:00.000Z', '2026-11-23T16:00:00.000Z']
  expect(opening(berlin, '2026-11-20T10:00:00Z')).toEqual(monday)
  expect(opening(berlin, '2026-11-20T16:00:00Z')).toEqual(monday)
  expect(opening(berlin, '2026-11-23T07:59:59.999Z')).toEqual(monday)
  expect(opening(berlin, '2026-11-23T08:00:00Z')?.[0]).toBe('2026-11-24T08:00:00.000Z')
})

test('the opening instant is open and the closing one is not', () => {
  expect(openAt(berlin, '2026-11-23T07:59:59.999Z')).toBe(false)
  expect(openAt(berlin, '2026-11-23T08:00:00.000Z')).toBe(true)
  expect(openAt(berlin, '2026-11-23T15:59:59.999Z')).toBe(true)
  expect(openAt(berlin, '2026-11-23T16:00:00.000Z')).toBe(false)
})

test('hours past midnight are two intervals and one opening', () => {
  const late = hoursOf('Europe/Berlin', [
    ...on([5], '22:00', '24:00'),
    ...on([6], '00:00', '02:00'),
  ])
  expect(opening(late, '2026-11-20T12:00:00Z')).toEqual([
    '2026-11-20T21:00:00.000Z',
    '2026-11-21T01:00:00.000Z',
  ])
  expect(openAt(late, '2026-11-20T23:00:00Z')).toBe(true)
  expect(add(late, '2026-11-20T12:00:00Z', 180)).toBe('2026-11-21T00:00:00.000Z')
})

test('always open: every minute counts and nothing opens', () => {
  const always = hoursOf('Europe/Berlin', on(everyDay, '00:00', '24:00'))
  expect(opening(always, '2026-10-24T12:00:00Z')).toBe(null)
  expect(between(always, '2026-10-24T00:00:00Z', '2026-10-27T00:00:00Z')).toBe(3 * 1_440)
  expect(add(always, '2026-10-24T12:00:00.000Z', 1_440)).toBe('2026-10-25T12:00:00.000Z')
})

test('holidays replace the week, a dated one beats a yearly one, 29 February has its years', () => {
  const closed = { chat: [], office: [] }
  const short = [{ opens: '10:00', closes: '12:00' }]
  const hours = hoursOf('Europe/Berlin', on(everyDay, '09:00', '17:00'), [
    { date: '2020-12-25', name: 'Christmas Day', yearly: true, ...closed },
    { date: '2026-12-25', name: 'Open house', yearly: false, chat: short, office: [] },
    { date: '2028-02-29', name: 'Leap day', yearly: true, ...closed },
    { date: '2026-11-21', name: 'Move', yearly: false, chat: [], office: short },
  ])
  const noon = (date: string) => openAt(hours, `${date}T10:30:00Z`)
  expect(['2026-12-24', '2026-12-25', '2027-12-25', '2028-12-25'].map(noon)).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect(openAt(hours, '2026-12-25T08:30:00Z')).toBe(false)
  expect(['2027-02-28', '2027-03-01', '2028-02-29', '2032-02-29'].map(noon)).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect(between(hours, '2026-12-25T00:00:00Z', '2026-12-26T00:00:00Z')).toBe(120)
  expect(isOpen(hours, 'office', new Date('2026-11-21T10:30:00Z'))).toBe(true)
  expect(noon('2026-11-21')).toBe(false)
})

test('an hour that does not exist is moved forward, one that exists twice counts twice', () => {
  // On March 29, 2026, 02:00 becomes 03:00; on October 25, 2026, 03:00 becomes 02:00.
  const gap = (opens: string, closes: string) =>
    opening(hoursOf('Europe/Berlin', on([7], opens, closes)), '2026-03-28T12:00:00Z')
  expect(gap('02:15', '05:00')).toEqual(['2026-03-29T01:15:00.000Z', '2026-03-29T03:00:00.000Z'])
  expect(gap('01:00', '02:30')).toEqual(['2026-03-29T00:00:00.000Z', '2026-03-29T01:30:00.000Z'])
  // The interval would open at 03:30 and close at 03:15 then, so it is dropped.
  expect(gap('02:30', '03:15')?.[0]).toBe('2026-04-05T00:30:00.000Z')
  const fold = (opens: string, closes: string) =>
    opening(hoursOf('Europe/Berlin', on([7], opens, closes)), '2026-10-24T12:00:00Z')
  expect(fold('02:30', '04:00')).toEqual(['2026-10-25T00:30:00.000Z', '2026-10-25T03:00:00.000Z'])
  expect(fold('01:00', '02:30')).toEqual(['2026-10-24T23:00:00.000Z', '2026-10-25T01:30:00.000Z'])
})

test('overlaps that a clock change makes are counted once', () => {
  const split = [...on([7], '01:00', '02:40'), ...on([7], '02:45', '04:00')]
  const hours = hoursOf('Europe/Berlin', split)
  expect(between(hours, '2026-10-24T12:00:00Z', '2026-10-25T12:00:00Z')).toBe(240)
  expect(opening(hours, '2026-10-24T12:00:00Z')).toEqual([
    '2026-10-24T23:00:00.000Z',
    '2026-10-25T03:00:00.000Z',
  ])
})

test('a clock change at midnight moves hours into the next date', () => {
  // In Nuuk on March 28, 2026, 23:00 becomes 24:00.
  const week = [...on([6], '23:15', '23:45'), ...on([7], '00:00', '00:10')]
  const nuuk = hoursOf('America/Nuuk', week)
  expect(opening(nuuk, '2026-03-28T12:00:00Z')).toEqual([
    '2026-03-29T01:00:00.000Z',
    '2026-03-29T01:10:00.000Z',
  ])
  expect(opening(nuuk, '2026-03-29T01:05:00Z')).toEqual([
    '2026-03-29T01:15:00.000Z',
    '2026-03-29T01:45:00.000Z',
  ])
  expect(openAt(nuuk, '2026-03-29T01:20:00Z')).toBe(true)
  expect(between(nuuk, '2026-03-28T12:00:00Z', '2026-03-29T12:00:00Z')).toBe(40)
  // In Havana on November 1, 2026, 01:00 becomes 00:00, so Saturday closes at the second midnight.
  const havana = hoursOf('America/Havana', on([6], '22:00', '24:00'))
  expect(opening(havana, '2026-10-31T12:00:00Z')).toEqual([
    '2026-11-01T02:00:00.000Z',
    '2026-11-01T05:00:00.000Z',
  ])
  expect(openAt(havana, '2026-11-01T04:30:00Z')).toBe(true)
})

test('minutes between two instants have fractions and a sign', () => {
  expect(between(berlin, '2026-11-20T15:59:30Z', '2026-11-23T08:00:15Z')).toBe(0.75)
  expect(between(berlin, '2026-11-23T08:00:15Z', '2026-11-20T15:59:30Z')).toBe(-0.75)
  expect(between(berlin, '2026-11-20T10:00:00Z', '2026-11-20T10:00:00Z')).toBe(0)
})

test('open intervals end at the instants asked for, and those that touch are one', () => {
  const late = hoursOf('Europe/Berlin', [
    ...on([5], '22:00', '24:00'),
    ...on([6], '00:00', '02:00'),
  ])
  const between = (from: string, to: string) =>
    openIntervals(late, 'chat', new Date(from), new Date(to)).map(({ opens, closes }) =>
      [opens, closes].map((at) => at.toISOString()),
    )
  expect(between('2026-11-20T00:00:00Z', '2026-11-23T00:00:00Z')).toEqual([
    ['2026-11-20T21:00:00.000Z', '2026-11-21T01:00:00.000Z'],
  ])
  expect(between('2026-11-20T22:00:00Z', '2026-11-20T23:30:00Z')).toEqual([
    ['2026-11-20T22:00:00.000Z', '2026-11-20T23:30:00.000Z'],
  ])
  expect(between('2026-11-23T00:00:00Z', '2026-11-20T00:00:00Z')).toEqual([])
  expect(between('2026-01-01T00:00:00Z', '2027-01-02T00:00:00Z')).toHaveLength(53)
  expect(() => between('2026-01-01T00:00:00Z', '2027-01-02T00:00:00.001Z')).toThrow(RangeError)
})

test('24 hours of working days agree with a calendar walked by the quarter of an hour', () => {
  const days = on([1, 2, 3, 4, 5], '09:00', '17:00')
  const closed = { chat: [], office: [] }
  const add = (hours: BusinessHours, at: string | number, count: number) =>
    addWorkingHours(hours, 'chat', new Date(at), count)?.toISOString()
  expect(add(berlin, '2026-11-20T18:00:00Z', 24)).toBe('2026-11-23T18:00:00.000Z')
  expect(add(berlin, '2026-11-21T11:00:00Z', 24)).toBe('2026-11-23T23:00:00.000Z')
  expect(add(berlin, '2026-10-23T17:00:00Z', 24)).toBe('2026-10-26T18:00:00.000Z')
  expect(add(hoursOf('Europe/Berlin', []), '2026-11-20T18:00:00Z', 24)).toBeUndefined()
  const zones = ['Europe/Berlin', 'America/Los_Angeles', 'Australia/Lord_Howe', 'Africa/Cairo']
  for (const zone of zones) {
    for (const [index, change] of changesOf(zone, [2026, 2026]).entries()) {
      const everyWeek = index % 2 === 0
      const holiday = new Date(change + 2 * 86_400_000).toISOString().slice(0, 10)
      const week = everyWeek ? on(everyDay, '09:00', '17:00') : days
      const hours = hoursOf(zone, week, [{ date: holiday, name: 'Day', yearly: false, ...closed }])
      const isWorking = (date: DateTime) =>
        (everyWeek || date.weekday < 6) && date.toISODate() !== holiday
      for (let hour = -60; hour <= 60; hour += 7) {
        const at = new Date(change + hour * 3_600_000)
        for (const count of [6, 24]) {
          const walked = workingHoursLater(zone, at, count, isWorking).toISOString()
          expect(add(hours, +at, count), `${zone} ${at.toISOString()} + ${count}`).toBe(walked)
        }
      }
    }
  }
})

test('hours of the clock count open or not, also when the clock changes', () => {
  const at = new Date('2026-10-24T12:00:00Z')
  expect(addClockHours(at, 24).toISOString()).toBe('2026-10-25T12:00:00.000Z')
  expect(addClockHours(at, 0.5).toISOString()).toBe('2026-10-24T12:30:00.000Z')
})

test('holidays of the next 14 days are announced, on the dates of the firm', () => {
  const closed = { chat: [], office: [] }
  const hours = hoursOf('Pacific/Auckland', on(everyDay, '09:00', '17:00'), [
    { date: '2020-12-25', name: 'Christmas Day', yearly: true, ...closed },
    { date: '2026-12-24', name: 'Christmas Eve', yearly: false, ...closed },
    {
      date: '2026-12-31',
      name: 'Last day',
      yearly: false,
      ...closed,
      chat: [{ opens: '09:00', closes: '12:30' }],
    },
  ])
  const lines = (at: string) => formatHolidays(hours, 'chat', new Date(at))
  expect(lines('2026-12-10T10:59:00Z')).toEqual(['Closed on Thursday, December 24 (Christmas Eve)'])
  expect(lines('2026-12-10T11:00:00Z')).toEqual([
    'Closed on Thursday, December 24 (Christmas Eve)',
    'Closed on Friday, December 25 (Christmas Day)',
  ])
  expect(lines('2026-12-25T12:00:00Z')).toEqual([
    'Open 9 AM to 12:30 PM on Thursday, December 31 (Last day)',
  ])
  expect(lines('2027-01-01T12:00:00Z')).toEqual([])
})

test('it agrees with the wall clock of luxon, minute by minute, around every clock change', () => {
  const { windows, moments, differences } = checkAgainstOracle({
    zones: ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'],
    years: [2026, 2028],
    days: 1,
    schedules: 1,
    seed: 1,
  })
  expect(differences).toEqual([])
  // Three of the zones have six changes; Kathmandu has none, so six other days are used there.
  expect(windows).toBe(24)
  expect(moments).toBe(24 * 1_440)
}, 60_000)

test('10,000 sums take less than a second of processor time', () => {
  const from = process.cpuUsage()
  for (let index = 0; index < 10_000; index += 1) {
    const at = new Date(Date.UTC(2026, 0, 1) + index * 3_600_000)
    addBusinessMinutes(brand.hours, 'chat', at, 5)
  }
  expect(process.cpuUsage(from).user / 1_000).toBeLessThan(1_000)
})
