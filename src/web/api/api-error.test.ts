import { expect, test, vi } from 'vitest'
import { ApiError, offlineSentence, sentenceOf } from './api-error.ts'

test('without a network the reason is that, not the failure of the action', () => {
  const lost = new TypeError('Failed to fetch')
  expect(sentenceOf(lost, 'Failed to save')).toBe('Failed to save')
  vi.stubGlobal('navigator', { onLine: false })
  expect(sentenceOf(lost, 'Failed to save')).toBe(offlineSentence)
  const refused = new ApiError(409, '{"message":"Taken"}', 'Conflict')
  expect(sentenceOf(refused, 'Failed to save')).toBe('Taken')
  vi.unstubAllGlobals()
})
