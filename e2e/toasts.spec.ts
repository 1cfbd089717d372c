import type { Locator, Page } from '@playwright/test'
import { add } from './client-data.ts'
import { expect, openSession, signIn, takenOver, test } from './fixtures.ts'
import { toastWith } from './leads.ts'

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (!box) throw new Error('not shown')
  return box
}

/** Distance of the toast's edges from those of the window. */
async function edgesOf(page: Page, toast: Locator): Promise<{ right: number; bottom: number }> {
  const { x, y, width, height } = await boxOf(toast)
  const window = await page.evaluate(() => ({ x: document.body.clientWidth, y: innerHeight }))
  return { right: window.x - x - width, bottom: window.y - y - height }
}

const isApart = (
  a: { x: number; y: number; width: number; height: number },
  b: { x: number; y: number; width: number; height: number },
) => a.x >= b.x + b.width || b.x >= a.x + a.width || a.y >= b.y + b.height || b.y >= a.y + a.height

/** Keeps saving from changing the profile, because the product is shared. */
async function keepProfile(page: Page): Promise<void> {
  const profile = await (await page.request.get('/api/account/profile')).json()
  await page.route('**/api/account/profile', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ json: profile }) : route.fallback(),
  )
}

for (const [where, offset] of [
  ['below the bar', 80],
  ['at the end of the window', 640],
] as const)
  test(`a toast covers neither the bar nor what has the focus ${where}, on a narrow screen`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 700 })
    await signIn(page, '/admin/account')
    await keepProfile(page)
    const save = page.getByRole('button', { name: 'Save Profile' })
    await save.focus()
    // Parts that load late change the height of the page.
    await expect(async () => {
      await save.evaluate((button, offset) => {
        document.body.style.minHeight = '3000px'
        scrollBy(0, button.getBoundingClientRect().top - offset)
      }, offset)
      const { y } = await boxOf(save)
      expect(y).toBeGreaterThan(offset - 40)
      expect(y).toBeLessThan(offset + 40)
    }).toPass()
    await save.press('Enter')
    const toast = toastWith(page, 'Profile saved')
    // The toast stays while the pointer is over it.
    await toast.hover()
    await expect(save).toBeFocused()
    const box = await boxOf(toast)
    expect(isApart(box, await boxOf(page.locator('.workspace-bar')))).toBe(true)
    expect(isApart(box, await boxOf(save))).toBe(true)
    expect(box.x).toBeGreaterThanOrEqual(0)
    expect((await edgesOf(page, toast)).right).toBe(16)
  })

