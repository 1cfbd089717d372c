import type { Page } from '@playwright/test'
import { expect, expectAccessible, signIn, test } from './fixtures.ts'
import { write } from './users.ts'

test.use({ viewport: { width: 1440, height: 900 } })

const toasts = (page: Page) =>
  page.getByRole('region', { name: /Notification/ }).getByRole('listitem')

async function setOnline(page: Page, online: boolean): Promise<void> {
  await page.evaluate((onLine) => {
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => onLine })
    dispatchEvent(new Event(onLine ? 'online' : 'offline'))
  }, online)
}

test('each chart has its finding in words and the same values as a table; on a phone the places are in a menu that the keyboard walks', async ({
  page,
  request,
}) => {
  await write(request, 'Ivo Brandt', 'other')
  await write(request, 'Ivo Brandt', 'consultation')
  await signIn(page)
  await expect(page.getByRole('link', { name: 'Total Clients' })).toHaveAttribute(
    'href',
    '/admin?tab=clients',
  )
  for (const heading of ['Inquiries per week', 'Consultation funnel']) {
    const figure = page.getByRole('figure', { name: heading })
    await expect(figure.getByRole('img')).toHaveAccessibleName(/\S+ \S+/)
    const drawn = await figure
      .locator('[data-value]')
      .evaluateAll((marks) => marks.map((mark) => mark.getAttribute('data-value')))
    await figure.getByRole('button', { name: /Show as Table/ }).click()
    const listed = await figure
      .getByRole('row')
      .evaluateAll((rows) => rows.slice(1).map((row) => row.querySelector('td')?.textContent))
    expect(listed).toEqual(drawn)
    expect(drawn.some((value) => Number(value) > 0)).toBe(true)
  }
  await expectAccessible(page, 'figure')

  const firm = page.getByRole('link', { name: 'Counterfoil', exact: true })
  for (const width of [1000, 1024, 1200]) {
    await page.setViewportSize({ width, height: 768 })
    expect((await firm.boundingBox())?.height, `one line at ${width}`).toBeLessThan(30)
  }

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(page.getByRole('menu')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  const first = page.getByRole('menuitem', { name: 'Dashboard' })
  await expect(first).toBeFocused()
  await expect(first).toHaveAttribute('data-highlighted')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: /^Needs reply/ })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Clients' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/admin\/clients/)
})

test('a service is added, shown, hidden, moved and deleted; a case study is added with its figures and deleted', async ({
  page,
  quiet,
}) => {
  await signIn(page, '/admin?tab=services')
  await expect(page.getByRole('button', { name: 'Add Service' })).toBeVisible()
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'Add Service' })
  await dialog.getByRole('button', { name: 'Add Service' }).click()
  await expect(dialog.getByRole('link', { name: 'Title is required' })).toBeVisible()
  await dialog.getByLabel('Title').fill('Contract Desk')
  await expect(dialog.getByLabel('Address')).toHaveValue('contract-desk')
  await dialog.getByLabel('Category').fill('Legal')
  await dialog.getByLabel('Short description').fill('Contracts read against your terms.')
  await dialog.getByLabel('Features').fill('Clause reading\nDeviation notes')
  await dialog.getByLabel('Address').fill('data-analysis')
  await dialog.getByRole('button', { name: 'Add Service' }).click()
  await expect(dialog.getByText('Another service has this address').first()).toBeVisible()
  await expect(toasts(page), 'a toast beside an open dialog can be read').toHaveCount(1)
  quiet.splice(0)
  await dialog.getByLabel('Address').fill('contract-desk')
  await dialog.getByRole('button', { name: 'Add Service' }).click()
  await expect(dialog).toBeHidden()
  const rows = page.getByRole('tabpanel').getByRole('listitem')
  await expect(rows.last()).toContainText('Contract Desk')

  const shown = await page.request.get('/services/contract-desk')
  expect(shown.status()).toBe(200)
  expect(await (await page.request.get('/')).text()).toContain('Contract Desk')

  const more = page.getByRole('button', { name: 'More for Contract Desk' })
  await more.press('Enter')
  await expect(page.getByRole('menuitem')).toHaveText(['Move Up'])
  await page.getByRole('menuitem', { name: 'Move Up' }).press('Enter')
  await expect(rows.nth(-2)).toContainText('Contract Desk')
  await expect(more).toBeFocused()
  await page.getByRole('button', { name: 'Edit Contract Desk' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit service' })
  await editor.getByLabel('Active').uncheck()
  await editor.getByRole('button', { name: 'Save Changes' }).click()
  await expect(rows.nth(-2)).toContainText('Inactive')
  expect((await page.request.get('/services/contract-desk')).status()).toBe(404)

  await page.getByRole('button', { name: 'Delete Contract Desk' }).click()
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.getByRole('button', { name: 'Delete Contract Desk' }).last().click()
  await expect(page.getByText('Service deleted successfully').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Services', exact: true })).toBeFocused()
  await expect(rows).toHaveCount(6)

  await page.getByRole('tab', { name: /Case Studies/ }).click()
  await page.getByRole('button', { name: 'Add Case Study' }).click()
  const study = page.getByRole('dialog', { name: 'Add Case Study' })
  await study.getByLabel('Title').fill('Orders that answer themselves')
  await study.getByLabel('Company').fill('Hollow Lane Freight')
  await study.getByLabel('Industry').fill('Freight')
  await study.getByLabel('Challenge').fill('Order mails waited for a day.')
  await study.getByLabel('Solution').fill('Read on arrival, doubts to a person.')
  const save = study.getByRole('button', { name: 'Add Case Study' })
  await setOnline(page, false)
  await expect(save).toBeDisabled()
  await expect(save).toHaveAccessibleDescription('You’re offline')
  await study.getByLabel('Company').press('Enter')
  await expect(study.getByText('Give each result a figure')).toHaveCount(0)
  await setOnline(page, true)
  await study.getByRole('button', { name: 'Add Case Study' }).click()
  await expect(study.getByText('Give each result a figure').first()).toBeVisible()
  await study.getByLabel('Figure 1', { exact: true }).fill('4 h to 9 min')
  await study.getByLabel('What figure 1 stands for').fill('from mail to order')
  await study.getByRole('button', { name: 'Add Case Study' }).click()
  await expect(rows.last()).toContainText('Orders that answer themselves')
  await expect(rows.last()).toContainText('Standard')
  await page.clock.install()
  await page.getByRole('button', { name: 'Delete Orders that answer themselves' }).click()
  await page.getByRole('button', { name: 'Delete Orders that answer themselves' }).last().click()
  await expect(rows).toHaveCount(4)

  await expect(toasts(page), 'the second takes the place of the first').toHaveCount(1)
  const deleted = toasts(page).filter({ hasText: 'Case study deleted successfully' })
  await deleted.hover()
  await page.clock.fastForward(20_000)
  await expect(deleted, 'under the pointer').toBeVisible()
  await page.keyboard.press('F8')
  await expect(page.locator('.toast-list')).toBeFocused()
  await page.mouse.move(5, 5)
  await page.clock.fastForward(20_000)
  await expect(deleted, 'with the focus').toBeVisible()
  await page.getByRole('heading', { name: 'Case Studies', exact: true }).focus()
  await page.clock.fastForward(20_000)
  await expect(deleted).toBeHidden()
})
