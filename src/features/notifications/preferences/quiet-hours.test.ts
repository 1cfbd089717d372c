import { expect, test } from 'vitest'
import { type QuietHours, quietUntil } from './quiet-hours.ts'

const nights: QuietHours = {
  from: '22:00',
  to: '07:00',
  days: [1, 2, 3, 4, 5, 6, 7],
  zone: 'Europe/Berlin',
  overdueBreaks: false,
}

const until = (at: string, more: Partial<QuietHours> = {}) =>
  quietUntil({ ...nights, ...more }, new Date(at))?.toISOString() ?? null

test('quiet hours over midnight end the next morning', () => {
  expect(until('2026-11-23T20:59:59.999Z')).toBe(null)
  expect(until('2026-11-23T21:00:00Z')).toBe('2026-11-24T06:00:00.000Z')
  expect(until('2026-11-24T05:59:59.999Z')).toBe('2026-11-24T06:00:00.000Z')
  expect(until('2026-11-24T06:00:00Z')).toBe(null)
})

test('days are those on which they begin', () => {
  // The quiet hours begin only on Sunday evening; 22 November 2026 is a Sunday.
  const days = { days: [7] }
  expect(until('2026-11-22T23:30:00Z', days)).toBe('2026-11-23T06:00:00.000Z')
  expect(until('2026-11-23T05:00:00Z', days)).toBe('2026-11-23T06:00:00.000Z')
  expect(until('2026-11-23T23:00:00Z', days)).toBe(null)
  expect(until('2026-11-22T05:00:00Z', days)).toBe(null)
})

test('hours of one day', () => {
  const noon = { from: '12:00', to: '13:30' }
  expect(until('2026-11-23T11:00:00Z', noon)).toBe('2026-11-23T12:30:00.000Z')
  expect(until('2026-11-23T10:59:00Z', noon)).toBe(null)
  expect(until('2026-11-23T12:30:00Z', noon)).toBe(null)
})

test('the wall clock decides when it changes', () => {
  // Clocks move from 02:00 to 03:00 on 29 March 2026, and from 03:00 to 02:00 on 25 October 2026.
  expect(until('2026-03-28T21:00:00Z')).toBe('2026-03-29T05:00:00.000Z')
  expect(until('2026-03-28T20:59:00Z')).toBe(null)
  expect(until('2026-10-24T20:00:00Z')).toBe('2026-10-25T06:00:00.000Z')
  expect(until('2026-10-25T05:59:00Z')).toBe('2026-10-25T06:00:00.000Z')
  const fold = { from: '01:00', to: '02:30' }
  expect(until('2026-10-25T01:15:00Z', fold)).toBe('2026-10-25T01:30:00.000Z')
  const gap = { from: '02:15', to: '04:00' }
  expect(until('2026-03-29T01:10:00Z', gap)).toBe(null)
  expect(until('2026-03-29T01:20:00Z', gap)).toBe('2026-03-29T02:00:00.000Z')
})

test('a zone other than the firm’s', () => {
  const tokyo = { zone: 'Asia/Tokyo' }
  expect(until('2026-11-23T13:00:00Z', tokyo)).toBe('2026-11-23T22:00:00.000Z')
  expect(until('2026-11-23T12:00:00Z', tokyo)).toBe(null)
})
