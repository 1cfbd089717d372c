import { circle, svgOf } from '#test/harness/sample-files.ts'
import {
  expect,
  expectAccessible,
  expectRefusals,
  signIn,
  test,
  withOwnProduct,
} from './fixtures.ts'

// It changes the name of the firm.
test.use(withOwnProduct)

test('five screens lead from the demonstration to an own site, published on the last', async ({
  page,
  context,
  quiet,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page)
  await page.getByRole('link', { name: 'Quick Start' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.getByLabel('Name').fill('Nordlicht')
  await page.getByLabel('Tagline').fill('Work that flows')
  await page.getByLabel('About you').fill('We are three people in Kiel.')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { name: 'Look' })).toBeFocused()
  const logo = page.getByRole('group', { name: 'Logo' }).locator('input[type=file]')
  const mimeType = 'image/svg+xml'
  await logo.setInputFiles({ name: 'logo.svg', mimeType, buffer: svgOf(circle) })
  await page.getByRole('button', { name: 'Use #0b5cad from the logo' }).click()
  await expect(page.getByLabel('Main colour')).toHaveValue('#0b5cad')
  await expect(page.getByRole('img', { name: /^Logo, Button/ })).toHaveCount(2)
  await expect(page.getByLabel('Tint text and backgrounds to match')).toBeChecked()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Email').fill('nordlicht')
  await expect(page.getByLabel('Time zone')).not.toHaveValue('')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Display name').fill('Mara Jensen')
  await page.reload()
  await expect(page.getByLabel('Display name')).toHaveValue('Mara Jensen')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Enter a valid email address')).toBeVisible()
  expectRefusals(quiet, 400)
  await page.getByLabel('Email').fill('hallo@nordlicht.test')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { name: 'You', exact: true })).toBeFocused()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { name: 'Go live' })).toBeFocused()
  await expect(page.getByText('These prevent publishing')).toBeHidden()
  await expect(page.getByText('Questions: This is still the default')).toBeVisible()
  await expect(page.getByText('Legal texts of the demonstration are published')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Preview' }).click()
  const dialog = page.getByRole('dialog', { name: 'Preview the site' })
  await dialog.getByRole('button', { name: 'Create Link' }).click()
  const link = await dialog.getByLabel('Preview link').inputValue()
  const preview = await context.newPage()
  await preview.goto(link)
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('Work that flows')
  const open = dialog.getByRole('button', { name: /^Revoke/ })
  await open.click()
  await expect(open).toHaveCount(0)
  await preview.reload()
  await expect(preview.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  await preview.close()
  await dialog.getByRole('button', { name: 'Done' }).click()
  const versionOf = async () => (await (await page.request.get('/api/admin/site')).json()).version
  expect(await versionOf()).toBe(1)
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Published.', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/admin$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Mara Jensen')
  await expect(page.getByText('Demo content is published')).toBeHidden()
  await expect(page.getByRole('banner').getByRole('link').first()).toHaveText('Nordlicht')
  // The page was loaded with the default colours and has not been loaded again.
  const colour = () =>
    page.evaluate(() => {
      const { documentElement: root } = document
      root.classList.remove('dark')
      return getComputedStyle(root).getPropertyValue('--primary')
    })
  await expect.poll(colour).toBe('#0b5cad')
  expect(await versionOf()).toBe(2)
  const card = page.getByRole('region', { name: 'Make it yours' })
  await expect(card.getByRole('listitem').filter({ hasText: 'Go live' })).toContainText('Done')
  await card.getByRole('button', { name: /^Doesn’t Apply ?: Legal/ }).click({ timeout: 10_000 })
  await expect(card.getByRole('button', { name: /^Add Back/ })).toBeVisible()
})
