import type { Page } from '@playwright/test'
import { legal } from './addresses.ts'
import { expect, hasten, test, withMotion } from './fixtures.ts'

test.use(withMotion)

const running = (page: Page) =>
  page.evaluate(
    () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
  )

async function expectServicePage(page: Page, slug: string, title: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.locator('.record-line')).toHaveCount(5)
  await expect(page.getByLabel(/^Service/)).toHaveValue(slug)
  await expect(page).toHaveTitle(new RegExp(`^${title} .*\\| Counterfoil$`))
}

test('the form, the head and the focus follow a visitor from page to page; the footer leads somewhere or says that it will', async ({
  page,
  baseURL,
}) => {
  await page.goto('/services/workflow-automation')
  await expectServicePage(page, 'workflow-automation', 'Workflow Automation')
  const message = page.getByLabel(/^Message/)
  await message.fill('Four thousand slips a week.')
  await page.getByRole('link', { name: /Next service/ }).click()
  await expectServicePage(page, 'document-processing', 'Document Processing')
  await page.reload()
  await expect(message).toHaveValue('Four thousand slips a week.')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  const address = `${baseURL}/services/document-processing`
  await expect(page.locator('head link[rel="canonical"]')).toHaveAttribute('href', address)
  await expect(page.locator('head meta[property="og:image"]')).toHaveAttribute(
    'content',
    `${baseURL}/social/document-processing.png`,
  )

  await page.getByRole('banner').getByRole('link', { name: 'Case Studies' }).click()
  await expect(page).toHaveURL(/\/#case-studies$/)
  await expect(message).toHaveValue('Four thousand slips a week.')
  const heading = page.locator('#case-studies-heading')
  await expect(heading).toBeFocused()
  const header = await page.getByRole('banner').boundingBox()
  await expect
    .poll(async () => (await heading.boundingBox())?.y ?? 0)
    .toBeGreaterThan((header?.height ?? 0) - 1)

  const footer = page.getByRole('contentinfo')
  const addresses = await footer
    .locator('a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(addresses).not.toContain('#')
  expect(addresses).not.toContain(null)
  for (const { path } of legal) expect(addresses).toContain(path)
  for (const path of ['careers', 'docs', 'api', 'resources', 'webinars']) {
    expect(addresses).toContain(`/pages/${path}`)
  }
  expect(addresses).toContain('/notes')
  for (const name of ['LinkedIn', 'Twitter']) {
    await footer.getByRole('button', { name: `${name} soon` }).click()
    await expect(footer.getByRole('status')).toHaveText(`${name}: Coming soon`)
  }
  await footer.getByRole('link', { name: 'Cookies' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cookies')
})

test('the run plays once, ends by itself, and plays again on request', async ({ page }) => {
  await page.goto('/services/document-processing')
  const rests = () =>
    page
      .locator('.journey-sheet')
      .evaluateAll((sheets) => sheets.map((sheet) => sheet.getBoundingClientRect().x.toFixed(0)))
  const hastened = async () => {
    await hasten(page)
    return running(page)
  }
  await page.locator('.journey').scrollIntoViewIfNeeded()
  await expect.poll(() => running(page)).toBeGreaterThan(5)
  const underWay = await rests()
  await expect.poll(hastened, { timeout: 8000 }).toBe(0)
  const atRest = await rests()
  expect(atRest).not.toEqual(underWay)
  const again = page.getByRole('button', { name: 'Run It Again' })
  for (const key of ['Enter', ' ']) {
    await again.press(key)
    await expect.poll(() => running(page)).toBeGreaterThan(5)
  }
  await expect.poll(hastened, { timeout: 8000 }).toBe(0)
  expect(await rests()).toEqual(atRest)

  const printing = () =>
    page
      .locator('.record-line')
      .evaluateAll((lines) => lines.filter((line) => line.getAnimations().length > 0).length)
  await again.press('Enter')
  await expect.poll(printing).toBeGreaterThan(0)
  await expect.poll(hastened, { timeout: 8000 }).toBe(0)
  // On a phone the receipt may be read meanwhile, so it stays printed.
  await page.setViewportSize({ width: 390, height: 844 })
  await again.press('Enter')
  await expect.poll(() => running(page)).toBeGreaterThan(5)
  expect(await printing()).toBe(0)
})

test('an unknown service answers 404 and shows the way on', async ({ page, quiet }) => {
  const answer = await page.goto('/services/nothing')
  expect(answer?.status()).toBe(404)
  await expect(page).toHaveTitle('Service Not Found | Counterfoil')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Service Not Found')
  await expect(page.getByText('404 Page Not Found')).toBeVisible()
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toHaveCount(0)
  await expect(page.locator('main').getByRole('link', { name: /Automation|AI|Data/ })).toHaveCount(
    5,
  )
  await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/')
  quiet.splice(0)
})
