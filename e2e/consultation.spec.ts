import { dialogOf, narrow, openFromHeader } from './consultation-dialog.ts'
import { expect, expectAccessible, test, withMotion } from './fixtures.ts'

test.use(withMotion)

test('Escape asks before it throws answers away; Cancel and Close do not', async ({ page }) => {
  const dialog = await openFromHeader(page)
  const opener = page.getByRole('button', { name: 'Consultation' })
  await dialog.getByLabel(/^Goals/).fill('Fewer slips')
  await dialog.getByLabel('By phone').check()
  await page.mouse.click(20, 450)
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog.getByText('Discard your answers?')).toBeVisible()
  const keepEditing = dialog.getByRole('button', { name: 'Keep Editing' })
  await expect(keepEditing).toBeFocused()
  await expectAccessible(page)
  await keepEditing.press('Enter')
  await expect(dialog.getByLabel(/^Goals/)).toHaveValue('Fewer slips')
  await expect(dialog.getByLabel('By phone')).toBeChecked()

  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Discard', exact: true }).click()
  for (const way of ['Cancel', 'Close']) {
    await expect(dialog).toHaveCount(0)
    await expect(opener).toBeFocused()
    await opener.press('Space')
    await expect(dialog.getByLabel(/^Goals/)).toHaveValue('')
    await expect(dialog.getByLabel('By email')).toBeChecked()
    await dialog.getByLabel(/^Goals/).fill('Fewer slips')
    await dialog.getByRole('button', { name: way, exact: true }).click()
  }
  await expect(dialog).toHaveCount(0)
})

test('the keyboard alone goes round inside, and the page behind is out of reach', async ({
  page,
}) => {
  const dialog = await openFromHeader(page)
  await expect(dialog.getByRole('heading', { name: 'Request Free Consultation' })).toBeFocused()
  await expect(page.getByRole('main')).toHaveCount(0)
  const visited = new Set<string>()
  for (let step = 0; step < 50; step += 1) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const element = document.activeElement
      const inside = element?.closest('[role="dialog"]') !== null
      return inside ? element?.getAttribute('name') || element?.textContent || 'X' : 'outside'
    })
    visited.add(focused)
  }
  expect(visited).not.toContain('outside')
  for (const name of ['name', 'phone', 'projectType', 'urgency', 'additionalNotes', 'Cancel']) {
    expect(visited).toContain(name)
  }
  expect(visited).not.toContain('website')
  await dialog.getByLabel(/^Goals/).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Missing required fields', { exact: true })).toBeVisible()
})

test('the rail leads to each group, marks the current one and ticks what is answered', async ({
  page,
}) => {
  const dialog = await openFromHeader(page)
  const rail = dialog.getByRole('navigation', { name: 'Groups of questions' })
  const current = rail.locator('[aria-current]')
  await expect(current).toHaveText('Enough to reply')
  await expect(dialog.getByText('4 required, 13 optional')).toBeVisible()
  await expect(
    dialog.getByText('These four are all we need. Anything below helps us prepare.'),
  ).toBeVisible()
  for (const legend of ['About you', 'The process today', 'Scope', 'How we reply']) {
    await rail.getByRole('link', { name: legend }).click()
    await expect(dialog.getByRole('group', { name: legend })).toBeInViewport()
    await expect(current).toHaveText(legend)
  }
  await expect(rail.getByText('answered')).toHaveCount(0)
  await dialog.getByLabel(/^Budget/).selectOption('not-sure')
  await expect(rail.getByRole('link', { name: /Scope/ })).toHaveAccessibleName('Scope answered')
  await dialog.getByLabel(/^Name/).fill('Ada')
  await expect(rail.getByRole('link', { name: /Enough/ })).toHaveAccessibleName(/1 of 4 answered/)
  await page.setViewportSize(narrow)
  await expect(rail).toBeHidden()
  await dialog.getByLabel(/^Phone/).focus()
  await expect(dialog.getByText('Group 2 of 5: About you')).toBeVisible()
  await expect.poll(() => dialog.boundingBox()).toMatchObject({ x: 0, y: 0, ...narrow })
  await page.setViewportSize({ width: 320, height: 640 })
  const form = dialog.locator('form')
  await expect.poll(() => form.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
})

test('the dialog takes over what the contact form holds', async ({ page }) => {
  await page.goto('/')
  await page.getByLabel(/^Name/).fill('Ada Okafor')
  await page.getByLabel(/^Email/).fill('ada@northfold.example')
  await page.getByLabel(/^Company/).fill('Northfold')
  await page.getByRole('button', { name: 'Consultation' }).click()
  const dialog = dialogOf(page)
  await expect(dialog.getByLabel(/^Name/)).toHaveValue('Ada Okafor')
  await expect(dialog.getByLabel(/^Email/)).toHaveValue('ada@northfold.example')
  await expect(dialog.getByLabel(/^Company/)).toHaveValue('Northfold')
  // No input here, so nothing can be lost.
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('the menu of a narrow screen opens it, and has the focus again afterwards', async ({
  page,
}) => {
  await page.setViewportSize(narrow)
  await page.goto('/')
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  await menu.press('Enter')
  await page
    .getByRole('dialog', { name: 'Menu' })
    .getByRole('button', { name: 'Consultation' })
    .press('Enter')
  const dialog = dialogOf(page)
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(menu).toBeFocused()
})

test('a service page opens it too, and its code is no part of the first load', async ({ page }) => {
  const early: string[] = []
  page.on('request', (request) => early.push(request.url()))
  await page.goto('/services/data-analysis')
  const opener = page.getByRole('button', { name: 'Consultation' })
  await expect(opener).toBeVisible()
  const code = () => early.filter((url) => url.includes('consultation-dialog'))
  expect(code()).toEqual([])
  await opener.click()
  await expect(dialogOf(page)).toBeVisible()
  expect(code()).not.toEqual([])
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('Consultation is a link to a page with the form', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Consultation' }).first().click()
    await expect(page).toHaveURL(/\/consultation$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Request Free Consultation')
  })
})
