import type { Page } from '@playwright/test'
import { expect, signIn, test, untilLive, withOwnProduct } from './fixtures.ts'

/** API calls during an hour without activity, simulated minute by minute. */
async function callsInAnHour(page: Page, quiet: string[]): Promise<string[]> {
  await page.waitForLoadState('networkidle')
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/')) calls.push(request.url())
  })
  for (let minute = 0; minute < 60; minute += 1) await page.clock.fastForward(60_000)
  // The server's clock is real, so the client finds the socket silent and reconnects.
  const others = quiet.filter((line) => !line.includes('WebSocket is closed'))
  quiet.splice(0, quiet.length, ...others)
  return calls
}

// Jobs that another test left behind would make the open screen fetch again.
test.use(withOwnProduct)
test.beforeEach(({ page }) => page.clock.install())

test('an idle dashboard asks nothing, and reads again when somebody comes back', async ({
  page,
  quiet,
}) => {
  await untilLive(page, () => signIn(page))
  await expect(page.getByRole('region', { name: 'Recent Activity' })).toBeVisible()
  // Some parts load their code and data so late that the network may be idle before.
  await expect(page.getByText('Nobody is waiting.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Make it yours' })).toBeVisible()
  expect(await callsInAnHour(page, quiet)).toEqual([])
  const again = page.waitForRequest('**/api/admin/attention')
  await page.evaluate(() => {
    dispatchEvent(new Event('visibilitychange'))
  })
  await again
})
