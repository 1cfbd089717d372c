import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { toastWith } from './leads.ts'

type Operation = { operationId?: string; parameters?: { $ref?: string }[] }
type Call = { method: string; url: RegExp; takesKey: boolean }

/** Method and path of every writing endpoint, by contract name. */
export async function changingCalls(page: Page): Promise<Map<string, Call>> {
  const document = await (await page.request.get('/api/openapi.json')).json()
  const operations = document.paths as Record<string, Record<string, Operation>>
  return new Map(
    Object.entries(operations).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { operationId, parameters = [] }]) => {
        if (method === 'get' || !operationId) return []
        const pattern = path.replace(/\{\w+\}/g, '[^/?]+')
        const takesKey = parameters.some(({ $ref }) => $ref?.endsWith('/IdempotencyKey'))
        const url = new RegExp(`${pattern}(\\?.*)?$`)
        return [[operationId, { method: method.toUpperCase(), url, takesKey }] as const]
      }),
    ),
  )
}

export type Once = (call: string, button: Locator, outcome: string | Locator) => Promise<void>

/** A path through the product that presses the buttons of the named calls. */
export type Walk = { calls: string[]; walk: (page: Page, once: Once) => Promise<void> }

/**
 * Presses the button in every way that might send twice before the response: twice before the first
 * click is rendered, as a double click, and by holding Enter. Expects one request, with an
 * `Idempotency-Key` where the endpoint takes one, and a success message on screen: a toast if
 * `outcome` is a text.
 */
export async function sendsOnce(
  page: Page,
  call: string,
  button: Locator,
  outcome: string | Locator,
): Promise<void> {
  const { method, url, takesKey } = (await changingCalls(page)).get(call) ?? {}
  if (!method || !url) throw new Error(`No contract has ${call}`)
  const requests: boolean[] = []
  const held = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    requests.push(Boolean(route.request().headers()['idempotency-key']))
    await held.promise
    await route.continue()
  })
  await expect(button, call).toBeVisible({ timeout: 60_000 })
  await expect(button, call).toBeEnabled()
  await button.evaluate((element: HTMLElement) => {
    element.click()
    element.click()
  })
  await expect.poll(() => requests.length, call).toBeGreaterThan(0)
  // A button that goes meanwhile cannot be pressed again.
  if (await button.isVisible()) {
    await button.dblclick({ force: true, timeout: 1_000 }).catch(() => {})
  }
  for (let times = 0; times < 3; times += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  held.resolve()
  const seen = typeof outcome === 'string' ? toastWith(page, outcome) : outcome
  await expect(seen.first(), call).toBeVisible()
  await expect(page.locator('.toast-destructive'), call).toHaveCount(0)
  expect(requests, call).toEqual([takesKey])
  await page.unroute(url)
}
