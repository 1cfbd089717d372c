import type { Page } from '@playwright/test'
import { ownerOf } from '#test/harness/site-owner.ts'
import { save } from '#test/harness/site-settings.ts'
import { expect, expectAccessible, expectRefusals, signIn, test } from './fixtures.ts'

const bar = (page: Page) => page.getByRole('region', { name: 'Changes' })
const saved = (page: Page) => expect(bar(page)).toContainText('All changes are saved')
const stateOf = (page: Page, section: string) =>
  page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: section })

test('what an admin types is saved, published and can be undone; the second editor decides which text stays', async ({
  page,
  product,
  quiet,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page)
  await page.keyboard.press('g')
  await page.keyboard.press('s')
  await expect(page).toHaveURL(/\/admin\/site$/)
  await expect(stateOf(page, 'Firm')).toContainText('Published')
  // Other tests publish on the same product, so the version is not known in advance.
  const { version } = (await (await page.request.get('/api/admin/site')).json()) as {
    version: number
  }
  const row = (number: number) =>
    page
      .getByRole('region', { name: 'Versions' })
      .getByRole('listitem')
      .filter({ hasText: new RegExp(`^Version ${number}(?!\\d)`) })
  await page.getByLabel('Tagline').fill('Paperwork, done twice as well.')
  await expect(bar(page)).toContainText('1 section changed')
  await saved(page)
  await expect(stateOf(page, 'Firm')).toContainText('Changed')
  await page.reload()
  await expect(page.getByLabel('Tagline')).toHaveValue('Paperwork, done twice as well.')

  await stateOf(page, 'Questions').click()
  await expect(page.getByRole('heading', { name: 'Questions', exact: true })).toBeFocused()
  const names = page.locator('.site-list-name')
  await expect(names.nth(1)).toHaveText(/\w/)
  const [first = '', second = ''] = await names.allTextContents()
  await names.first().focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(names.nth(0)).toHaveText(second)
  await expect(names.nth(1)).toHaveText(first)
  await expect(names.nth(1)).toBeFocused()
  await page.keyboard.press('Control+s')
  await saved(page)

  await bar(page).getByRole('button', { name: 'Publish…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish' })
  await expect(dialog).toContainText('Paperwork, done twice as well.')
  await dialog.getByRole('checkbox', { name: 'Questions' }).uncheck()
  await dialog.getByLabel('Note').fill('New tagline')
  await dialog.getByRole('heading', { name: 'Publish' }).focus()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Published.', { exact: true })).toBeVisible()
  await expect(bar(page)).toContainText('1 section changed')
  expect(await (await page.request.get('/')).text()).toContain('Paperwork, done twice as well.')

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('The previous version is live again', { exact: true })).toBeVisible()
  expect(await (await page.request.get('/')).text()).not.toContain('Paperwork, done twice')
  await bar(page).getByRole('button', { name: 'Discard…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard Changes' }).click()
  await expect(bar(page)).toContainText('Nothing to publish')

  await page.goto('/admin/site/history')
  await expect(row(version + 2)).toContainText('Undone')
  const [old] = await Promise.all([
    page.waitForEvent('popup'),
    row(version + 1)
      .getByRole('button', { name: 'View' })
      .click(),
  ])
  await expect(old.getByRole('complementary', { name: 'Preview' })).toContainText(
    `version ${version + 1} of the texts`,
  )
  await expect(old.locator('body')).toContainText('Paperwork, done twice as well.')
  await old.close()
  await row(version + 1)
    .getByRole('button', { name: 'Restore' })
    .click()
  await expect(page.getByRole('checkbox', { name: 'Firm' })).toBeChecked()

  await page.goto('/admin/site?section=navigation')
  const label = page.getByRole('textbox', { name: 'Services' })
  await expect(label).toHaveValue(/./)
  const owner = await ownerOf(product, product.url)
  await save(owner, 'navigation', { services: 'Their work' })
  await label.fill('My work')
  const conflict = page.getByRole('region', { name: 'Conflicting changes' })
  await expect(conflict).toContainText(/^You saved changes to this section at .+\./)
  await conflict.getByRole('button', { name: 'Show Both' }).click()
  await expect(conflict).toContainText('Their work')
  await expect(conflict).toContainText('My work')
  await expectAccessible(page)
  await conflict.getByRole('button', { name: 'Keep Mine' }).click()
  await saved(page)

  await page.context().setOffline(true)
  await label.fill('Without a network')
  await expect(bar(page)).toContainText('Not saved. Retrying…')
  await page.getByRole('link', { name: 'Clients' }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click()
  await page.context().setOffline(false)
  await saved(page)
  await expect(label).toHaveValue('Without a network')
  expectRefusals(quiet, 409)
  quiet.splice(0, quiet.length, ...quiet.filter((line) => !line.includes('ERR_INTERNET')))
})

