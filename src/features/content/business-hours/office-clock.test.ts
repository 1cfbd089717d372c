import { expect, test } from 'vitest'
import { brand } from '#brand.ts'
import { officeClock } from './office-clock.ts'

test('the clock reads Pacific time wherever the visitor is', () => {
  expect(officeClock(brand.hours, new Date('2026-11-20T20:04:00Z'))).toEqual({
    time: '12:04 PM',
    open: true,
  })
})

test('it opens at nine and closes at six, daylight saving included', () => {
  expect(officeClock(brand.hours, new Date('2026-11-20T16:59:00Z')).open).toBe(false)
  expect(officeClock(brand.hours, new Date('2026-11-20T17:00:00Z')).open).toBe(true)
  expect(officeClock(brand.hours, new Date('2026-07-21T00:59:00Z')).open).toBe(true)
  expect(officeClock(brand.hours, new Date('2026-07-21T01:00:00Z')).open).toBe(false)
})

test('it is closed on Saturday and Sunday of the Pacific week', () => {
  expect(officeClock(brand.hours, new Date('2026-11-21T20:00:00Z')).open).toBe(false)
  expect(officeClock(brand.hours, new Date('2026-11-22T20:00:00Z')).open).toBe(false)
  expect(officeClock(brand.hours, new Date('2026-11-24T01:00:00Z')).open).toBe(true)
})
