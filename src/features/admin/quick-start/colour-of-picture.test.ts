import { expect, test } from 'vitest'
import { mainColourOf } from './colour-of-picture.ts'

const pixels = (...all: [count: number, colour: [number, number, number, number]][]) =>
  Uint8ClampedArray.from(
    all.flatMap(([count, colour]) => Array.from({ length: count }, () => colour).flat()),
  )

test('the most frequent colour counts; greys and what is clear do not', () => {
  const white = [255, 255, 255, 255] as [number, number, number, number]
  const found = mainColourOf(
    pixels([90, white], [9, [11, 92, 173, 255]], [8, [200, 40, 40, 255]], [50, [0, 200, 0, 20]]),
  )
  expect(found).toBe('#0b5cad')
  expect(mainColourOf(pixels([9, white]))).toBeUndefined()
})
