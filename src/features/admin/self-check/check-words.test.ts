import { expect, test } from 'vitest'
import { headline, meaningOf, momentWords } from './check-words.ts'
import type { SelfCheck } from './contract.ts'

const now = new Date(2026, 4, 7, 9, 0)
const at = (day: number, hour: number) => new Date(2026, 4, day, hour, 10).toISOString()
const line = (state: 'verified' | 'failed' | 'overdue' | 'pending', checkedAt: string | null) =>
  headline({ state, checkedAt, runningSince: null, failures: [], skipped: [] }, now, 'en-US')

test('the line says what was found and when, and never nothing', () => {
  expect(line('verified', at(7, 3))).toBe('Self-check passed 03:10')
  expect(line('verified', at(6, 3))).toBe('Self-check passed May 6, 03:10')
  expect(line('failed', at(7, 3))).toBe('Self-check failed 03:10')
  expect(line('overdue', at(5, 3))).toBe('No self-check since May 5, 03:10')
  expect(line('overdue', null)).toBe('Self-check has never run')
  expect(line('pending', null)).toBe('Self-check has not run yet')
})

test('what was not tried is said', () => {
  const check: SelfCheck = {
    ...{ state: 'verified', checkedAt: at(7, 3), runningSince: null, failures: [], skipped: [] },
  }
  expect(meaningOf(check)).toContain('files and mail worked')
  expect(meaningOf({ ...check, skipped: ['mail'] })).toMatch(
    /chat and files worked .* Mail is not set up\.$/,
  )
})

test('midnight is 00, whatever the locale makes of it', () => {
  expect(momentWords(at(7, 0), now, 'en-US')).toBe('00:10')
})
