import { expect, test } from 'vitest'
import { relativeTime } from './time.tsx'

const now = new Date('2026-11-20T12:00:00Z')
const since = (iso: string) => relativeTime(new Date(iso), now, 'en')

test('a time is given in its largest unit', () => {
  expect(since('2026-11-20T11:59:20Z')).toBe('40 seconds ago')
  expect(since('2026-11-20T11:01:00Z')).toBe('59 minutes ago')
  expect(since('2026-11-20T09:30:00Z')).toBe('2 hours ago')
  expect(since('2026-11-19T11:00:00Z')).toBe('yesterday')
  expect(since('2026-11-05T12:00:00Z')).toBe('2 weeks ago')
  expect(since('2024-01-01T00:00:00Z')).toBe('2 years ago')
})

test('a future time is given as such', () => {
  expect(since('2026-11-20T14:00:00Z')).toBe('in 2 hours')
})
