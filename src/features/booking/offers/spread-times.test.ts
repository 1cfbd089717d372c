import { expect, test } from 'vitest'
import { spreadTimes } from './spread-times.ts'

const hours = (days: number[][]) =>
  spreadTimes(
    days.map((starts, day) => starts.map((hour) => ({ day, hour }))),
    ({ hour }) => hour,
  ).map(({ day, hour }) => `${day} ${hour}`)

test.each([
  [
    'different days, before and after noon in turn',
    [
      [9, 10, 14],
      [9, 15],
      [8, 16],
    ],
    ['0 9', '1 15', '2 8'],
  ],
  [
    'a day without the wanted half has its first time',
    [[14], [9, 10], [15]],
    ['0 14', '1 9', '2 15'],
  ],
  [
    'no time at night beside one by day',
    [
      [0, 7, 13],
      [1, 9, 22],
      [2, 23],
    ],
    ['0 7', '1 9', '2 2'],
  ],
  ['fewer days than times', [[9, 10, 11, 14, 15]], ['0 9', '0 11', '0 14']],
  ['fewer times than wanted', [[9], [10]], ['0 9', '1 10']],
  ['none', [], []],
])('%s', (_, days, expected) => {
  expect(hours(days)).toEqual(expected)
})
