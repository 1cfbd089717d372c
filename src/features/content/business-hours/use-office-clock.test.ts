import { expect, test } from 'vitest'
import { spokenHour } from './office-hours.ts'
import { officeClock } from './use-office-clock.ts'

test('the clock reads Pacific time wherever the visitor is', () => {
  expect(officeClock(new Date('2026-11-20T20:04:00Z'))).toEqual({ time: '12:04 PM', open: true })
})

test('it opens at nine and closes at six, daylight saving included', () => {
  expect(officeClock(new Date('2026-11-20T16:59:00Z')).open).toBe(false)
  expect(officeClock(new Date('2026-11-20T17:00:00Z')).open).toBe(true)
  expect(officeClock(new Date('2026-07-21T00:59:00Z')).open).toBe(true)
  expect(officeClock(new Date('2026-07-21T01:00:00Z')).open).toBe(false)
})

test('it is closed on Saturday and Sunday of the Pacific week', () => {
  expect(officeClock(new Date('2026-11-21T20:00:00Z')).open).toBe(false)
  expect(officeClock(new Date('2026-11-22T20:00:00Z')).open).toBe(false)
  expect(officeClock(new Date('2026-11-24T01:00:00Z')).open).toBe(true)
})

test('full hours are spoken with AM and PM', () => {
  expect([0, 9, 12, 18].map(spokenHour)).toEqual(['12 AM', '9 AM', '12 PM', '6 PM'])
})