for (const [width, height] of [
  [1100, 640],
  [1440, 900],
  [390, 844],
] as const)
  test(`a toast stays at the right and leaves the buttons of a dialog free, ${width} wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    await openSession(page)
    const name = `Ada ${crypto.randomUUID().slice(0, 8)}`
    await add(page, '', { name, email: 'ada@n.example' })
    await page.goto(`/admin/clients?q=${encodeURIComponent(name)}`)
    await page.getByRole('button', { name: `More for ${name}` }).click()
    await page.getByRole('menuitem', { name: /^Delete/ }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Delete/ })
      .click()
    const toast = toastWith(page, 'Client deleted successfully')
    await expect(toast).toBeVisible()
    await toast.hover()
    expect(await edgesOf(page, toast)).toEqual({ right: 16, bottom: 16 })
    // A toast that is already shown must not move sideways when the dialog opens.
    await page.keyboard.press('n')
    const buttons = page.getByRole('dialog').locator('footer').getByRole('button')
    await expect(buttons).toHaveCount(2)
    expect((await edgesOf(page, toast)).right).toBe(16)
    for (const button of await buttons.all()) {
      expect(isApart(await boxOf(toast), await boxOf(button))).toBe(true)
    }
  })

test('toasts of public pages stand at the end of the window, above the button of the chat on phones, and so does what could not be loaded', async ({
  page,
  quiet,
}) => {
  await page.route(/consultation-dialog/, (route) => route.abort())
  for (const width of [390, 820, 1024, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/')
    await takenOver(page)
    await page.getByRole('button', { name: 'Send Message' }).click()
    const toast = toastWith(page, 'Missing required fields')
    await toast.hover()
    const edges = { right: 16, bottom: width < 560 ? 84 : 16 }
    const { right, bottom } = await edgesOf(page, toast)
    expect(right, `${width}`).toBe(16)
    // The toast must be above the button that was pressed, which it would have covered.
    expect(bottom, `${width}`).toBeGreaterThanOrEqual(edges.bottom)
    expect(bottom, `${width}`).toBeLessThan(400)
    expect(isApart(await boxOf(toast), await boxOf(page.locator('#chat-bubble')))).toBe(true)

    await toast.getByRole('button', { name: 'Dismiss' }).click()
    await expect(toast).toBeHidden()
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    const opener = page.getByRole('button', { name: 'Consultation' }).filter({ visible: true })
    if ((await opener.count()) === 0) {
      await page.getByRole('button', { name: 'Menu', exact: true }).click()
    }
    await opener.first().click()
    const failure = toastWith(page, 'The consultation form could not be loaded')
    await expect(failure).toBeVisible()
    await page.locator('h1').first().hover()
    await expect.poll(() => edgesOf(page, failure), `${width}`).toEqual(edges)
  }
  quiet.splice(0)
})

test('an Undo stays in its place beside one newer toast, which stays in its own when the Undo is over', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await openSession(page)
  const group = crypto.randomUUID().slice(0, 8)
  await add(page, '', { name: `Ada ${group}`, email: 'ada@n.example' })
  await add(page, '', { name: `Ben ${group}`, email: 'ben@n.example' })
  await page.goto(`/admin/clients?q=${group}`)
  await page.getByRole('checkbox', { name: `Select Ada ${group}` }).check()
  await page.getByRole('checkbox', { name: `Select Ben ${group}` }).check()
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  const archived = toastWith(page, '2 clients are now archived.')
  await archived.hover()
  const first = await boxOf(archived)
  const all = page.locator('.toast').filter({ visible: true })

  const sounds = all.filter({ hasText: /Sounds are/ })
  await page.keyboard.press('Control+K')
  await page.getByRole('option', { name: /^(Mute sounds|Turn sounds on)/ }).click()
  await expect(sounds).toBeVisible()
  await expect(all).toHaveCount(2)
  expect(await boxOf(archived)).toEqual(first)
  const second = await boxOf(sounds)
  expect(second.y + second.height).toBeLessThanOrEqual(first.y)

  await sounds.hover()
  await archived.getByRole('button', { name: 'Dismiss' }).click()
  await expect(archived).toBeHidden()
  await expect(all).toHaveCount(1)
  expect(await boxOf(sounds)).toEqual(second)

  // The dismissed Undo is still offered by the command menu.
  await page.keyboard.press('Control+K')
  await page.getByRole('option', { name: 'Undo: 2 clients are now archived.' }).click()
  const undone = toastWith(page, '2 clients are as before.')
  await expect(undone).toBeVisible()
  await expect(all).toHaveCount(1)
  expect(await edgesOf(page, undone)).toEqual({ right: 16, bottom: 16 })
})

test('a status changed in one row needs no toast; it can be undone among the recent acts', async ({
  page,
}) => {
  await openSession(page)
  const name = `Cleo ${crypto.randomUUID().slice(0, 8)}`
  await add(page, '', { name, email: 'cleo@n.example' })
  await page.goto(`/admin/clients?q=${encodeURIComponent(name)}`)
  const row = page.getByRole('row', { name: new RegExp(name) })
  await page.getByRole('button', { name: `More for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await expect(row).toContainText('Archived')
  await expect(page.locator('.toast')).toHaveCount(0)
  await page.keyboard.press('Control+K')
  await page.getByRole('option', { name: 'Undo: 1 client is now archived.' }).click()
  await expect(row).toContainText('Active')
  await expect(page.locator('.toast')).toHaveCount(0)
})
