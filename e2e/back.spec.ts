import type { Page } from '@playwright/test'
import { bubbleOf, panelOf } from './chat.ts'
import { dialogOf, narrow, openFromHeader } from './consultation-dialog.ts'
import { expect, signIn, takenOver } from './fixtures.ts'
import { arrive, test as base } from './leads.ts'

/** `pressBack` is Android's Back, which a desktop browser lacks, by a stand-in for CloseWatcher. */
const test = base.extend<{ pressBack: () => Promise<void> }>({
  pressBack: async ({ page }, use) => {
    await page.addInitScript(() => {
      const open: EventTarget[] = []
      class CloseWatcher extends EventTarget {
        constructor() {
          super()
          open.push(this)
        }
        destroy() {
          const at = open.indexOf(this)
          if (at >= 0) open.splice(at, 1)
        }
      }
      const pressBack = () => {
        const watcher = open.pop()
        if (watcher) watcher.dispatchEvent(new Event('close'))
        else setTimeout(() => history.back())
      }
      Object.assign(window, { CloseWatcher, pressBack })
    })
    await use(() =>
      page.evaluate(() => (window as unknown as { pressBack: () => void }).pressBack()),
    )
  },
})

/** Opens a page to go back to, then the page under test. */
async function arriveFrom(page: Page, from: string, to: string): Promise<void> {
  await page.goto(from)
  await page.goto(to)
  await takenOver(page)
}

test('Back leaves the page and its dialog, and what was typed is there when it opens again', async ({
  page,
}) => {
  await page.goto('/legal/privacy')
  await page.goto('/')
  await page.getByRole('link', { name: 'Privacy' }).first().click()
  await expect(page).toHaveURL('/legal/privacy')
  await page.getByRole('button', { name: 'Consultation' }).click()
  const dialog = dialogOf(page)
  await dialog.getByLabel(/^Name/).fill('Ada Okafor')
  await dialog.getByRole('checkbox').first().check()
  await page.goBack()
  await expect(page).toHaveURL('/')
  await expect(dialog).toBeHidden()
  await page.reload()
  await page.getByRole('button', { name: 'Consultation' }).click()
  await expect(dialog.getByLabel(/^Name/)).toHaveValue('Ada Okafor')
  await expect(dialog.getByRole('checkbox').first()).toBeChecked()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Consultation' }).click()
  await expect(dialog.getByLabel(/^Name/)).toHaveValue('')
})

test.describe('on an Android phone', () => {
  test.use({ viewport: narrow, hasTouch: true, isMobile: true })

  test('Back closes the chat that fills the screen', async ({ page, pressBack }) => {
    await arriveFrom(page, '/legal/privacy', '/')
    // Over text it is not shown.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await expect(bubbleOf(page)).toHaveCSS('opacity', '1')
    await bubbleOf(page).tap()
    await expect(panelOf(page)).toBeVisible()
    await pressBack()
    await expect(panelOf(page)).toBeHidden()
    await expect(page).toHaveURL('/')
    await pressBack()
    await expect(page).toHaveURL('/legal/privacy')
  })

  test('Back closes the menu of places in the back-office', async ({ page, pressBack }) => {
    await signIn(page, '/admin/clients')
    await page.getByRole('button', { name: 'Menu', exact: true }).tap()
    await expect(page.getByRole('menu')).toBeVisible()
    await pressBack()
    await expect(page.getByRole('menu')).toBeHidden()
    await expect(page).toHaveURL('/admin/clients')
  })
})

test('Back asks before it discards what was typed, as often as it is pressed', async ({
  page,
  pressBack,
}) => {
  const dialog = await openFromHeader(page)
  await dialog.getByLabel(/^Name/).fill('Ada Okafor')
  for (let press = 1; press <= 3; press++) {
    await pressBack()
    await expect(dialog.getByText('Discard your answers?')).toBeVisible()
  }
  await dialog.getByRole('button', { name: 'Keep Editing' }).click()
  await expect(dialog.getByLabel(/^Name/)).toHaveValue('Ada Okafor')
  await pressBack()
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
})

test.describe('on a phone', () => {
  test.use({ viewport: narrow, hasTouch: true, isMobile: true })

  test('a link in the menu leads on, and Back from there to the page, without its menu', async ({
    page,
  }) => {
    await arriveFrom(page, '/', '/legal/privacy')
    await page.getByRole('button', { name: 'Menu', exact: true }).tap()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await menu.getByRole('link', { name: 'About' }).tap()
    await expect(page).toHaveURL('/#about')
    await page.goBack()
    await expect(page).toHaveURL('/legal/privacy')
    await expect(menu).toBeHidden()
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
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
  await expect(page).toHaveURL('/admin?tab=inquiries')
  for (const close of ['Back', 'Escape']) {
    await page.getByRole('link', { name: 'Ines Falk', exact: true }).click()
    await expect(details).toBeVisible()
    if (close === 'Back') await page.goBack()
    else await page.keyboard.press('Escape')
    await expect(details).toBeHidden()
    await expect(page).toHaveURL('/admin?tab=inquiries')
  }
  await page.goBack()
  await expect(page).toHaveURL('/admin')
})

test('a dialog in the address is gone from it when it closes', async ({ page }) => {
  await signIn(page, '/admin/clients')
  await page.getByRole('button', { name: 'Add client' }).click()
  await expect(page).toHaveURL('/admin/clients?new=1')
  const dialog = page.getByRole('dialog', { name: 'Add client' })
  await expect(dialog.getByLabel(/^Name/)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/admin/clients')
})
