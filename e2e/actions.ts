import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { toastWith } from './leads.ts'

/** The path of every call that changes something, by its name in the contracts. */
export async function changingCalls(page: Page): Promise<Map<string, [string, RegExp]>> {
  const document = await (await page.request.get('/api/openapi.json')).json()
  const operations = document.paths as Record<string, Record<string, { operationId?: string }>>
  return new Map(
    Object.entries(operations).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { operationId }]) => {
        if (method === 'get' || !operationId) return []
        const pattern = path.replace(/\{\w+\}/g, '[^/?]+')
        return [[operationId, [method.toUpperCase(), new RegExp(`${pattern}(\\?.*)?$`)]] as const]
      }),
    ),
  )
}

export type Once = (call: string, button: Locator, outcome: string | Locator) => Promise<void>

/** A way through the product that presses the buttons of the named calls. */
export type Walk = { calls: string[]; walk: (page: Page, once: Once) => Promise<void> }

/**
 * Presses the button in every way that may send twice while the answer is on its way: twice before
 * the page has drawn the first click, as a double click, and by holding Enter. One request leaves,
 * and the screen says that it worked: in a toast when `outcome` is a text.
 */
export async function sendsOnce(
  page: Page,
  call: string,
  button: Locator,
  outcome: string | Locator,
): Promise<void> {
  const [method, url] = (await changingCalls(page)).get(call) ?? []
  if (!method || !url) throw new Error(`No contract has ${call}`)
  const requests: string[] = []
  const held = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    requests.push(route.request().url())
    await held.promise
    await route.continue()
  })
  await expect(button, call).toBeVisible()
  await button.evaluate((element: HTMLElement) => {
    element.click()
    element.click()
  })
  await expect.poll(() => requests.length, call).toBeGreaterThan(0)
  if (await button.isVisible()) await button.dblclick({ force: true })
  for (let times = 0; times < 3; times += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  held.resolve()
  const seen = typeof outcome === 'string' ? toastWith(page, outcome) : outcome
  await expect(seen.first(), call).toBeVisible()
  await expect(page.locator('.toast-destructive'), call).toHaveCount(0)
  expect(requests, call).toHaveLength(1)
  await page.unroute(url)
}
