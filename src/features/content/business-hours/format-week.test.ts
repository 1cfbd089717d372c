import { expect, test } from 'vitest'
import { brand } from '#brand.ts'
import type { WeekInterval } from '#contract/business-hours.ts'
import { formatWeek } from './format-week.ts'

function withWeek(week: WeekInterval[]) {
  const { office } = brand.hours.schedules
  return { ...brand.hours, schedules: { office, chat: { label: 'Chat', week } } }
}

const week = (...intervals: [days: number[], opens: string, closes: string][]) =>
  withWeek(
    intervals.flatMap(([days, opens, closes]) => days.map((day) => ({ day, opens, closes }))),
  )

const mondayToFriday = [1, 2, 3, 4, 5]
const everyDay = [...mondayToFriday, 6, 7]

test('the brand has its hours from Monday to Friday', () => {
  expect(formatWeek(brand.hours, 'chat')).toBe('9 AM to 6 PM Pacific, Monday to Friday')
  expect(formatWeek(brand.hours, 'office')).toBe('9 AM to 5 PM Pacific, Monday to Friday')
})

test.each([
  [week(), 'closed'],
  [week([[6], '00:00', '12:00']), '12 AM to 12 PM Pacific, Saturday'],
  [week([[6], '12:05', '24:00']), '12:05 PM to 12 AM Pacific, Saturday'],
  [week([everyDay, '00:00', '24:00']), 'all day, Monday to Sunday'],
  [
    week([mondayToFriday, '09:30', '18:00'], [[6], '10:00', '14:00']),
    '9:30 AM to 6 PM Pacific, Monday to Friday; 10 AM to 2 PM, Saturday',
  ],
  [
    week([[1, 3], '13:00', '17:00'], [[1, 3], '09:00', '12:00']),
    '9 AM to 12 PM and 1 PM to 5 PM Pacific, Monday; 9 AM to 12 PM and 1 PM to 5 PM, Wednesday',
  ],
  [week([[6], '12:00', '15:00'], [[6], '09:00', '12:00']), '9 AM to 3 PM Pacific, Saturday'],
  [
    week([[1, 2], '00:00', '24:00'], [[3, 4], '08:00', '09:00'], [[7], '08:00', '09:00']),
    'all day, Monday to Tuesday; 8 AM to 9 AM Pacific, Wednesday to Thursday; 8 AM to 9 AM, Sunday',
  ],
])('formats a week: %#', (hours, text) => {
  expect(formatWeek(hours, 'chat')).toBe(text)
})
