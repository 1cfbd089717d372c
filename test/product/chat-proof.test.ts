import { expect, test } from 'vitest'
import { proveChat } from '../harness/chat-proof.ts'

/** A short version of `npm run prove:chat`, which uses 40 clients and 25 kills. */
test('killed servers and cut connections lose, duplicate and reorder nothing', async () => {
  const plan = { pairs: 3, kills: 1, cuts: 2, messages: 80, instances: 1 } as const
  const proof = await proveChat(plan)
  expect(proof).toMatchObject({ lost: 0, doubled: 0, outOfOrder: 0, invented: 0, differing: 0 })
  expect(proof.acknowledged).toBeGreaterThanOrEqual(plan.messages)
}, 120_000)
