import type { Page } from '@playwright/test'
import { dialogOf } from './consultation-dialog.ts'
import { expect, expectAccessible, signIn, takenOver, test, withMotion } from './fixtures.ts'

test.use(withMotion)

const header = (page: Page) => page.getByRole('banner')
const consultationOf = (page: Page) => header(page).getByRole('button', { name: 'Consultation' })
const failureOf = (page: Page) => page.getByRole('alert').filter({ hasText: 'could not be loaded' })

/** Simulates a data-saving connection, which disables speculative loading. */
function saveData(): void {
  Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } })
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

test('without a network a screen whose code is missing leaves the app as it is, until Retry', async ({
  page,
  quiet,
}) => {
  await signIn(page)
  const clients = page.getByRole('link', { name: 'Clients', exact: true })
  await page.context().setOffline(true)
  await clients.click()
  const failure = page.getByRole('alert').filter({ hasText: 'This screen could not be loaded' })
  await expect(failure).toBeVisible()
  await failure.getByRole('button', { name: 'Retry' }).click()
  await expect(failure).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Recent Activity', exact: true })).toBeVisible()
  await page.context().setOffline(false)
  await failure.getByRole('button', { name: 'Retry' }).click()
  await expect(page).toHaveURL(/\/admin\/clients$/)
  await expect(failure).toHaveCount(0)
  expect(quiet.splice(0).filter((line) => !line.includes('net::ERR_'))).toEqual([])
})

/** Screens of the back-office whose code was not fetched. */
function missingScreens(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { routes } = (window as unknown as { __reactRouterManifest: Manifest })
      .__reactRouterManifest
    const fetched = performance.getEntriesByType('resource').map(({ name }) => name)
    return Object.values(routes)
      .filter(({ parentId, path }) => parentId === 'admin' && path !== '*')
      .map(({ module }) => module)
      .filter((module) => !fetched.some((name) => name.endsWith(module)))
  })
}

type Manifest = { routes: Record<string, { parentId?: string; path?: string; module: string }> }

test.describe('on a usual connection', () => {
  test.use({ viewport: { width: 1280, height: 800 } })

  test('the code of all screens is there soon after the sign-in', async ({ page, quiet }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: {} })
    })
    await signIn(page)
    await expect.poll(() => missingScreens(page)).toEqual([])
    await page.context().setOffline(true)
    for (const name of ['Agenda', 'Live Chat', 'Site']) {
      await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name }).click()
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/^Welcome/)
    }
    await page.context().setOffline(false)
    expect(quiet.splice(0).filter((line) => !line.includes('net::ERR_'))).toEqual([])
  })
})
