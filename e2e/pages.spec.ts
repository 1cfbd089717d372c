import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './fixtures.ts'

const services = [
  { slug: 'document-processing', title: 'Document Processing' },
  { slug: 'customer-service', title: 'Customer Service Automation' },
  { slug: 'marketing-automation', title: 'Marketing Automation' },
  { slug: 'data-analysis', title: 'Data Analysis & Insights' },
  { slug: 'custom-solutions', title: 'Custom AI Solutions' },
  { slug: 'workflow-automation', title: 'Workflow Automation' },
]
const legal = ['Privacy', 'Terms', 'Security', 'GDPR', 'Cookies'].map((title) => ({
  path: `/legal/${title.toLowerCase()}`,
  title,
}))
const paths = [...services.map(({ slug }) => `/services/${slug}`), ...legal.map(({ path }) => path)]

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
      await expect(page.getByRole('button', { name: 'Run it again' })).toBeHidden()
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
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('the run plays once, ends by itself, and plays again on request', async ({ page }) => {
  await page.goto('/services/document-processing')
  const rests = () =>
    page
      .locator('.journey-sheet')
      .evaluateAll((sheets) => sheets.map((sheet) => sheet.getBoundingClientRect().x.toFixed(0)))
  await page.locator('.journey').scrollIntoViewIfNeeded()
  await expect.poll(() => running(page)).toBeGreaterThan(5)
  const underWay = await rests()
  await expect.poll(() => running(page), { timeout: 8000 }).toBe(0)
  const atRest = await rests()
  expect(atRest).not.toEqual(underWay)
  const again = page.getByRole('button', { name: 'Run it again' })
  for (const key of ['Enter', ' ']) {
    await again.press(key)
    await expect.poll(() => running(page)).toBeGreaterThan(5)
  }
  await expect.poll(() => running(page), { timeout: 8000 }).toBe(0)
  expect(await rests()).toEqual(atRest)
})

test('with reduced motion nothing runs and everything is there', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const path of paths) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    const figure = page.locator('.journey')
    if ((await figure.count()) > 0) await figure.scrollIntoViewIfNeeded()
    expect(await running(page)).toBe(0)
  }
  await page.goto('/services/customer-service')
  for (const line of await page.locator('.record-line').all()) await expect(line).toBeVisible()
  await page.getByRole('link', { name: 'Get Started Today' }).click()
  await expect(page).toHaveURL(/#contact$/)
  await expect(page.getByRole('heading', { name: 'Tell us about one process' })).toBeInViewport()
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
  await expectAccessible(page)
  quiet.splice(0)
})

test('addresses beside the routes are the 404 page', async ({ page, quiet }) => {
  for (const path of ['/services', '/services/a/b', '/legal', '/legal/nothing']) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(404)
    await expect(page).toHaveTitle('Page Not Found')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found')
  }
  quiet.splice(0)
})

for (const path of paths) {
  test(`${path} is accessible in both themes`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(path)
    await expectAccessible(page)
    // The pages of a kind share their narrow layout: one of each stands for the others.
    if ([paths[0], legal[0]?.path].includes(path)) {
      await page.setViewportSize({ width: 390, height: 844 })
      await expectAccessible(page)
    }
    const outline = await page.evaluate(() =>
      [...document.querySelectorAll('h1, h2, h3, h4')].map(({ tagName }) => Number(tagName[1])),
    )
    expect(outline.filter((level) => level === 1)).toHaveLength(1)
    for (const [index, level] of outline.entries()) {
      expect(level - (outline[index - 1] ?? 0)).toBeLessThanOrEqual(1)
    }
  })
}

test('nothing is wider than 320 pixels, nor than the screen at twice the text size', async ({
  page,
  quiet,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  for (const path of ['/', ...paths, '/services/nothing', '/nowhere']) {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    expect(await overflow(), `${path} at 320`).toBe(0)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    for (const width of [640, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await overflow(), `${path} at ${width}, 200 %`).toBe(0)
    }
  }
  quiet.splice(0)
})

test('on paper there is no header, no button, and every answer is open', async ({ page }) => {
  await page.goto('/services/data-analysis')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toBeHidden()
  for (const button of await page.locator('.btn, button').all()) await expect(button).toBeHidden()
  const answers = page.locator('#contact details > p')
  await expect(answers).toHaveCount(5)
  for (const answer of await answers.all()) {
    expect((await answer.boundingBox())?.height).toBeGreaterThan(20)
  }
  await page.goto('/legal/privacy')
  await expect(page.getByRole('navigation', { name: 'Legal' })).toBeHidden()
  await expect(page.getByText('Who is responsible')).toBeVisible()
})

test('with forced colours controls, badges and drawings keep their outlines', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await page.goto('/services/document-processing')
  for (const selector of ['.btn', '.text-input, input[name="name"]', '.badge', '.record']) {
    const width = await page
      .locator(`main :is(${selector})`)
      .first()
      .evaluate((element) => Number.parseFloat(getComputedStyle(element).borderBlockStartWidth))
    expect(width, selector).toBeGreaterThanOrEqual(1)
  }
  const strokes = await page
    .locator('.journey .rail')
    .evaluateAll((rails) => rails.map((rail) => getComputedStyle(rail).stroke))
  expect(new Set(strokes).size).toBe(1)
  expect(strokes[0]).not.toBe('none')
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
  for (const name of ['Careers', 'Blog', 'Docs', 'API', 'Resources', 'Webinars', 'Support']) {
    await footer.getByRole('button', { name }).click()
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

test('the frame is the same everywhere: one of each landmark, a skip link, targets to hit', async ({
  page,
}) => {
  for (const path of ['/services/data-analysis', '/legal/security']) {
    await page.goto(path)
    for (const landmark of ['banner', 'main', 'contentinfo'] as const) {
      await expect(page.getByRole(landmark)).toHaveCount(1)
    }
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('a, button, input, select, textarea, summary')]
        .filter((element) => element.checkVisibility() && !element.closest('p, .sr-only'))
        .map((element) => ({ box: element.getBoundingClientRect(), text: element.textContent }))
        .filter(({ box }) => box.width > 1 && (box.width < 24 || box.height < 24))
        .map(({ text }) => text),
    )
    expect(small).toEqual([])
    const restless = await page.evaluate(() =>
      [...document.querySelectorAll('*')]
        .map((element) => getComputedStyle(element))
        .filter(
          ({ transitionProperty, transitionDuration, animationIterationCount }) =>
            (transitionProperty === 'all' && Number.parseFloat(transitionDuration) > 0) ||
            animationIterationCount === 'infinite',
        ),
    )
    expect(restless).toEqual([])
  }
})

test('a service page does not move while it loads', async ({ page }) => {
  await page.addInitScript(() => {
    const shifts = window as unknown as { shifted: number }
    shifts.shifted = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        shifts.shifted += (entry as PerformanceEntry & { value: number }).value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/services/customer-service')
    await page.waitForLoadState('networkidle')
    const shifted = await page.evaluate(() => (window as unknown as { shifted: number }).shifted)
    expect(shifted).toBeLessThan(0.02)
  }
})
