import { expect, test } from 'vitest'
import { messageIn } from './record-form.tsx'

test('the message of a field is found, also inside a list', () => {
  expect(messageIn({ message: 'Required', type: 'x' })).toBe('Required')
  expect(messageIn([undefined, { value: { message: 'Give a figure' } }])).toBe('Give a figure')
  expect(messageIn(undefined)).toBeUndefined()
})
