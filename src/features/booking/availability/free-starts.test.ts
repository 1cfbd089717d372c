import { expect, test } from 'vitest'
import type { BusinessHours } from '#contract/business-hours.ts'
import type { Span } from '#features/content/business-hours/open-hours.ts'
import { checkSlotsAgainstOracle } from '#test/harness/slots-oracle.ts'
import {
  type CallRules,
  firstStart,
  freeStarts,
  type HostTimes,
  offeredStarts,
} from './free-starts.ts'
import { hostSpans, type OwnHours } from './host-hours.ts'

const rules: CallRules = {
  minutes: 30,
  bufferBefore: 0,
  bufferAfter: 15,
  stepMinutes: 30,
  noticeMinutes: 240,
  horizonDays: 30,
}

function firmOf(timeZone: string, opens: string, closes: string): BusinessHours {
  const week = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, opens, closes }))
  const schedule = { label: 'Office', week }
  return {
    timeZone,
    zoneLabel: '',
    holidays: [],
    schedules: { chat: schedule, office: schedule },
  }
}

const ms = (text: string) => Date.parse(text)
const span = (opens: string, closes: string) => ({ opens: ms(opens), closes: ms(closes) })
const dayOf = (date: string) => ({
  now: ms(date) - 86_400_000,
  from: ms(`${date}T00:00Z`),
  to: ms(`${date}T00:00Z`) + 86_400_000,
})
const times = (starts: Iterable<number>) =>
  [...starts].map((start) => new Date(start).toISOString().slice(11, 16))

const firm = firmOf('UTC', '09:00', '12:00')
const open = (window: { from: number; to: number }, timeOff = [span('2000-01-01', '2000-01-02')]) =>
  hostSpans(firm, null, timeOff, window.from, window.to)

const window = dayOf('2026-11-24')
const free: HostTimes = { id: 'a', readable: true, open: open(window), booked: [], busy: [] }

test('starts lie on the grid of the hours, and the call ends within them', () => {
  expect(times(freeStarts(rules, free, window, true))).toEqual([
    '09:00',
    '09:30',
    '10:00',
    '10:30',
    '11:00',
    '11:30',
  ])
  const long = { ...rules, minutes: 60, stepMinutes: 45 }
  expect(times(freeStarts(long, free, window, true))).toEqual(['09:00', '09:45', '10:30'])
})

test('notice and horizon are kept to the minute', () => {
  const at = (now: string) => times(freeStarts(rules, free, { ...window, now: ms(now) }, true))
  expect(at('2026-11-24T06:00Z')).toEqual(['10:00', '10:30', '11:00', '11:30'])
  expect(at('2026-11-24T06:01Z')[0]).toBe('10:30')
  expect(at('2026-10-25T10:00Z')).toEqual(['09:00', '09:30', '10:00'])
  expect(at('2026-10-25T09:59Z').at(-1)).toBe('09:30')
})

test('buffers count against bookings and busy times, not against the hours', () => {
  const booked = { ...free, booked: [span('2026-11-24T10:00Z', '2026-11-24T10:45Z')] }
  expect(times(freeStarts(rules, booked, window, true))).toEqual(['09:00', '11:00', '11:30'])
  const busy = { ...free, busy: [span('2026-11-24T09:45Z', '2026-11-24T10:00Z')] }
  expect(times(freeStarts(rules, busy, window, true))).toEqual([
    '09:00',
    '10:00',
    '10:30',
    '11:00',
    '11:30',
  ])
  expect(times(freeStarts({ ...rules, bufferAfter: 20 }, busy, window, true))[0]).toBe('10:00')
  expect(times(freeStarts(rules, busy, window, false))).toHaveLength(6)
})

test('after time off the grid begins anew, at the next five minutes', () => {
  const timeOff = [span('2026-11-24T09:00Z', '2026-11-24T09:42Z')]
  const away = { ...free, open: open(window, timeOff) }
  expect(times(freeStarts(rules, away, window, true))).toEqual(['09:45', '10:15', '10:45', '11:15'])
})

test('hours that meet at midnight are one, of which the grid begins anew', () => {
  const night = firmOf('UTC', '00:00', '24:00')
  const both = { from: ms('2026-11-24T22:00Z'), to: ms('2026-11-25T02:00Z') }
  const host = { ...free, open: hostSpans(night, null, [], both.from, both.to) }
  const long = { ...rules, minutes: 50, stepMinutes: 50 }
  expect(times(freeStarts(long, host, { ...both, now: window.now }, true))).toEqual([
    '22:30',
    '23:20',
    '00:00',
    '00:50',
    '01:40',
  ])
})

const weekOf = (...times: [day: number, opens: string, closes: string][]): OwnHours => ({
  zone: 'UTC',
  week: times.map(([day, opens, closes]) => ({ day, opens, closes })),
})

/** A Tuesday from four in the afternoon until four in the morning. */
const night = { now: window.now, from: ms('2026-11-24T16:00Z'), to: ms('2026-11-25T04:00Z') }

