import { expect, test } from 'vitest'
import { daysOf, dayToBegin, partsOf, type Slots } from './picker-days.ts'

const zone = 'UTC'
const at = (day: number, hour: number) =>
  `2026-12-0${day}T${String(hour).padStart(2, '0')}:00:00.000Z`

/** The free times of a month, by day and hour. */
function monthWith(...starts: string[]): Slots {
  const byDay = Map.groupBy(starts, (start) => start.slice(0, 10))
  const days = [...byDay].map(([day, ofDay]) => ({ day, slots: ofDay.map((start) => ({ start })) }))
  const rest = {
    type: 'consultation',
    minutes: 30,
    nextDay: null,
    open: true,
    toBeConfirmed: false,
  }
  return { ...rest, zone, from: '2026-12-01', days }
}

test('what was offered and is gone keeps its place, also as the last of its day', () => {
  const offered = [at(1, 9), at(1, 10), at(2, 9)]
  expect(daysOf(monthWith(at(1, 9), at(1, 11)), offered)).toEqual([
    {
      day: '2026-12-01',
      times: [
        { start: at(1, 9), isTaken: false },
        { start: at(1, 10), isTaken: true },
        { start: at(1, 11), isTaken: false },
      ],
    },
    { day: '2026-12-02', times: [{ start: at(2, 9), isTaken: true }] },
  ])
})

test('the first day begins with a time between 7 AM and 9 PM, unless all are at night', () => {
  const begin = (...starts: string[]) => dayToBegin(daysOf(monthWith(...starts), []), zone)?.day
  expect(begin(at(1, 6), at(1, 21), at(2, 7))).toBe('2026-12-02')
  expect(begin(at(1, 6), at(1, 20), at(2, 7))).toBe('2026-12-01')
  expect(begin(at(1, 2), at(2, 23))).toBe('2026-12-01')
  expect(begin()).toBeUndefined()
})

test('a day is told by its parts, its night before them set apart', () => {
  const [day] = daysOf(monthWith(...[0, 6, 7, 11, 12, 16, 17, 23].map((hour) => at(1, hour))), [])
  if (!day) throw new Error('no day')
  const hours = (times: { start: string }[]) =>
    times.map(({ start }) => Number(start.slice(11, 13)))
  const { night, parts } = partsOf(zone, day)
  expect(hours(night)).toEqual([0, 6])
  expect(parts.map(({ name, times }) => [name, hours(times)])).toEqual([
    ['Morning', [7, 11]],
    ['Afternoon', [12, 16]],
    ['Evening', [17, 23]],
  ])
})
