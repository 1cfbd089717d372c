import type { Page } from '@playwright/test'
import { isAccessible, nothingSticksOut } from './client-data.ts'
import { expect, goOn, signIn, test } from './fixtures.ts'

async function importClients(page: Page, count: number): Promise<void> {
  const rows = Array.from(
    { length: count },
    (_, n) => `Many ${String(n).padStart(3, '0')},a-very-long-address-of-number-${n}@many.example`,
  )
  await page.evaluate(
    async (csv) => {
      const body = new FormData()
      body.append('document', new File([csv], 'clients.csv', { type: 'text/csv' }))
      const answer = await fetch('/api/admin/clients/import', { method: 'POST', body })
      if (!answer.ok) throw new Error(await answer.text())
    },
    ['name,email', ...rows].join('\n'),
  )
}

test('many of a long list are selected by keyboard, archived, put back and exported; Back returns to the row', async ({
  page,
}) => {
  await signIn(page)
  await importClients(page, 230)
  await goOn(page, '/admin/clients?q=many&sort=name')
  const { keyboard } = page
  const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true })
  const bar = page.getByRole('region', { name: 'Selected clients' })
  const count = page.getByRole('search').getByRole('status')
  await expect(count).toHaveText(/^230 of [\d,]+ clients$/)

  await box('Many 002').focus()
  await keyboard.press('Space')
  for (const _ of [1, 2, 3]) await keyboard.press('Shift+ArrowDown')
  await expect(box('Many 005')).toBeFocused()
  await expect(bar).toContainText('4 selected')
  await keyboard.press('Shift+ArrowUp')
  await expect(bar).toContainText('3 selected')
  await box('Many 009').click({ modifiers: ['Shift'] })
  await expect(bar).toContainText('8 selected')
  await isAccessible(page)
  await keyboard.press('b')
  await expect(bar.getByRole('button').first()).toBeFocused()
  await keyboard.press('Escape')
  await expect(bar).toHaveCount(0)
  await expect(box('Many 009')).toBeFocused()

  const all = box('all that are loaded')
  await all.focus()
  await keyboard.press('Space')
  await expect(bar).toContainText('50 selected')
  await page.getByRole('button', { name: 'Next' }).focus()
  await keyboard.press('Enter')
  await expect(page.getByText('Page 2 of 5')).toBeVisible()
  await expect(box('Many 050')).toBeVisible()
  await all.focus()
  await keyboard.press('Space')
  await expect(bar).toContainText('100 selected')
  const download = page.waitForEvent('download')
  await bar.getByRole('button', { name: 'Export' }).focus()
  await keyboard.press('Enter')
  expect((await download).suggestedFilename()).toMatch(/^clients-\d{4}-\d\d-\d\d\.csv$/)
  await bar.getByRole('button', { name: 'Archive' }).focus()
  await keyboard.press('Enter')
  await expect(page.getByText('100 clients are now archived.').first()).toBeVisible()
  await expect(all).toBeFocused()
  await page.getByLabel('Filter by status').selectOption('archived')
  await expect(count).toHaveText(/^100 of /)
  await page.getByRole('button', { name: 'Undo' }).focus()
  await keyboard.press('Enter')
  await expect(page.getByText('100 clients are as before.').first()).toBeVisible()
  await expect(count).toHaveText(/^0 of /)

  await goOn(page, '/admin/clients?q=many&sort=name&page=3')
  const row = page.getByRole('link', { name: 'Many 117', exact: true })
  await row.focus()
  const scroll = await page.evaluate(() => scrollY)
  expect(scroll).toBeGreaterThan(0)
  for (const back of ['link', 'browser']) {
    await row.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Many 117' })).toBeVisible()
    await page.getByRole('tab', { name: /^Projects/ }).click()
    if (back === 'link') await page.getByRole('link', { name: 'Back' }).click()
    else await page.evaluate(() => history.go(-2))
    await expect(page).toHaveURL('/admin/clients?q=many&sort=name&page=3')
    await expect(row).toBeFocused()
    expect(await page.evaluate(() => scrollY)).toBe(scroll)
  }

  await page.getByRole('button', { name: 'More for Many 117' }).click()
  await page.getByRole('menuitem', { name: 'New Project' }).click()
  await expect(page.getByRole('dialog', { name: 'Create New Project' })).toBeVisible()
  await keyboard.press('Escape')
  await goOn(page, '/admin/clients?q=many')
  await page.getByLabel('Go to page').fill('4')
  await keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/clients?q=many&page=4')
  await expect(page.getByText('Page 4 of 5')).toBeVisible()
  await page.setViewportSize({ width: 320, height: 640 })
  await page.getByLabel('Sort by').selectOption('By name')
  await page.getByRole('button', { name: 'Ascending. Reverse the order' }).click()
  await expect(page).toHaveURL('/admin/clients?q=many&sort=-name')
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await page.getByRole('list', { name: 'Clients' }).getByRole('checkbox').first().check()
  await expect(bar).toContainText('1 selected')
  await nothingSticksOut(page)
})
