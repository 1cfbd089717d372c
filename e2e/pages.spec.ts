import type { Page } from '@playwright/test'
import { legal, services } from './addresses.ts'
import { expect, hasten, test, withMotion } from './fixtures.ts'

test.use(withMotion)

const running = (page: Page) =>
  page.evaluate(
    () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
  )

async function expectServicePage(page: Page, index: number): Promise<void> {
  const { slug = '', title = '' } = services[index] ?? {}
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText(title)
  await expect(page.locator('.hero .badge').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Get Started Today' })).toHaveAttribute(
    'href',
    '#contact',
  )
  const line =
    slug === 'document-processing'
      ? 'Advanced AI technology for seamless document processing and automation.'
      : 'Advanced AI technology for seamless automation and optimization.'
  const features = page.getByRole('region', { name: 'Key Features' }).getByRole('listitem')
  expect(await features.count()).toBeGreaterThan(4)
  await expect(features.getByText(line, { exact: true })).toHaveCount(await features.count())
  const benefits = page.getByRole('region', { name: 'Benefits' })
  await expect(benefits).toContainText('Measurable improvements for your business')
  expect(await benefits.getByRole('listitem').count()).toBeGreaterThan(2)
  const stops = page.locator('.journey ol > li')
  expect(await stops.count()).toBeGreaterThan(4)
  for (const stop of await stops.all()) await expect(stop).toBeVisible()
  await expect(page.locator('.record-line')).toHaveCount(5)
  const more = page.getByRole('navigation', { name: 'More services' })
  const count = services.length
  const before = services[(index + count - 1) % count]
  const after = services[(index + 1) % count]
  await expect(more.getByRole('link')).toHaveText([
    new RegExp(`Previous service\\s*${before?.title}`),
    new RegExp(`Next service\\s*${after?.title}`),
  ])
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('every service page is complete', async ({ page }) => {
    for (const [index, { slug }] of services.entries()) {
      await page.goto(`/services/${slug}`)
      await expectServicePage(page, index)
      await expect(page.getByRole('button', { name: 'Run It Again' })).toBeHidden()
      await expect(page.locator('#contact')).toContainText('@')
    }
  })

  test('every legal page can be read and leads to the others', async ({ page }) => {
    for (const { path, title } of legal) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      expect((await page.locator('main').innerText()).length).toBeGreaterThan(900)
      const others = page.getByRole('navigation', { name: 'Legal' }).getByRole('link')
      await expect(others).toHaveText(legal.map((one) => one.title))
    }
  })
})

test('a service page preselects itself in the form, and the next one follows', async ({ page }) => {
  await page.goto('/services/workflow-automation')
  await expectServicePage(page, 5)
  await expect(page.getByLabel(/^Service/)).toHaveValue('workflow-automation')
  await page.getByRole('link', { name: /Next service/ }).click()
  await expectServicePage(page, 0)
  await expect(page.getByLabel(/^Service/)).toHaveValue('document-processing')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
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
  // Read on a phone, the receipt stays printed.
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

test('footer entries lead somewhere or say that they are coming soon', async ({ page }) => {
  await page.goto('/legal/terms')
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

test('the header leads from a service page to a section of the home page', async ({ page }) => {
  await page.goto('/services/customer-service')
  await page.getByRole('banner').getByRole('link', { name: 'Case Studies' }).click()
  await expect(page).toHaveURL(/\/#case-studies$/)
  const heading = page.locator('#case-studies-heading')
  await expect(heading).toBeFocused()
  const header = await page.getByRole('banner').boundingBox()
  await expect
    .poll(async () => (await heading.boundingBox())?.y ?? 0)
    .toBeGreaterThan((header?.height ?? 0) - 1)
})
