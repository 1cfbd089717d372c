import { expect, test } from 'vitest'
import { headline, momentWords } from './check-words.ts'

const now = new Date(2026, 4, 7, 9, 0)
const at = (day: number, hour: number) => new Date(2026, 4, day, hour, 10).toISOString()
const line = (state: 'verified' | 'failed' | 'overdue' | 'pending', checkedAt: string | null) =>
  headline({ state, checkedAt, failures: [] }, now, 'en-US')

test('the line says what was found and when, and never nothing', () => {
  expect(line('verified', at(7, 3))).toBe('Self-check passed 03:10')
  expect(line('verified', at(6, 3))).toBe('Self-check passed May 6, 03:10')
  expect(line('failed', at(7, 3))).toBe('Self-check failed 03:10')
  expect(line('overdue', at(5, 3))).toBe('No self-check since May 5, 03:10')
  expect(line('overdue', null)).toBe('Self-check has never run')
  expect(line('pending', null)).toBe('Self-check has not run yet')
})

test('midnight is 00, whatever the locale makes of it', () => {
  expect(momentWords(at(7, 0), now, 'en-US')).toBe('00:10')
})
