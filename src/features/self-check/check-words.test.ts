import { expect, test } from 'vitest'
import { headline, momentWords } from './check-words.ts'

const now = new Date(2026, 4, 7, 9, 0)
const at = (day: number, hour: number) => new Date(2026, 4, day, hour, 10).toISOString()
const line = (state: 'verified' | 'failed' | 'overdue' | 'pending', checkedAt: string | null) =>
  headline({ state, checkedAt, failures: [] }, now, 'en-US')

test('the line says what was found and when, and never nothing', () => {
  expect(line('verified', at(7, 3))).toBe('Front door verified 03:10')
  expect(line('verified', at(6, 3))).toBe('Front door verified May 6, 03:10')
  expect(line('failed', at(7, 3))).toBe('Front door failed its check 03:10')
  expect(line('overdue', at(5, 3))).toBe('Front door not checked since May 5, 03:10')
  expect(line('overdue', null)).toBe('Front door was never checked')
  expect(line('pending', null)).toBe('Front door not checked yet')
})

test('midnight is 00, whatever the locale makes of it', () => {
  expect(momentWords(at(7, 0), now, 'en-US')).toBe('00:10')
})
