import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectRefusals,
  goOn,
  signIn,
  test,
  withMotion,
} from './fixtures.ts'
import { write } from './users.ts'

test.use(withMotion)

test.use({ viewport: { width: 1440, height: 900 } })

const commands = (page: Page) => page.getByRole('dialog', { name: 'Search or jump to' })
const goTo = (page: Page) =>
  commands(page).getByRole('group', { name: 'Go to' }).getByRole('option')

test('the command menu opens anywhere, leads on, gives the focus back, sends no search that is too long, and forgets at logout', async ({
  page,
  request,
  quiet,
}) => {
  const id = await write(request, 'Wanda Quill', 'consultation')
  await write(request, 'Connie Consultations', '')
  const searches: string[] = []
  page.on('request', (request) => {
    const search = new URL(request.url()).searchParams.get('search')
    if (search) searches.push(search)
  })
  await signIn(page)
  const button = page.getByRole('button', { name: 'Search or jump to' })
  await button.focus()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('no such place')
  await expect(commands(page).getByText('Nothing found')).toBeVisible()
  await page.getByRole('combobox').fill('consul')
  await expect(goTo(page)).toHaveCount(1)
  await expect(commands(page).getByRole('status')).toHaveText(/^\d+ results?$/)
  const excess = commands(page).getByText('Too long by 3 characters; use at most 200')
  const asked = (letter: string) => expect.poll(() => searches.at(-1)).toBe(letter.repeat(200))
  for (const [letter, count] of [
    ['x', 203],
    // This text matches the entries of the menu.
    ['c ', 102],
    ['😀', 203],
  ] as const) {
    await page.getByRole('combobox').fill(letter.repeat(count).trim())
    await expect(excess).toBeVisible()
    await page.getByRole('combobox').fill(` ${'y'.repeat(200)} `)
    await asked('y')
    await expect(excess).toBeHidden()
  }
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('case')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\?tab=case-studies$/)

  await page.keyboard.press('Control+k')
  // The text matches an action until the records arrive.
  await page.getByRole('combobox').fill('cli')
  await expect(goTo(page).first()).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('combobox').fill('consultations')
  const headings = commands(page).locator('[cmdk-group-heading]')
  await expect(headings.filter({ visible: true })).toHaveText(['Requests', 'Go to'])
  await page.getByRole('combobox').fill('quill')
  const found = commands(page).getByRole('group', { name: 'Requests' }).getByRole('option')
  await expect(found).toHaveText('Wanda QuillConsultation · new')
  await expect(found).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/admin/consultations\\?open=${id}$`))
  const details = page.getByRole('dialog', { name: 'Wanda Quill' })
  await details.getByRole('button', { name: 'Close' }).first().click()
  await expect(details).toBeHidden()
  await expect(page).toHaveURL(/\/admin\/consultations$/)
  await goOn(page, `/admin/clients?q=${'z'.repeat(203)}`)
  await expect(page.getByText('Too long by 3 characters; use at most 200')).toBeVisible()
  await expect(page.getByRole('searchbox')).toHaveValue('z'.repeat(203))
  expect(searches.filter((search) => [...search].length > 200)).toEqual([])
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('case')
  await page.keyboard.press('Enter')
  const recent = commands(page).getByRole('group', { name: 'Recent' })
  await page.keyboard.press('Control+k')
  await expect(recent.getByRole('option')).toHaveText(['Case Studies'])
  await page.getByRole('option', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/admin\/login$/)
  await expect(page.getByLabel('Username')).toBeVisible()
  await signIn(page)
  expectRefusals(quiet)
  await page.keyboard.press('Control+k')
  await expect(commands(page)).toBeVisible()
  await expect(recent).toHaveCount(0)
})

test('single keys lead on, are listed, rest while somebody types, and can be switched off', async ({
  page,
}) => {
  await signIn(page)
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet.getByText('Go to Clients')).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(page, 'a dialog was open').toHaveURL(/\/admin$/)
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await expect(page).toHaveURL(/\/admin\/clients$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('searchbox')).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('gd?')
  await expect(page.getByRole('searchbox')).toHaveValue('gd?')
  await page.evaluate(() => {
    const area = document.createElement('textarea')
    area.ariaLabel = 'Notes'
    document.querySelector('main')?.append(area)
  })
  for (const field of [page.locator('main > textarea'), page.getByLabel('Filter by status')]) {
    await field.focus()
    await page.keyboard.type('gd?n')
    await expect(sheet).toBeHidden()
    await expect(page, 'somebody types').toHaveURL(/\/admin\/clients/)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await page.getByRole('heading', { name: 'All clients' }).focus()
  await page.keyboard.press('n')
  await expect(page.getByRole('dialog', { name: 'Add Client' }).getByLabel(/^Name/)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Add Client' })).toBeFocused()

  const compact = page.getByRole('button', { name: 'Compact' })
  await compact.click()
  await expect(page.locator('[data-density]')).toHaveCount(1)
  await page.getByRole('button', { name: 'Account: admin' }).click()
  await expectAccessible(page)
  const choice = page.getByRole('menuitemcheckbox', { name: 'Compact Tables' })
  await expect(choice).toBeChecked()
  await choice.click()
  await expect(page.locator('[data-density]')).toHaveCount(0)
  await page.getByRole('menuitemcheckbox', { name: 'Single-Key Shortcuts' }).click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('g')
  await page.keyboard.press('d')
  await page.keyboard.press('?')
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL(/\/admin\/clients/)
})
