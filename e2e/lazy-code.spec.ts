import type { Page } from '@playwright/test'
import { startProduct } from '#test/harness/product.ts'
import { add } from './client-data.ts'
import { dialogOf } from './consultation-dialog.ts'
import {
  expect,
  expectAccessible,
  openSession,
  signIn,
  takenOver,
  test,
  withMotion,
} from './fixtures.ts'

test.use(withMotion)

const header = (page: Page) => page.getByRole('banner')
const consultationOf = (page: Page) => header(page).getByRole('button', { name: 'Consultation' })
const failureOf = (page: Page) =>
  page.getByRole('alert').filter({ hasText: /could(n’t| not) be loaded/ })

test('what cannot be loaded says so, names another way, and can be dismissed or tried again, busy until it has loaded', async ({
  page,
  quiet,
}) => {
  const files = /(consultation-dialog|load-chat).*\.js/
  await page.route(files, (route) => route.abort())
  await page.goto('/')
  await takenOver(page)
  await header(page).getByRole('button', { name: 'Chat' }).click()
  await expect(failureOf(page).getByRole('link', { name: 'Use the contact form' })).toBeVisible()
  await failureOf(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(failureOf(page)).toHaveCount(0)
  await consultationOf(page).click()
  await expect(failureOf(page).getByRole('link', { name: 'Open it as a page' })).toBeVisible()
  await expect(page.locator('.btn[aria-busy]')).toHaveCount(0)
  await expectAccessible(page)
  await page.unroute(files)
  const gate = Promise.withResolvers<void>()
  await page.route(files, async (route) => {
    await gate.promise
    await route.continue()
  })
  await failureOf(page).getByRole('button', { name: 'Try again' }).click()
  await expect(consultationOf(page)).toHaveAttribute('aria-busy', 'true')
  await expect(dialogOf(page)).toHaveCount(0)
  gate.resolve()
  await expect(dialogOf(page)).toBeVisible()
  await expect(page.locator('.btn[aria-busy]')).toHaveCount(0)
  await expect(failureOf(page)).toHaveCount(0)
  expect(quiet.splice(0).filter((line) => !line.includes('net::ERR_FAILED'))).toEqual([])
})

test('a slow screen is marked and has a bar; one whose code does not arrive leaves the app as it is, until Retry', async ({
  page,
  quiet,
}) => {
  await signIn(page)
  const clients = page.getByRole('link', { name: 'Clients', exact: true })
  const cut = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await cut.promise
    await route.abort()
  })
  await clients.click()
  await expect(clients).toHaveAttribute('data-awaited')
  await expect(page.locator('.arriving')).toBeVisible()
  await page.context().setOffline(true)
  cut.resolve()
  const failure = page.getByRole('alert').filter({ hasText: 'This page couldn’t be loaded' })
  await expect(failure).toBeVisible()
  await expect(page.locator('.arriving')).toHaveCount(0)
  await page.unroute('**/*.js')
  await failure.getByRole('button', { name: 'Retry' }).click()
  await expect(failure).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Recent Activity', exact: true })).toBeVisible()
  await page.context().setOffline(false)
  await failure.getByRole('button', { name: 'Retry' }).click()
  await expect(page).toHaveURL(/\/admin\/clients$/)
  await expect(failure).toHaveCount(0)
  expect(quiet.splice(0).filter((line) => !line.includes('net::ERR_'))).toEqual([])
})

/** Raises the limit above the number of all scripts. It must run before the first page. */
const recordAllFiles = () => performance.setResourceTimingBufferSize(2_000)

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

test('the code of all screens is there soon after the sign-in; while the server is stopped a click leaves neither the app nor what is typed', async ({
  browser,
}) => {
  await using stopped = await startProduct()
  const port = Number(new URL(stopped.url).port)
  await using context = await browser.newContext({
    baseURL: stopped.url,
    viewport: { width: 1280, height: 800 },
  })
  const page = await context.newPage()
  await page.addInitScript(recordAllFiles)
  await openSession(page)
  const { id } = await add(page, '', { name: 'Ines Varga', email: 'ines@words.example' })
  await page.goto(`/admin/clients/${id}`)
  await page.getByRole('button', { name: 'Edit Client' }).click()
  const notes = page.getByRole('region', { name: 'Edit client' }).getByLabel('Notes')
  await notes.fill('Words that took an hour')
  await expect.poll(() => missingScreens(page)).toEqual([])
  await stopped.stop()

  const failure = page.locator('.toast').filter({ hasText: /could(n’t| not) be loaded/ })
  const brand = page.getByRole('banner').getByRole('link', { name: 'Counterfoil' })
  await brand.click()
  await expect(failure).toContainText('This page couldn’t be loaded')
  await expect(notes).toHaveValue('Words that took an hour')
  const navigation = page.getByRole('navigation', { name: 'Admin' })
  await navigation.getByRole('link', { name: 'Agenda' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  for (const name of ['Clients', 'Audit log']) {
    if (name === 'Audit log') {
      await page.getByRole('button', { name: /^Account: / }).click()
      await page.getByRole('menuitem', { name, exact: true }).click()
    } else {
      const link = navigation.getByRole('link', { name, exact: true })
      await link.click()
      // A second click hits the link of the screen that is already shown.
      await link.click()
    }
    await expect(failure.or(page.getByRole('heading', { level: 1 })).first()).toBeVisible()
    await expect(navigation).toBeVisible()
    await brand.click()
    await expect(failure).toContainText('This page couldn’t be loaded')
    await failure.getByRole('button', { name: 'Dismiss' }).click()
  }

  await navigation.getByRole('link', { name: 'Clients', exact: true }).click()
  const unread = page.getByText('Failed to fetch clients')
  await expect(unread).toBeVisible()
  await brand.click()
  await using started = await startProduct({ dataDir: stopped.dataDir, port })
  await expect(unread, 'read again by itself').toHaveCount(0)
  await failure.getByRole('button', { name: 'Retry' }).click()
  await expect(page).toHaveURL(`${started.url}/`)
  await page.goto(`/admin/clients/${id}`)
  await expect(notes).toHaveValue('Words that took an hour')
})
