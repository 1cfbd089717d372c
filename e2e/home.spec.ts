import type { Locator, Page } from '@playwright/test'
import { expect, hasten, takenOver, test, withMotion } from './fixtures.ts'

test.use(withMotion)

test.use({ viewport: { width: 1440, height: 900 } })

/** Number of running animations, and of endless ones among them. */
function animations(page: Page): Promise<{ running: number; endless: number }> {
  return page.evaluate(() => {
    const running = document.getAnimations().filter(({ playState }) => playState === 'running')
    const endless = running.filter(
      ({ effect }) => effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY,
    )
    return { running: running.length, endless: endless.length }
  })
}

test('nothing moves for ever: six seconds after the start all stands still; a run plays again by keyboard, and each document shows whether it is chosen', async ({
  page,
  context,
}) => {
  await page.goto('/')
  await expect.poll(async () => (await animations(page)).running).toBeGreaterThan(0)
  expect((await animations(page)).endless).toBe(0)
  const left = await page.evaluate(() =>
    document.getAnimations().map(({ currentTime, effect }) => {
      const { endTime } = effect?.getComputedTiming() ?? {}
      return Number(endTime) - Number(currentTime)
    }),
  )
  expect(Math.max(...left)).toBeLessThan(6000)
  const hastened = async () => {
    await hasten(page)
    return animations(page)
  }
  await expect.poll(hastened, { timeout: 6000 }).toEqual({ running: 0, endless: 0 })

  const startedAt = () =>
    page
      .locator('.hero .journey-sheet')
      .first()
      .evaluate((sheet) => Number(sheet.getAnimations()[0]?.startTime ?? 0))
  await page.getByRole('button', { name: 'Run It Again' }).focus()
  let last = 0
  for (const key of ['Enter', 'Space']) {
    await page.keyboard.press(key)
    await expect.poll(startedAt).toBeGreaterThan(last)
    last = await startedAt()
  }
  const email = page.getByRole('button', { name: 'Support email' })
  const invoice = page.getByRole('button', { name: 'Invoice' })
  await expect(invoice).toHaveAttribute('aria-pressed', 'true')
  await email.press('Space')
  await expect(email).toHaveAttribute('aria-pressed', 'true')
  await expect(invoice).toHaveAttribute('aria-pressed', 'false')
  await expect(page.getByRole('figure').first()).toContainText('email 7714')

  // The whole row of a service is one link.
  const rows = page.locator('#services article')
  await expect(rows).toHaveCount(6)
  for (const row of await rows.all()) await expect(row.getByRole('link')).toHaveCount(1)
  const corner = async (row: Locator) => {
    await row.scrollIntoViewIfNeeded()
    const box = await row.boundingBox()
    return { x: (box?.width ?? 0) - 8, y: 8 }
  }
  const third = rows.nth(2)
  const opened = context.waitForEvent('page')
  await third.click({ position: await corner(third), modifiers: ['ControlOrMeta'] })
  const tab = await opened
  await expect(tab).toHaveURL(/\/services\/marketing-automation$/)
  await tab.close()
  await expect(page).toHaveURL(/\/$/)
  await third.click({ position: await corner(third) })
  await expect(page).toHaveURL(/\/services\/marketing-automation$/)
})

/** Opens the home page from within the site, so that the browser fetches its lists. */
async function openHomeFromWithin(page: Page): Promise<void> {
  await page.goto('/no-such-page')
  await takenOver(page)
  await page.getByRole('link', { name: /home$/ }).first().click()
  await expect(page).toHaveURL(/\/$/)
}

test('lists that fail or are no lists say so, and Retry brings them', async ({ page, quiet }) => {
  await page.route('**/api/services', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.route('**/api/case-studies/featured', (route) => route.fulfill({ json: {} }))
  await openHomeFromWithin(page)
  const lists = [
    { section: '#services', call: '**/api/services', text: 'services', rows: 6 },
    {
      section: '#case-studies',
      call: '**/api/case-studies/featured',
      text: 'case studies',
      rows: 3,
    },
  ]
  for (const { section, call, text, rows } of lists) {
    const region = page.locator(section)
    await expect(
      region.getByText(`Unable to load ${text} at this time.`, { exact: true }),
    ).toBeVisible()
    await page.unroute(call)
    await region.getByRole('button', { name: 'Retry' }).click()
    await expect(region.locator('article')).toHaveCount(rows)
  }
  quiet.splice(0)
})

test('what opens in place has one mark, which turns', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  const marks = () =>
    page.locator('#contact summary').evaluateAll((all) =>
      all.map((summary) => {
        const { rotate } = getComputedStyle(summary, '::after')
        return `${getComputedStyle(summary).listStyleType} ${rotate}`
      }),
    )
  const [open, closed] = ['none 225deg', 'none 45deg']
  await expect.poll(marks).toEqual([open, closed, closed, closed, closed])
  await page.locator('#contact summary').nth(1).press('Enter')
  await expect.poll(marks).toEqual([open, open, closed, closed, closed])
})
