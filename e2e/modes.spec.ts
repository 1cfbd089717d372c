import type { Page } from '@playwright/test'
import { legal, paths } from './addresses.ts'
import {
  expect,
  expectAccessible,
  expectEach,
  motions,
  takenOver,
  test,
  withMotion,
} from './fixtures.ts'

test.use(withMotion)

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** At 320 pixels, and at twice the text size. */
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

// Services share a layout, and so do legal texts.
for (const path of [paths[0], paths[3], legal[0]?.path, legal[4]?.path].map(String)) {
  test(`${path} is accessible in both themes, rests with reduced motion, and fits at twice the text size`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(path)
    await takenOver(page)
    const figure = page.locator('.journey')
    if ((await figure.count()) > 0) await figure.scrollIntoViewIfNeeded()
    expect(await motions(page)).toBe(0)
    await expectAccessible(page)
    // Pages of a kind share their narrow layout, so one of each is checked.
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
    await expectToFit(page, path)
  })
}

test('with reduced motion everything is there, and a section is reached', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/services/customer-service')
  const lines = page.locator('.record-line')
  await expect(lines).toHaveCount(5)
  for (const line of await lines.all()) await expect(line).toBeVisible()
  await page.getByRole('link', { name: 'Get Started Today' }).click()
  await expect(page).toHaveURL(/#contact$/)
  await expect(page.getByRole('heading', { name: 'Tell us about one process' })).toBeInViewport()
})

test('the home page and pages that do not exist fit at twice the text size', async ({
  page,
  quiet,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const path of ['/', '/services/nothing', '/nowhere']) {
    await page.goto(path)
    await takenOver(page)
    await expectToFit(page, path)
  }
  quiet.splice(0)
})

test('on paper there is no header, no button, and every answer is open', async ({ page }) => {
  await page.goto('/services/data-analysis')
  await expectEach(page, ['header', '.btn', 'button'])
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
})

test('with forced colours the selected document of the hero is distinguishable', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await page.goto('/')
  await takenOver(page)
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
