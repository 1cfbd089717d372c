import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoOverflow } from './fixtures.ts'

type Added = { id: string }

/** Creates a record through the API as the account signed in on the page. */
export async function add(page: Page, path: string, data: object): Promise<Added> {
  const answer = await page.request.post(`/api/admin/clients${path}`, {
    data,
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()) as Added
}

/** Scrolls to the top first, because axe counts controls under the sticky header as too small. */
export async function isAccessible(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await expectAccessible(page)
}

export async function nothingSticksOut(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoOverflow(page)
  await page.setViewportSize({ width: 1280, height: 720 })
}
