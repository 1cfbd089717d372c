import type { Page } from '@playwright/test'
import { openMailSink } from '#test/harness/mail-sink.ts'
import { startProduct } from '#test/harness/product.ts'
import { paths } from './addresses.ts'
import {
  expect,
  expectAccessible,
  expectEach,
  expectRefusals,
  motions,
  openSession,
  takenOver,
  test,
  withMotion,
} from './fixtures.ts'

test.use(withMotion)

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Expects no overflow at 320 pixels and at twice the text size. */
async function expectToFit(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 })
  await expect.poll(() => overflow(page), `${path} at 320`).toBe(0)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  for (const width of [640, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => overflow(page), `${path} at ${width}, 200 %`).toBe(0)
  }
}

/**
 * Finds links and buttons smaller than 24 pixels, endless animations, and transitions of all
 * properties.
 */
function faultsOf(page: Page) {
  return page.evaluate(() => ({
    small: [...document.querySelectorAll('a, button, input, select, textarea, summary')]
      .filter((element) => element.checkVisibility() && !element.closest('p, label, .sr-only'))
      .map((element) => ({ box: element.getBoundingClientRect(), text: element.textContent }))
      .filter(({ box }) => box.width > 1 && (box.width < 24 || box.height < 24))
      .map(({ text }) => text),
    restless: [...document.querySelectorAll('*')].filter((element) => {
      const style = getComputedStyle(element)
      const { transitionProperty, transitionDuration, animationIterationCount } = style
      const isOfAll = transitionProperty === 'all' && Number.parseFloat(transitionDuration) > 0
      return isOfAll || animationIterationCount === 'infinite'
    }).length,
  }))
}

const service = paths[0] ?? ''

// One page of each kind is enough: services share a layout, and so do legal texts.
for (const kinds of [
  [service, '/services/nothing', '/'],
  ['/legal/privacy', '/consultation'],
]) {
  test(`${kinds.join(' and ')}: landmarks, headings and targets, reduced motion, 390 pixels, twice the text size`, async ({
    page,
    quiet,
  }) => {
    for (const path of kinds) {
      await page.emulateMedia({ reducedMotion: 'no-preference' })
      await page.setViewportSize({ width: 1280, height: 720 })
      await page.goto(path)
      await takenOver(page)
      expect(await faultsOf(page), path).toEqual({ small: [], restless: 0 })
      for (const landmark of ['banner', 'main', 'contentinfo'] as const) {
        await expect(page.getByRole(landmark)).toHaveCount(1)
      }
      const outline = await page.evaluate(() =>
        [...document.querySelectorAll('h1, h2, h3, h4')].map(({ tagName }) => Number(tagName[1])),
      )
      expect(outline.filter((level) => level === 1)).toHaveLength(1)
      for (const [index, level] of outline.entries()) {
        expect(level - (outline[index - 1] ?? 0)).toBeLessThanOrEqual(1)
      }

      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.reload()
      await takenOver(page)
      if (path === service) {
        await page.locator('.journey').scrollIntoViewIfNeeded()
        const lines = page.locator('.record-line')
        await expect(lines).toHaveCount(5)
        for (const line of await lines.all()) await expect(line).toBeVisible()
      }
      expect(await motions(page)).toBe(0)
      if (path === service) {
        await page.getByRole('link', { name: 'Get Started Today' }).click()
        await expect(page).toHaveURL(/#contact$/)
        const heading = page.getByRole('heading', { name: 'Tell us about one process' })
        await expect(heading).toBeInViewport()
      }
      await page.setViewportSize({ width: 390, height: 844 })
      await expectAccessible(page)
      await expectToFit(page, path)
    }
    expectRefusals(quiet, 404)
  })
}

test('on paper every answer is open and no button is left; with forced colors outlines stay', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(service)
  await expectEach(page, ['header', '.btn', 'button'])
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toBeHidden()
  for (const button of await page.locator('.btn, button').all()) await expect(button).toBeHidden()
  const answers = page.locator('#contact details > p')
  await expect(answers).toHaveCount(5)
  for (const answer of await answers.all()) {
    expect((await answer.boundingBox())?.height).toBeGreaterThan(20)
  }

  await page.emulateMedia({ media: 'screen', forcedColors: 'active' })
  for (const selector of ['.btn', 'input[name="name"]', '.badge', '.record']) {
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

  await page.goto('/')
  const stylesOf = (name: string) =>
    page.getByRole('button', { name, exact: true }).evaluate((button) => {
      const { backgroundColor, color, borderBlockStartWidth } = getComputedStyle(button)
      return { backgroundColor, color, border: Number.parseFloat(borderBlockStartWidth) }
    })
  const [chosen, other] = [await stylesOf('Invoice'), await stylesOf('Contract')]
  for (const { border } of [chosen, other]) expect(border).toBeGreaterThanOrEqual(1)
  expect(chosen.backgroundColor).not.toBe(other.backgroundColor)
  expect(chosen.color).not.toBe(other.color)
  await page.getByRole('button', { name: 'Contract', exact: true }).click()
  await expect.poll(() => stylesOf('Contract')).toEqual(chosen)

  await page.goto('/legal/privacy')
  await page.emulateMedia({ media: 'print', forcedColors: 'none' })
  await expect(page.getByRole('navigation', { name: 'Legal' })).toBeHidden()
  await expect(page.getByText('Who is responsible')).toBeVisible()
})

/** Sums up layout shifts as reported by Chromium. */
function countShifts(): void {
  const shifts = Object.assign(window, { shifted: 0 })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shifts.shifted += Reflect.get(entry, 'value')
  }).observe({ type: 'layout-shift', buffered: true })
}

