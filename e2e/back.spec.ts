import type { Page } from '@playwright/test'
import { bubbleOf, panelOf } from './chat.ts'
import { dialogOf, narrow, openFromHeader } from './consultation-dialog.ts'
import { expect, signIn, takenOver, withMotion } from './fixtures.ts'
import { arrive, test } from './leads.ts'

test.use(withMotion)

/** Opens a page to go back to, then the page under test. */
async function arriveFrom(page: Page, from: string, to: string): Promise<void> {
  await page.goto(from)
  await page.goto(to)
  await takenOver(page)
}

test('Back closes a dialog and stays; the next Back leaves the page', async ({ page }) => {
  await page.goto('/legal/privacy')
  const dialog = await openFromHeader(page)
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: 'Consultation' })).toBeFocused()
  await page.goBack()
  await expect(page).toHaveURL('/legal/privacy')
})

test('a dialog closed by other means leaves nothing in the history', async ({ page }) => {
  await page.goto('/legal/privacy')
  const dialog = await openFromHeader(page)
  for (const name of ['Cancel', 'Close']) {
    await dialog.getByRole('button', { name, exact: true }).click()
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: 'Consultation' }).click()
    await expect(dialog).toBeVisible()
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect.poll(() => page.evaluate(() => history.state.layers)).toBeUndefined()
  await page.goBack()
  await expect(page).toHaveURL('/legal/privacy')
})

test('Back asks before it discards what was typed, as often as it is pressed', async ({ page }) => {
  await page.goto('/legal/privacy')
  const dialog = await openFromHeader(page)
  await dialog.getByLabel(/^Name/).fill('Ada Okafor')
  for (let press = 1; press <= 3; press++) {
    await page.goBack()
    await expect(dialog.getByText('Discard your answers?')).toBeVisible()
    await expect.poll(() => page.evaluate(() => history.state.layers)).toBe(1)
  }
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await expect(dialog.getByLabel(/^Name/)).toHaveValue('Ada Okafor')
  await page.goBack()
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(() => page.evaluate(() => history.state.layers)).toBeUndefined()
  await page.goBack()
  await expect(page).toHaveURL('/legal/privacy')
})

test('a page loaded again while a dialog was open is left with one Back', async ({ page }) => {
  await arriveFrom(page, '/legal/privacy', '/')
  await page.getByRole('button', { name: 'Consultation' }).click()
  await expect(dialogOf(page)).toBeVisible()
  await expect.poll(() => page.evaluate(() => history.state.layers)).toBe(1)
  await page.reload()
  await takenOver(page)
  await page.getByRole('button', { name: 'Consultation' }).hover()
  await expect.poll(() => page.evaluate(() => history.state.layers)).toBeUndefined()
  await page.goBack()
  await expect(page).toHaveURL('/legal/privacy')
})

test.describe('on a phone', () => {
  test.use({ viewport: narrow, hasTouch: true, isMobile: true })

  test('Back closes the menu and the chat that fills the screen', async ({ page }) => {
    await arriveFrom(page, '/legal/privacy', '/')
    await page.getByRole('button', { name: 'Menu', exact: true }).tap()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await expect(menu).toBeVisible()
    await expect.poll(() => page.evaluate(() => history.state.layers)).toBe(1)
    await page.goBack()
    await expect(menu).toBeHidden()
    await expect(page).toHaveURL('/')

    await bubbleOf(page).tap()
    await expect(panelOf(page)).toBeVisible()
    await expect.poll(() => page.evaluate(() => history.state.layers)).toBe(1)
    await page.goBack()
    await expect(panelOf(page)).toBeHidden()
    await expect(page).toHaveURL('/')
    await page.goBack()
    await expect(page).toHaveURL('/legal/privacy')
  })

  test('a link in the menu leads on, and Back from there to the page, not to its menu', async ({
    page,
  }) => {
    await arriveFrom(page, '/', '/legal/privacy')
    await page.getByRole('button', { name: 'Menu', exact: true }).tap()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await expect.poll(() => page.evaluate(() => history.state.layers)).toBe(1)
    await menu.getByRole('link', { name: 'About' }).tap()
    await expect(page).toHaveURL('/#about')
    await page.goBack()
    await expect(page).toHaveURL('/legal/privacy')
    await expect(menu).toBeHidden()
    await page.goBack()
    await expect(page).toHaveURL('/')
  })

  test('Back closes the menu of places in the back-office', async ({ page }) => {
    await signIn(page, '/admin/clients')
    await page.getByRole('button', { name: 'Menu', exact: true }).tap()
    await expect(page.getByRole('menu')).toBeVisible()
    await expect.poll(() => page.evaluate(() => history.state.layers)).toBe(1)
    await page.goBack()
    await expect(page.getByRole('menu')).toBeHidden()
    await expect(page).toHaveURL('/admin/clients')
  })
})

test('Back goes from the details of a lead to the list, also when the address opened them', async ({
  page,
}) => {
  const id = await arrive(page, { name: 'Ines Falk' })
  await signIn(page, '/admin')
  await page.goto(`/admin?tab=inquiries&open=${id}`)
  const details = page.getByRole('dialog', { name: 'Ines Falk' })
  await expect(details).toBeVisible()
  await expect.poll(() => page.evaluate(() => history.state.layers)).toBe(1)
  await page.goBack()
  await expect(details).toBeHidden()
  await expect(page).toHaveURL('/admin?tab=inquiries')

  for (const close of ['Back', 'Escape', 'Convert']) {
    await page.getByRole('link', { name: 'Ines Falk', exact: true }).click()
    await expect(details).toBeVisible()
    await expect.poll(() => page.evaluate(() => history.state.layers)).toBe(1)
    if (close === 'Back') await page.goBack()
    if (close === 'Escape') await page.keyboard.press('Escape')
    if (close === 'Convert') {
      await details.getByRole('button', { name: 'Convert to Client' }).click()
      await expect(page.getByRole('dialog', { name: 'Convert to Client' })).toBeVisible()
      await expect.poll(() => page.evaluate(() => history.state.layers)).toBe(1)
      await page.goBack()
    }
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL('/admin?tab=inquiries')
    await expect.poll(() => page.evaluate(() => history.state.layers)).toBeUndefined()
  }
  await page.goBack()
  await expect(page).toHaveURL('/admin')
})

test('a dialog in the address is gone from it after Back, and after any other closing', async ({
  page,
}) => {
  await signIn(page, '/admin/clients')
  const dialog = page.getByRole('dialog', { name: 'Add client' })
  for (const close of ['Back', 'Escape']) {
    await page.getByRole('button', { name: 'Add client' }).click()
    await expect(page).toHaveURL('/admin/clients?new=1')
    await expect.poll(() => page.evaluate(() => history.state.layers)).toBe(1)
    if (close === 'Back') await page.goBack()
    else await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL('/admin/clients')
    await expect.poll(() => page.evaluate(() => history.state.layers)).toBeUndefined()
  }
})

test('a page opened by the command menu replaces the menu in the history', async ({ page }) => {
  await signIn(page, '/admin/clients')
  await page.keyboard.press('Control+K')
  await page.getByRole('dialog').getByRole('option', { name: 'Live Chat' }).click()
  await expect(page).toHaveURL('/admin/chat')
  await page.goBack()
  await expect(page).toHaveURL('/admin/clients')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goForward()
  await expect(page).toHaveURL('/admin/chat')
})
