import type { Page } from '@playwright/test'
import { expect, takenOver, test, withMotion } from './fixtures.ts'

test.use(withMotion)

test.use({ stirs: false })

const scrollTop = (page: Page) => page.evaluate(() => Math.round(scrollY))

const goTo = async (page: Page, top: number) => {
  await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), top)
  await expect.poll(() => scrollTop(page)).toBe(top)
}

/** Simulates visitor activity, which starts hydration. */
async function takeOver(page: Page) {
  await page.evaluate(() => dispatchEvent(new Event('pointermove')))
  await takenOver(page)
}

/** Follows a link without scrolling to it. */
async function follow(page: Page, name: string) {
  const link = page.getByRole('link', { name }).first()
  await link.evaluate((element: HTMLElement) => element.click())
}

async function openPrivacy(page: Page) {
  await follow(page, 'Privacy')
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible()
  await expect.poll(() => scrollTop(page)).toBe(0)
}

test('Back within a page that was reloaded leads to where one was', async ({ page }) => {
  await page.goto('/')
  await takeOver(page)
  await goTo(page, 700)
  await openPrivacy(page)
  await goTo(page, 200)
  await page.reload()
  await takeOver(page)
  // When the font arrives, the browser adjusts the position by a line or so.
  await expect.poll(async () => Math.abs((await scrollTop(page)) - 200)).toBeLessThan(30)
  await page.goBack()
  await expect.poll(() => scrollTop(page)).toBe(700)
})
