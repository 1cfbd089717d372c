import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bufferLines } from './log.ts'

let written: string[][]
let log: pino.Logger

beforeEach(() => {
  vi.useFakeTimers()
  written = []
  const write = (lines: string) => {
    const messages = lines.trim().split('\n')
    written.push(messages.map((line) => String(JSON.parse(line).msg)))
  }
  log = pino({}, bufferLines({ write }))
})
afterEach(() => void vi.useRealTimers())

const request = (about: string) => log.child({}).info({ event: 'request' }, about)

test('lines of requests are written together, a quarter of a second late at most', () => {
  request('one')
  vi.advanceTimersByTime(200)
  request('two')
  expect(written).toEqual([])
  vi.advanceTimersByTime(50)
  expect(written).toEqual([['one', 'two']])
  request('three')
  vi.advanceTimersByTime(250)
  expect(written.slice(1)).toEqual([['three']])
})

test('any other line is written at once, behind those that wait', () => {
  request('one')
  log.error({ event: 'internal' }, 'two')
  expect(written).toEqual([['one', 'two']])
  log.info({ event: 'login' }, 'three')
  log.info('four')
  expect(written.slice(1)).toEqual([['three'], ['four']])
  vi.runAllTimers()
  expect(written).toHaveLength(3)
})

test('many lines do not wait for the time to be over', () => {
  const many = Array.from({ length: 1_000 }, (_, n) => String(n))
  many.forEach(request)
  expect(written.length).toBeGreaterThan(1)
  vi.runAllTimers()
  expect(written.flat()).toEqual(many)
})
