import { expect, test } from 'vitest'
import { describeClocks } from './clock.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 24) + seconds * 1000)

test.each([
  [0, undefined],
  [2, undefined],
  [-2, undefined],
  [2.001, "This machine's clock is 2 s ahead of the database's: let NTP set both."],
  [-3_600, "This machine's clock is 3,600 s behind the database's: let NTP set both."],
])('clocks %s seconds apart', (seconds, words) => {
  expect(describeClocks(at(0), at(seconds))).toBe(words)
})
