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

test('after a reload the scroll position stays when the client code loads', async ({ page }) => {
  await page.goto('/')
  await takeOver(page)
  await goTo(page, 1000)
  await page.route('**/assets/*.js', async (route) => {
    await gate.promise
    await route.continue()
  })
  const gate = Promise.withResolvers<void>()
  await page.reload()
  await expect.poll(() => scrollTop(page)).toBe(1000)
  await goTo(page, 1600)
  gate.resolve()
  await takeOver(page)
  expect(await scrollTop(page)).toBe(1600)
})

test('a newly opened page begins at its top', async ({ page }) => {
  await page.goto('/')
  await takeOver(page)
  await goTo(page, 1000)
  await page.goto('/services/data-analysis')
  await takeOver(page)
  expect(await scrollTop(page)).toBe(0)
  await page.goBack()
  await expect.poll(() => scrollTop(page)).toBe(1000)
  await takeOver(page)
  expect(await scrollTop(page)).toBe(1000)
})

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

/** Ignores pointer events: Chromium also reports them for a mouse at rest. */
const stillMouse = () =>
  addEventListener('pointermove', (event) => event.stopImmediatePropagation(), { capture: true })

/** Prevents hydration by idle time. */
const neverIdle = () => {
  window.requestIdleCallback = () => 0
}

async function nobody(page: Page) {
  await page.addInitScript(stillMouse)
  await page.addInitScript(neverIdle)
}

test('a page opened at one of its sections stands there before anybody moves', async ({ page }) => {
  await nobody(page)
  await page.goto('/#contact')
  const top = () =>
    page.locator('#contact').evaluate((section) => Math.abs(section.getBoundingClientRect().top))
  await expect.poll(top).toBeLessThan(60)
})