/** True if a font is installed whose metrics are adjusted to those of the web fonts. */
const hasFallback = (page: Page) =>
  page.evaluate(() => {
    const font = new FontFace('any', 'local("Arial"), local("Roboto"), local("Liberation Sans")')
    return font.load().then(
      () => true,
      () => false,
    )
  })

for (const [path, width] of [
  ['/', 390],
  ['/services/customer-service', 1440],
] as const) {
  test(`${path} does not move when its fonts come late, ${width} wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await page.addInitScript(countShifts)
    const gate = Promise.withResolvers<void>()
    await page.route('**/*.woff2', async (route) => {
      await gate.promise
      await route.continue()
    })
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    test.skip(!(await hasFallback(page)), 'none of the fallback fonts is installed here')
    const paints = () => page.evaluate(() => performance.getEntriesByType('paint').length)
    await expect.poll(paints).toBe(2)
    gate.resolve()
    await takenOver(page)
    expect(await page.evaluate(() => Reflect.get(window, 'shifted'))).toBeLessThan(0.02)
  })
}

for (const [name, environment] of [
  ['nobody is notified', {}],
  ['nothing needs attention', { MAIL_TO: 'staff@n.example', MAIL_FROM: 'site@n.example' }],
] as const) {
  test(`the overview does not move on a first visit, where ${name}`, async ({ browser }) => {
    await using sink = await openMailSink()
    const mail = 'MAIL_TO' in environment ? { ...environment, SMTP_URL: sink.url } : {}
    await using product = await startProduct({ environment: mail })
    await using context = await browser.newContext({ baseURL: product.url })
    const page = await context.newPage()
    await page.addInitScript(countShifts)
    await openSession(page)
    const asked = page.waitForResponse('**/api/admin/attention')
    await page.goto('/admin')
    await asked
    await expect(page.getByText('Total Clients')).toBeVisible()
    const line = page.getByRole('region', { name: 'Attention' })
    await expect(line).toHaveCount('SMTP_URL' in mail ? 0 : 1)
    expect(await page.evaluate(() => Reflect.get(window, 'shifted'))).toBeLessThan(0.005)
  })
}
