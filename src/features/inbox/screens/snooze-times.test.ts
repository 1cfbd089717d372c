import { expect, test } from 'vitest'
import { dueWords, momentWords, spanWords } from './due-words.ts'
import { snoozeHint, snoozeTimes } from './snooze-times.ts'

const minute = 60_000
const hour = 60 * minute

const offered = (now: Date) =>
  snoozeTimes(now).map(({ label, until }) => [
    label,
    until.toLocaleString('en-US', { weekday: 'short', hour: 'numeric', minute: '2-digit' }),
  ])

test('in the morning the afternoon is offered, and Monday unless that is tomorrow', () => {
  // This is a Wednesday in the machine's zone.
  expect(offered(new Date(2026, 10, 18, 9, 30))).toEqual([
    ['In 1 hour', 'Wed 10:30 AM'],
    ['This afternoon', 'Wed 3:00 PM'],
    ['Tomorrow morning', 'Thu 9:00 AM'],
    ['Monday morning', 'Mon 9:00 AM'],
  ])
  const sunday = offered(new Date(2026, 10, 22, 14, 30))
  expect(sunday.map(([label]) => label)).toEqual(['In 1 hour', 'Tomorrow morning'])
  const monday = snoozeTimes(new Date(2026, 10, 23, 8, 0)).at(-1)
  expect(monday?.until).toEqual(new Date(2026, 10, 30, 9))
})

test('a time after the due time is said to be', () => {
  const now = new Date(2026, 10, 18, 9, 30)
  const until = new Date(2026, 10, 19, 9)
  const due = (hours: number) => new Date(until.getTime() + hours * hour).toISOString()
  expect(snoozeHint(until, due(1), now, 'en-US')).toBe('Thu 9:00 AM')
  expect(snoozeHint(until, due(-1), now, 'en-US')).toBe('Thu 9:00 AM, after the due time')
})

test('a time says no more of its day than is needed', () => {
  const now = new Date(2026, 10, 18, 9, 30)
  const words = (day: number, hour: number) =>
    momentWords(new Date(2026, 10, day, hour), now.getTime(), 'en-US')
  expect(
    [words(18, 15), words(17, 9), words(26, 9)].map((one) => one.replaceAll('\u202f', ' ')),
  ).toEqual(['3:00 PM', 'Tue 9:00 AM', 'Nov 26, 9:00 AM'])
})

test('times to an answer are short words', () => {
  const spans = [1, 59_999, 12 * minute, hour, 47 * hour, 49 * hour].map(spanWords)
  expect(spans).toEqual(['1 min', '1 min', '12 min', '1 h', '47 h', '2 days'])
  const now = Date.now()
  expect(dueWords(new Date(now + 3 * hour).toISOString(), now)).toBe('Due in 3 h')
  expect(dueWords(new Date(now - 2 * hour).toISOString(), now)).toBe('Overdue 2 h')
  expect(dueWords(new Date(now).toISOString(), now)).toBe('Overdue 1 min')
})
