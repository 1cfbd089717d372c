import type { Locator, Page } from '@playwright/test'
import { add } from './client-data.ts'
import { expect, openSession, signIn, test } from './fixtures.ts'
import { toastWith } from './leads.ts'

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (!box) throw new Error('not shown')
  return box
}

/** Whether the toast lies over the top bar or the control that has the focus. */
async function covers(page: Page): Promise<string[]> {
  const toast = await boxOf(toastWith(page, 'Profile saved'))
  const others = { bar: page.locator('.workspace-bar'), focus: page.locator(':focus') }
  const found: string[] = []
  for (const [name, other] of Object.entries(others)) {
    const { x, y, width, height } = await boxOf(other)
    const isBeside = x >= toast.x + toast.width || x + width <= toast.x
    if (!isBeside && y < toast.y + toast.height && y + height > toast.y) found.push(name)
  }
  return found
}

test('a toast covers neither the bar nor what has the focus, on a narrow screen', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await signIn(page, '/admin/account')
  const profile = await (await page.request.get('/api/account/profile')).json()
  // The product is shared: its profile stays as it is.
  await page.route('**/api/account/profile', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ json: profile }) : route.fallback(),
  )
  const save = page.getByRole('button', { name: 'Save Profile' })
  await save.focus()
  await save.evaluate((button) => scrollBy(0, button.getBoundingClientRect().top - 80))
  expect((await boxOf(save)).y).toBeLessThan(120)
  await save.press('Enter')
  // It stays while the pointer is over it.
  await toastWith(page, 'Profile saved').hover()
  await expect(save).toBeFocused()
  await expect.poll(() => covers(page)).toEqual([])
  expect((await boxOf(toastWith(page, 'Profile saved'))).x).toBeGreaterThanOrEqual(0)
})

for (const [width, height] of [
  [1100, 640],
  [390, 844],
] as const)
  test(`a toast leaves the buttons of a dialog free, ${width} wide`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await openSession(page)
    const name = `Ada ${crypto.randomUUID().slice(0, 8)}`
    await add(page, '', { name, email: 'ada@n.example' })
    await page.goto(`/admin/clients?q=${encodeURIComponent(name)}`)
    await page.getByRole('button', { name: `More for ${name}` }).click()
    // A key counts again while the menu still fades.
    await page.evaluate(() => {
      new MutationObserver((_, observer) => {
        if (!document.querySelector('[role=menu][data-state=closed]')) return
        observer.disconnect()
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'n', bubbles: true }))
      }).observe(document.body, { subtree: true, attributeFilter: ['data-state'] })
    })
    await page.getByRole('menuitem', { name: 'Archive' }).click()
    const toast = toastWith(page, 'archived')
    await expect(toast).toBeVisible()
    const buttons = page.getByRole('dialog').locator('footer').getByRole('button')
    await expect(buttons).toHaveCount(2)
    const { x, y, width: wide, height: high } = await boxOf(toast)
    for (const button of await buttons.all()) {
      const box = await boxOf(button)
      const isBeside = box.x >= x + wide || box.x + box.width <= x
      expect(isBeside || box.y >= y + high || box.y + box.height <= y).toBe(true)
    }
  })
