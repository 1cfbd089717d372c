import { expect, test } from 'vitest'
import { typedSince } from './since-sent.ts'

test('of a text that was sent only what was typed since stays', () => {
  expect(typedSince('First', 'First')).toBe('')
  expect(typedSince('First Sec', 'First')).toBe(' Sec')
  expect(typedSince('', 'First')).toBe('')
  expect(typedSince('Fist', 'First')).toBe('Fist')
  expect(typedSince('👍🏽👍', '👍🏽')).toBe('👍')
})