test.each<[string, OwnHours, typeof window, CallRules, readonly Span[], readonly string[]]>([
  [
    'touch, in any order',
    weekOf([2, '12:00', '15:00'], [2, '09:00', '12:00']),
    ...([window, { ...rules, minutes: 120, stepMinutes: 60 }, []] as const),
    ['09:00', '10:00', '11:00', '12:00', '13:00'],
  ],
  [
    'touch, at one start asked for',
    weekOf([2, '09:00', '12:00'], [2, '12:00', '15:00']),
    { ...window, from: ms('2026-11-24T11:30Z'), to: ms('2026-11-24T11:30Z') + 1 },
    ...([{ ...rules, minutes: 60 }, [], ['11:30']] as const),
  ],
  [
    'touch at midnight',
    weekOf([2, '22:00', '24:00'], [3, '00:00', '01:00']),
    ...([
      night,
      { ...rules, minutes: 60 },
      [],
      ['22:00', '22:30', '23:00', '23:30', '00:00'],
    ] as const),
  ],
  [
    'have a minute between',
    weekOf([2, '09:00', '12:00'], [2, '12:01', '15:00']),
    ...([
      window,
      { ...rules, minutes: 120, stepMinutes: 60 },
      [],
      ['09:00', '10:00', '12:05'],
    ] as const),
  ],
  [
    'are cut by time off at midnight',
    weekOf([2, '22:00', '24:00'], [3, '00:00', '02:00']),
    ...([night, { ...rules, minutes: 60, stepMinutes: 60 }] as const),
    [span('2026-11-25T00:00Z', '2026-11-25T00:30Z')],
    ['22:00', '23:00', '00:30'],
  ],
])('hours that %s', (_what, own, asked, callRules, timeOff, expected) => {
  const host = { ...free, open: hostSpans(firm, own, timeOff, asked.from, asked.to) }
  expect(times(freeStarts(callRules, host, asked, true))).toEqual(expected)
})

test('a holiday replaces the firm’s hours and limits a host’s own', () => {
  const half = [{ opens: '08:00', closes: '10:30' }]
  const holiday = { date: '2026-11-24', name: 'Move', yearly: false, chat: [], office: half }
  const firmWithHoliday = { ...firm, holidays: [holiday] }
  const spans = (own: Parameters<typeof hostSpans>[1]) =>
    hostSpans(firmWithHoliday, own, [], window.from, window.to)
  expect(spans(null)).toMatchObject([span('2026-11-24T08:00Z', '2026-11-24T10:30Z')])
  const week = [{ day: 2, opens: '10:00', closes: '18:00' }]
  expect(spans({ zone: 'UTC', week })).toMatchObject([
    span('2026-11-24T10:00Z', '2026-11-24T10:30Z'),
  ])
  // The date of a holiday, like its hours, is in the host's zone.
  expect(spans({ zone: 'America/New_York', week })).toMatchObject([
    span('2026-11-24T15:00Z', '2026-11-24T15:30Z'),
  ])
})

test('9 to 17 is 9 to 17 on both sides of a clock change', () => {
  const berlin = firmOf('Europe/Berlin', '01:00', '05:00')
  const hours = (date: string) =>
    times(
      freeStarts(
        { ...rules, minutes: 60, stepMinutes: 60 },
        { ...free, open: hostSpans(berlin, null, [], ms(date), ms(date) + 86_400_000) },
        dayOf(date),
        true,
      ),
    )
  expect(hours('2026-03-28')).toEqual(['00:00', '01:00', '02:00', '03:00'])
  expect(hours('2026-03-29')).toEqual(['00:00', '01:00', '02:00', '23:00'])
  expect(hours('2026-10-25')).toEqual(['00:00', '01:00', '02:00', '03:00'])
})

test('a start is offered once if any host is free; without a readable one it is to be confirmed', () => {
  const noon = [span('2026-11-24T09:00Z', '2026-11-24T11:00Z')]
  const busy = { ...free, id: 'b', busy: noon }
  const offer = (...hosts: HostTimes[]) => {
    const { starts, toBeConfirmed } = offeredStarts(rules, hosts, window)
    return [times(starts).length, toBeConfirmed]
  }
  expect(offer(free, busy)).toEqual([6, false])
  expect(offer({ ...free, readable: false }, busy)).toEqual([2, false])
  expect(offer({ ...busy, readable: false })).toEqual([6, true])
  expect(offer()).toEqual([0, false])
  const first = (...hosts: HostTimes[]) => firstStart(rules, hosts, window)
  expect(first({ ...free, readable: false }, busy)).toBe(ms('2026-11-24T11:00Z'))
  expect(first({ ...busy, readable: false })).toBe(ms('2026-11-24T09:00Z'))
  expect(first()).toBe(undefined)
})

test('it agrees with an oracle that goes minute by minute, around every clock change', () => {
  const { compared, starts, differences } = checkSlotsAgainstOracle({
    zones: [
      'America/Los_Angeles',
      'Europe/Berlin',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'America/Sao_Paulo',
      'UTC',
    ],
    years: [2026, 2030],
    days: 2,
    hosts: 2,
    seed: 1,
  })
  expect(differences).toEqual([])
  expect(compared).toBe(6 * 10 * 2)
  expect(starts).toBeGreaterThan(1_000)
}, 60_000)
