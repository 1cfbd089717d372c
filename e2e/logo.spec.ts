import type { Locator } from '@playwright/test'
import sharp from 'sharp'
import { circle, svgOf } from '#test/harness/sample-files.ts'
import {
  expect,
  expectAccessible,
  expectRefusals,
  signIn,
  test,
  withOwnProduct,
} from './fixtures.ts'

const png = (width: number, height: number, background = '#0b5cad') =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()

const choose = (within: Locator, name: string, buffer: Buffer) =>
  within.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer })

// The tests change the look of the site.
test.use(withOwnProduct)

test('logo and icon are chosen, shown in both themes, replaced, removed and published', async ({
  page,
  quiet,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, '/admin/site?section=appearance')
  const logo = page.getByRole('group', { name: 'Logo', exact: true })
  const icon = page.getByRole('group', { name: 'Icon' })
  const sample = (theme: string) =>
    page.getByRole('figure', { name: `${theme} theme` }).getByRole('img')
  await expect(sample('Light')).toHaveAccessibleName(/^Button/)

  const chooser = page.waitForEvent('filechooser')
  await logo.getByRole('button', { name: /^Choose a Picture/ }).press('Enter')
  await chooser
  await choose(logo, 'logo.svg', svgOf('<script>alert(1)</script>'))
  await expect(logo).toContainText('This SVG has a script.')
  expectRefusals(quiet, 400)
  await choose(logo, 'logo.svg', svgOf(circle, 'viewBox="0 0 200 100"'))
  await expect(logo.getByRole('img', { name: 'Logo' })).toBeVisible()
  await expect(logo.getByRole('alert')).toBeHidden()
  for (const theme of ['Light', 'Dark']) {
    await expect(sample(theme)).toHaveAccessibleName(/^Logo, Button/)
  }
  await page.getByRole('checkbox', { name: /^Light plate/ }).check()
  await choose(icon, 'icon.png', await png(128, 128))
  await expect(icon.getByRole('img', { name: 'Icon' })).toBeVisible()
  await expectAccessible(page)
  await icon.getByRole('button', { name: /^Remove/ }).press('Enter')
  await expect(icon.getByRole('img')).toBeHidden()
  await expect(icon.getByRole('button', { name: /^Choose a Picture/ })).toBeFocused()
  await page.keyboard.press('Control+s')
  const bar = page.getByRole('region', { name: 'Changes' })
  await expect(bar).toContainText('All changes are saved')
  await page.reload()
  await expect(logo.getByRole('img', { name: 'Logo' })).toBeVisible()
  await bar.getByRole('button', { name: 'Publish…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish' })
  await expect(dialog).toContainText('Afterlogo.svg')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Published.', { exact: true })).toBeVisible()
  await expect(bar).toContainText('Nothing to publish')
  const visitor = await context.newPage()
  await visitor.goto('/')
  const shown = visitor.locator('header .logo-picture').first()
  await expect(shown).toHaveAttribute('data-plate', 'true')
  await expect(shown).toBeVisible()
})
