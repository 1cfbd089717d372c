import type { Page } from '@playwright/test'
import { type RunningProduct, startProduct } from '#test/harness/product.ts'
import { add } from './client-data.ts'
import {
  test as base,
  expect,
  expectAccessible,
  expectNoOverflow,
  goOn,
  openSession,
} from './fixtures.ts'

const test = base.extend<object, { product: RunningProduct }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
    async ({}, use) => {
      await using product = await startProduct({ environment: { GOOGLE: 'fake' } })
      await use(product)
    },
    { scope: 'worker' },
  ],
})

// All tests run in one worker, because they share a product of their own.
test.describe.configure({ mode: 'default' })

async function changeAddress(page: Page, screen: string, email: string): Promise<void> {
  await page.evaluate(
    async ([id, email]) => {
      await fetch(`/api/admin/clients/${id}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email }),
      })
    },
    [screen.split('/').at(-1), email],
  )
}

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const toasted = (page: Page, text: string) =>
  expect(page.locator('.toast').getByText(text, { exact: true })).toBeVisible({ timeout: 15_000 })
const done = (service: string) => `Google ${service} integration setup successfully`

/** Presses a set-up button, which leads straight to Google. */
const press = (page: Page, name: string, button: string) =>
  card(page, name).getByRole('button', { name: button }).click()

/** Accepts the consent page. */
async function answer(page: Page, untick?: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Stand-in for Google' })).toBeVisible()
  if (untick) await page.getByLabel(untick).uncheck()
  await page.getByRole('button', { name: 'Allow' }).click()
}

async function expectHandled(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\?tab=google$/)
  expect(await page.evaluate(() => sessionStorage.getItem('google.pending'))).toBeNull()
}

test('services are set up for a client, with part of the consent too, and access is removed', async ({
  page,
}) => {
  await openSession(page)
  const { id } = await add(page, '', { name: 'Ada Okafor', email: 'ada@northfold.example' })
  const address = `/admin/clients/${id}`
  await page.goto(address)
  await page.getByRole('tab', { name: 'Google Workspace' }).click()

  const plan = card(page, 'Google Drive').getByText('What will happen')
  await expect(page.getByText('Who gets access')).toHaveCount(0)
  await plan.focus()
  await page.keyboard.press('Enter')
  await expect(card(page, 'Google Drive')).toContainText('Who gets access')
  await press(page, 'Google Drive', 'Set Up Drive')
  await answer(page)
  await toasted(page, done('Drive'))
  await expectHandled(page)
  await expect(card(page, 'Google Drive')).toContainText('Folder active')
  await expect(card(page, 'Google Drive')).toContainText('ada@northfold.example')

  // Drive and Sheets share one consent, so Google redirects back at once.
  await press(page, 'Google Sheets', 'Create Dashboard')
  await toasted(page, done('Sheets'))
  const sheets = card(page, 'Google Sheets')
  await expect(sheets).toContainText('Dashboard active')
  await expect(sheets.getByRole('link', { name: 'View Dashboard' })).toHaveAttribute(
    'href',
    /^https:\/\/docs\.google\.com\/spreadsheets\/d\//,
  )

  await press(page, 'Gmail', 'Set Up Gmail')
  await answer(page, 'gmail.settings.basic')
  await toasted(page, done('Gmail'))
  await expect(card(page, 'Gmail')).toContainText('Labels were made without filters')

  for (const active of ['Folder', 'Dashboard', 'Labels']) {
    await expect(page.getByText(`${active} active`, { exact: true })).toBeVisible()
  }
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoOverflow(page)
  await page.setViewportSize({ width: 1280, height: 720 })

  // A changed client address alone must neither grant nor revoke access.
  await changeAddress(page, address, 'ada@new.example')
  await goOn(page, '/admin?tab=google-integrations')
  await expect(page.getByText('total clients')).toHaveCount(4)
  await expect(page.getByText('Connected', { exact: true })).toHaveCount(2)
  const shared = card(page, 'Shared with clients')
  await expect(shared.getByRole('link', { name: 'Ada Okafor', exact: true })).toHaveCount(2)
  await expect(shared.getByText('Previous address')).toHaveCount(2)
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoOverflow(page)
  await page.setViewportSize({ width: 1280, height: 720 })
  await shared
    .getByRole('button', { name: /Remove access of ada@northfold.example to Drive/ })
    .click()
  await toasted(page, 'ada@northfold.example no longer has access to Google Drive now')
  await expect(shared.getByText('Previous address')).toHaveCount(1)

  await shared.getByRole('link', { name: 'Ada Okafor' }).first().click()
  await card(page, 'Google Sheets').getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Undo Google Sheets', exact: true }).click()
  await toasted(page, 'Google Sheets integration removed')
  await expect(card(page, 'Google Sheets').getByRole('button')).toHaveText(['Create Dashboard'])
})
