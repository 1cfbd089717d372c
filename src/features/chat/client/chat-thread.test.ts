import { expect, test } from 'vitest'
import { newMessageId } from './chat-thread.ts'

test('ids of messages are version 4 UUIDs, each another', () => {
  const ids = Array.from({ length: 200 }, newMessageId)
  expect(new Set(ids).size).toBe(200)
  for (const id of ids) {
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  }
})
