import { expect, test } from 'vitest'
import { inquiries } from '#server/database/schema.ts'
import { openTestApp } from '#test/harness/test-app.ts'
import { dashboard } from '../overview/contract.ts'
import { waitingOf, waitingWords } from './waiting.ts'

const message = {
  name: 'A',
  email: 'a@example.com',
  message: 'm',
  contentHash: new Uint8Array(32),
}

test('the bell counts each message once and names what its menu lists', async () => {
  await using app = await openTestApp()
  const agent = await app.person('agent')
  const waitingItems = async () => waitingOf(await agent.call(dashboard.overview, {}))
  expect(await waitingItems()).toEqual([])
  expect(waitingWords([])).toBe('Nothing is waiting')

  await app.db.insert(inquiries).values({ ...message, quarantined: true })
  const suspect = await waitingItems()
  expect(waitingWords(suspect)).toBe('Waiting: 1 message in spam')
  expect(suspect.some(({ isNew }) => isNew)).toBe(false)

  await app.db
    .insert(inquiries)
    .values([
      message,
      { ...message, service: 'consultation' },
      { ...message, consultationData: {} },
      { ...message, service: 'consultation', quarantined: true },
      { ...message, service: 'consultation', status: 'contacted' },
    ])
  expect((await waitingItems()).map(({ text }) => text)).toEqual([
    '1 new inquiry',
    '2 new consultation requests',
    '2 messages in spam',
  ])
})
