import { expect, test } from 'vitest'
import { statusOf } from './lead.ts'

test('a status that is missing or unknown counts as new', () => {
  expect(statusOf({ status: undefined as never })).toBe('new')
  expect(statusOf({ status: 'archived' as never })).toBe('new')
})
