import { expect, test } from 'vitest'
import { newId } from './new-id.ts'

test('ids are of their time, different, and in the order in which they were made', () => {
  const began = Date.now()
  const ids = Array.from({ length: 20_000 }, newId)
  const ended = Date.now()
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) {
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    const at = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
    expect(at).toBeGreaterThanOrEqual(began)
    // A millisecond has room for 4,096 ids; further ones take their time from the next.
    expect(at).toBeLessThanOrEqual(ended + 5)
  }
})
