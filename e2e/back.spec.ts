import { bubbleOf, panelOf } from './chat.ts'
import { dialogOf, narrow } from './consultation-dialog.ts'
import { expect, signIn, takenOver } from './fixtures.ts'
import { arrive, test as base } from './leads.ts'

/**
 * `pressBack` simulates Android's Back, which desktop browsers lack, through a fake CloseWatcher.
 */
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

test('Back leaves a page and its dialog and keeps what was typed; in the dialog it asks before it discards, as often as it is pressed', async ({
  page,
  pressBack,
}) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Privacy' }).first().click()
  await expect(page).toHaveURL('/legal/privacy')
  const opener = page.getByRole('button', { name: 'Consultation' })
  const dialog = dialogOf(page)
  const name = dialog.getByLabel(/^Name/)
  await opener.click()
  await name.fill('Ada Okafor')
  await dialog.getByRole('checkbox').first().check()
  await page.goBack()
  await expect(page).toHaveURL('/')
  await expect(dialog).toBeHidden()
  await page.reload()
  await opener.click()
  await expect(name).toHaveValue('Ada Okafor')
  await expect(dialog.getByRole('checkbox').first()).toBeChecked()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await opener.click()
  await expect(name).toHaveValue('')

  await name.fill('Ada Okafor')
  for (let press = 1; press <= 3; press++) {
    await pressBack()
    await expect(dialog.getByText('Discard your answers?')).toBeVisible()
  }
  await dialog.getByRole('button', { name: 'Keep Editing' }).click()
  await expect(name).toHaveValue('Ada Okafor')
  await pressBack()
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
})

test.describe('on an Android phone', () => {
  test.use({ viewport: narrow, hasTouch: true, isMobile: true })

  test('Back closes the chat that fills the screen, and the menu of places in the back-office', async ({
    page,
    pressBack,
  }) => {
    await page.goto('/legal/privacy')
    await page.goto('/')
    await takenOver(page)
    // Over text the bubble is hidden, so this scrolls to the end.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await expect(bubbleOf(page)).toHaveCSS('opacity', '1')
    await bubbleOf(page).tap()
    await expect(panelOf(page)).toBeVisible()
    await pressBack()
    await expect(panelOf(page)).toBeHidden()
    await expect(page).toHaveURL('/')
    await pressBack()
    await expect(page).toHaveURL('/legal/privacy')

    await signIn(page, '/admin/clients')
    await page.getByRole('button', { name: 'Menu', exact: true }).tap()
    await expect(page.getByRole('menu')).toBeVisible()
    await pressBack()
    await expect(page.getByRole('menu')).toBeHidden()
    await expect(page).toHaveURL('/admin/clients')
  })
})

test('Back goes from the details of a lead to the list, also when the address opened them; a dialog in the address is gone from it when it closes', async ({
  page,
}) => {
  const id = await arrive(page, { name: 'Ines Falk' })
  await signIn(page, '/admin/clients')
  await page.getByRole('button', { name: 'Add client' }).click()
  await expect(page).toHaveURL('/admin/clients?new=1')
  const dialog = page.getByRole('dialog', { name: 'Add client' })
  await expect(dialog.getByLabel(/^Name/)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/admin/clients')

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
  await expect(page).toHaveURL('/admin/clients')
})
