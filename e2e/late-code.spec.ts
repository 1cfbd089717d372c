import type { Page } from '@playwright/test'
import { dialogOf } from './consultation-dialog.ts'
import { expect, expectAccessible, takenOver, test, withMotion } from './fixtures.ts'

test.use(withMotion)

const header = (page: Page) => page.getByRole('banner')
const consultationOf = (page: Page) => header(page).getByRole('button', { name: 'Consultation' })
const failureOf = (page: Page) => page.getByRole('alert').filter({ hasText: 'could not be loaded' })

/** Simulates a data-saving connection, which disables speculative loading. */
function saveData(): void {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
}

test.beforeEach(({ page }) => page.addInitScript(saveData))

test('a button is busy until the code of what it opens has loaded', async ({ page }) => {
  const gate = Promise.withResolvers<void>()
  await page.route('**/consultation-dialog*.js', async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.goto('/')
  await takenOver(page)
  await consultationOf(page).click()
  await expect(consultationOf(page)).toHaveAttribute('aria-busy', 'true')
  await expect(dialogOf(page)).toHaveCount(0)
  gate.resolve()
  await expect(dialogOf(page)).toBeVisible()
  await expect(page.locator('.btn[aria-busy]')).toHaveCount(0)
})

test('what cannot be loaded says so, names another way, and can be tried again or dismissed', async ({
  page,
  quiet,
}) => {
  const files = /(consultation-dialog|chat-with-offers).*\.js/
  await page.route(files, (route) => route.abort())
  await page.goto('/')
  await header(page).getByRole('button', { name: 'Chat' }).click()
  await expect(failureOf(page).getByRole('link', { name: 'Use the contact form' })).toBeVisible()
  await failureOf(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(failureOf(page)).toHaveCount(0)
  await consultationOf(page).click()
  await expect(failureOf(page).getByRole('link', { name: 'Open it as a page' })).toBeVisible()
  await expect(page.locator('.btn[aria-busy]')).toHaveCount(0)
  await expectAccessible(page)
  await page.unroute(files)
  await failureOf(page).getByRole('button', { name: 'Try again' }).click()
  await expect(dialogOf(page)).toBeVisible()
  await expect(failureOf(page)).toHaveCount(0)
  expect(quiet.splice(0).filter((line) => !line.includes('net::ERR_FAILED'))).toEqual([])
})
