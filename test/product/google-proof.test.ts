import { expect, test } from 'vitest'
import { proveGoogle } from '../harness/google-proof.ts'

test('set-ups that a kill cuts off at whatever step stand once when pressed again, events follow their calls, no secret is readable', async () => {
  const proof = await proveGoogle({ rounds: 1, clicks: 5 })
  expect(proof.wrong.join('; ')).toBe('')
  expect(proof).toMatchObject({ openTransactions: 0, found: 0 })
  expect(proof.cutOff).toBeGreaterThanOrEqual(29)
  expect(proof.events).toBe(5)
  expect(proof.secrets).toBeGreaterThanOrEqual(15)
}, 300_000)
