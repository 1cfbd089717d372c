import type { Locator, Page } from '@playwright/test'
import { dialogOf } from './consultation-dialog.ts'
import { expect, expectAccessible, takenOver, test, withMotion } from './fixtures.ts'

test.use(withMotion)

const header = (page: Page) => page.getByRole('banner')
const chatOf = (page: Page) => page.getByRole('complementary', { name: 'Chat' }).getByRole('dialog')
const failureOf = (page: Page) => page.getByRole('alert').filter({ hasText: 'could not be loaded' })

const parts = [
  {
    file: 'consultation-dialog',
    opener: (page: Page) => header(page).getByRole('button', { name: 'Consultation' }),
    locate: dialogOf,
    otherWay: 'Open it as a page',
  },
  {
    file: 'chat-with-offers',
    opener: (page: Page) => header(page).getByRole('button', { name: 'Chat' }),
    locate: chatOf,
    otherWay: 'Use the contact form',
  },
]

/** Simulates a data-saving connection, which disables speculative loading. */
function saveData(): void {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
}

/** Holds files back until the returned function is called. */
async function withhold(page: Page, files: string): Promise<() => void> {
  const gate = Promise.withResolvers<void>()
  await page.route(files, async (route) => {
    await gate.promise
    await route.continue()
  })
  return gate.resolve
}

async function expectBusy(opener: Locator): Promise<void> {
  await expect(opener).toHaveAttribute('aria-busy', 'true')
  const sign = () => opener.evaluate((one) => getComputedStyle(one, '::before').animationName)
  await expect.poll(sign).toBe('turn')
}

for (const { file, opener, locate, otherWay } of parts) {
  test(`the button that opens ${file} is busy until its code has loaded`, async ({ page }) => {
    await page.addInitScript(saveData)
    const release = await withhold(page, `**/${file}*.js`)
    await page.goto('/')
    await takenOver(page)
    await opener(page).click()
    await expectBusy(opener(page))
    await expect(locate(page)).toHaveCount(0)
    release()
    await expect(locate(page)).toBeVisible()
    await expect(page.locator('.btn[aria-busy]')).toHaveCount(0)
  })

  test(`when ${file} cannot be loaded, the opening can be tried again`, async ({ page, quiet }) => {
    await page.addInitScript(saveData)
    const files = `**/${file}*.js`
    await page.route(files, (route) => route.abort())
    await page.goto('/')
    await opener(page).click()
    await expect(failureOf(page)).toBeVisible()
    await expect(page.locator('.btn[aria-busy]')).toHaveCount(0)
    await expect(failureOf(page).getByRole('link', { name: otherWay })).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await expect(failureOf(page).getByRole('button', { name: 'Dismiss' })).toBeInViewport({
      ratio: 1,
    })
    await page.setViewportSize({ width: 1280, height: 720 })
    const failedAgain = page.waitForEvent('requestfailed')
    await failureOf(page).getByRole('button', { name: 'Try again' }).click()
    await failedAgain
    await expect(page.locator('.btn[aria-busy]')).toHaveCount(0)
    await expect(failureOf(page)).toBeVisible()
    await page.unroute(files)
    await failureOf(page).getByRole('button', { name: 'Try again' }).click()
    await expect(locate(page)).toBeVisible()
    await expect(failureOf(page)).toHaveCount(0)
    expect(quiet.splice(0).filter((line) => !line.includes('net::ERR_FAILED'))).toEqual([])
  })

  test(`a failure to load ${file} can be dismissed`, async ({ page, quiet }) => {
    await page.addInitScript(saveData)
    await page.route(`**/${file}*.js`, (route) => route.abort())
    await page.goto('/')
    await opener(page).click()
    await failureOf(page).getByRole('button', { name: 'Dismiss' }).click()
    await expect(failureOf(page)).toHaveCount(0)
    quiet.splice(0)
  })

  test(`${file} is fetched while the page is idle, but not where data is to be saved`, async ({
    page,
  }) => {
    const fetched: string[] = []
    page.on('request', (request) => fetched.push(request.url()))
    const ofPart = () => fetched.filter((url) => url.includes(file))
    await page.goto('/')
    await expect.poll(ofPart).not.toEqual([])
    await page.addInitScript(saveData)
    fetched.splice(0)
    await page.reload()
    await takenOver(page)
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
    expect(ofPart()).toEqual([])
    await opener(page).hover()
    await expect.poll(ofPart).not.toEqual([])
  })
}

test('on a phone the button of the menu is busy while what its menu opens is on the way', async ({
  page,
}) => {
  await page.addInitScript(saveData)
  await page.setViewportSize({ width: 320, height: 640 })
  const release = await withhold(page, '**/chat-with-offers*.js')
  await page.goto('/')
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  await menu.click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Chat' }).click()
  await expectBusy(menu)
  await expectBusy(page.locator('#chat-bubble'))
  release()
  await expect(chatOf(page)).toBeVisible()
  await expect(page.locator('.btn[aria-busy]')).toHaveCount(0)
})