test('what was typed last is saved although the page is left or read again before it rests', async ({
  page,
  quiet,
}) => {
  let asked = 0
  page.on('dialog', (dialog) => {
    asked += 1
    void dialog.accept()
  })
  await signIn(page, '/admin/site?section=home')
  const heading = page.getByLabel('Heading of the case studies')
  await heading.press('End')
  await heading.pressSequentially(' and names')
  await page.reload()
  await expect(heading).toHaveValue(/ and names$/)
  await heading.press('End')
  await heading.pressSequentially(' too')
  await page.goto('/admin/pages?kind=legal')
  await page.getByRole('link', { name: 'Terms' }).click()
  const summary = page.getByLabel('Summary')
  await summary.press('Control+End')
  await summary.pressSequentially(' In short.')
  await page.goto('/admin/site?section=home')
  await expect(heading).toHaveValue(/ and names too$/)
  expect(asked).toBe(3)
  await saved(page)
  await heading.press('End')
  await heading.pressSequentially(' now')
  await heading.blur()
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/clients/)
  await page.goBack()
  await expect(heading).toHaveValue(/ and names too now$/)
  await saved(page)
  await page.goto('/admin/pages?kind=legal')
  await page.getByRole('link', { name: 'Terms' }).click()
  await expect(summary).toHaveValue(/ In short\.$/)
  expect(asked).toBe(3)
  await summary.fill((await summary.inputValue()).replace(' In short.', ''))
  await expect(page.getByText('All changes are saved')).toBeVisible()
  await page.goto('/admin/site?section=home')
  await bar(page).getByRole('button', { name: 'Discard…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard Changes' }).click()
  await expect(bar(page)).toContainText('Nothing to publish')
  expect(quiet).toEqual([])
})

test('another time zone brings its name, an added figure is the firm’s own, and a first legal text has its note', async ({
  page,
}) => {
  page.on('dialog', (dialog) => void dialog.accept())
  await signIn(page, '/admin/site?section=hours')
  const name = page.getByLabel('Name of the time zone')
  const zone = page.getByRole('combobox', { name: /^Time zone/ })
  await name.fill('Our time')
  await zone.fill('Lisb')
  await expect(name).toHaveValue('Our time')
  await zone.fill('America/New_York')
  await expect(name).toHaveValue('New York time')
  await name.fill('Eastern')
  await expect(page.getByText('9 AM to 5 PM Eastern').first()).toBeVisible()
  await stateOf(page, 'Figures').click()
  await page.getByRole('button', { name: 'Add Figure' }).click()
  await expect(page.getByLabel('Status').filter({ visible: true })).toHaveValue('stated')
  await expect(page.getByLabel('Source').filter({ visible: true })).toBeVisible()
  await bar(page).getByRole('button', { name: 'Discard…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard Changes' }).click()
  await expect(bar(page)).toContainText('Nothing to publish')
  const note = page.getByLabel('What changed')
  for (const [kind, title, text] of [
    ['legal', 'Cookies', 'First version'],
    ['note', 'Measure before you automate', ''],
  ] as const) {
    await page.goto(`/admin/pages?kind=${kind}`)
    await page.getByRole('link', { name: title }).click()
    await page.getByRole('button', { name: 'Publish…' }).click()
    await expect(note).toHaveValue(text)
  }
})
