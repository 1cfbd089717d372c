import type { Page } from '@playwright/test'
import { expect, expectEach, hasten, motions, takenOver, test, withMotion } from './fixtures.ts'

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

test('every page has one h1, no skipped heading level, and named landmarks once', async ({
  page,
  quiet,
}) => {
  for (const path of ['/', '/services/document-processing', '/no-such-page', '/admin/login']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const levels = await page.evaluate(() =>
      [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')]
        .filter((heading) => heading.checkVisibility())
        .map(({ tagName }) => Number(tagName[1])),
    )
    expect([path, levels.filter((level) => level === 1)]).toEqual([path, [1]])
    for (const [at, level] of levels.entries()) {
      if (at > 0) expect(level - (levels[at - 1] ?? 0)).toBeLessThanOrEqual(1)
    }
    await expect(page.getByRole('main')).toHaveCount(1)
    if (path === '/admin/login') continue
    await expect(page.getByRole('banner')).toHaveCount(1)
    await expect(page.getByRole('contentinfo')).toHaveCount(1)
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(1)
    for (const nav of await page.getByRole('navigation').all()) {
      expect(await nav.getAttribute('aria-label')).toBeTruthy()
    }
  }
  quiet.splice(0)
})

test('the home page paints its h1 first and largest, with two small fonts and sound pictures', async ({
  page,
}) => {
  const fonts: number[] = []
  page.on('response', async (response) => {
    if (response.url().endsWith('.woff2')) fonts.push((await response.body()).length)
  })
  const html = (await (await page.goto('/'))?.text()) ?? ''
  expect(html).toMatch(/<h1[^>]*>Automation that keeps the receipts\./)
  await takenOver(page)
  const largest = await page.evaluate(
    () =>
      new Promise<string | undefined>((resolve) => {
        new PerformanceObserver((list) => {
          const last = list.getEntries().at(-1)
          const element = last && 'element' in last ? last.element : null
          resolve(element instanceof Element ? element.tagName : undefined)
        }).observe({ type: 'largest-contentful-paint', buffered: true })
      }),
  )
  expect(largest).toBe('H1')
  await expect.poll(() => fonts.length).toBe(2)
  expect(fonts.reduce((sum, size) => sum + size, 0)).toBeLessThan(45 * 1024)

  await expectEach(page, ['svg', 'a[href]'])
  const faults = await page.evaluate(() => ({
    transitions: [...document.querySelectorAll('*')].filter(
      (element) => getComputedStyle(element).transitionProperty === 'all',
    ).length,
    pictures: [...document.images].filter(
      (image) => !image.hasAttribute('alt') || !image.width || !image.height,
    ).length,
    drawings: [...document.querySelectorAll('svg')].filter(
      (svg) => svg.ariaHidden !== 'true' && !(svg.role === 'img' && svg.ariaLabel),
    ).length,
    nowhere: document.querySelectorAll('a:not([href]), a[href="#"]').length,
  }))
  expect(faults).toEqual({ transitions: 0, pictures: 0, drawings: 0, nowhere: 0 })

  const claims = page.locator('#about dl > div')
  await expect(claims).toHaveCount(6)
  for (const claim of await claims.all()) await expect(claim).toContainText('Demo figure')
  const stops = page
    .getByRole('figure', { name: /What happens to one document/ })
    .getByRole('listitem')
  await expect(stops).toHaveText([/Arrives/, /Read/, /Checked/, /Routed/, /A person/, /Filed/])
})

const pressable = ['a', 'button', 'input', 'textarea', 'summary']

/** Elements smaller than the required size, except links within a sentence. */
async function tooSmall(page: Page, selectors: string[], width: number, height: number) {
  await expectEach(page, selectors)
  return await page.evaluate(
    ([selector, width, height]) =>
      [...document.querySelectorAll<HTMLElement>(selector)]
        .filter((element) => {
          if (!element.checkVisibility() || element.closest('[aria-hidden="true"]')) return false
          // A service's link covers its whole row by a pseudo-element.
          if (element.tabIndex < 0 || element.matches('.skip-link, .service-link')) return false
          const parent = element.parentElement
          const inText =
            getComputedStyle(element).display === 'inline' &&
            parent?.textContent?.trim() !== element.textContent?.trim()
          if (inText) return false
          const area = element.getBoundingClientRect()
          return Math.round(area.width) < width || Math.round(area.height) < height
        })
        .map((element) => element.outerHTML.slice(0, 140)),
    [selectors.join(), width, height] as const,
  )
}

test('everything that can be pressed is 24 pixels or larger, also in an error summary', async ({
  page,
}) => {
  await page.goto('/')
  await takenOver(page)
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByRole('region', { name: 'Please check these fields' })).toBeFocused()
  expect(await tooSmall(page, pressable, 24, 24)).toEqual([])
})

test.describe('under a finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('buttons, navigation and fields are 44 pixels high', async ({ page }) => {
    await page.goto('/')
    await takenOver(page)
    expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true)
    const links = ['.btn', 'header a', 'footer a']
    expect(await tooSmall(page, [...links, ...pressable.slice(1)], 24, 44)).toEqual([])
    await page.getByRole('button', { name: 'Menu', exact: true }).tap()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await tooSmall(page, ['dialog nav a', 'dialog button'], 24, 44)).toEqual([])
  })
})

/** By page, containers whose children must not overlap. */
const neighbours: Record<string, string[][]> = {
  '/': [
    ['.site-header-row > *', '.site-nav li'],
    ['.hero h1', '.hero-lead', '.hero-actions > *', '.hero-record', '.journey-controls > *'],
    ['.journey-stop'],
    ['.contact-form label', '.contact-form .control', '.contact-form .btn'],
  ],
  '/services/document-processing': [
    ['.site-header-row > *'],
    ['.service-head h1', '.service-head .lead', '.service-head .btn'],
  ],
}

test('text twice the size is neither cut nor laid over other text, and 320 pixels are enough', async ({
  page,
}) => {
  for (const [width, height, size] of [
    [1440, 900, '32px'],
    [390, 844, '32px'],
    [320, 640, ''],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const [path, groups] of Object.entries(neighbours)) {
      await page.goto(path)
      await takenOver(page)
      // On narrow screens the navigation is in the menu.
      await expectEach(
        page,
        groups.flat().filter((part) => width > 1000 || part !== '.site-nav li'),
      )
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = size
      }, size)
      const faults = await page.evaluate((groups) => {
        const visible = (element: Element) => element.checkVisibility()
        const cut = [...document.querySelectorAll<HTMLElement>('body *')]
          .filter((element) => {
            if (!visible(element) || element.closest('.sr-only, .skip-link, svg')) return false
            const { overflowX, overflowY } = getComputedStyle(element)
            return (
              (overflowX === 'hidden' && element.scrollWidth > element.clientWidth + 1) ||
              (overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 1)
            )
          })
          .map((element) => element.outerHTML.slice(0, 100))
        const over = groups.flatMap((group) => {
          const boxes = [...document.querySelectorAll(group.join())].filter(
            (element) => visible(element) && !element.closest('dialog, .sr-only'),
          )
          return boxes.flatMap((one, at) =>
            boxes.slice(at + 1).flatMap((other) => {
              if (one.contains(other) || other.contains(one)) return []
              const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()]
              const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left)
              const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
              return wide > 1 && high > 1 ? [`${one.className} over ${other.className}`] : []
            }),
          )
        })
        const { scrollWidth } = document.documentElement
        const wide = [...document.querySelectorAll('body *')].filter(
          (element) => element.getBoundingClientRect().right > window.innerWidth + 1,
        )
        const found = [
          `${scrollWidth} wide`,
          ...wide.map(({ outerHTML }) => outerHTML.slice(0, 100)),
        ]
        return { cut, over, wide: scrollWidth > window.innerWidth ? found : [] }
      }, groups)
      expect([width, path, faults]).toEqual([width, path, { cut: [], over: [], wide: [] }])
    }
  }
})

test('with reduced motion nothing moves, and a section is reached at once', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  await takenOver(page)
  expect(await motions(page)).toBe(0)
  for (const id of ['services', 'case-studies', 'about', 'contact']) {
    await page.getByRole('banner').locator(`a[href="/#${id}"]`).first().click()
    const top = await page.locator(`#${id}-heading`).evaluate((heading) => {
      return heading.getBoundingClientRect().top
    })
    expect(top).toBeLessThan(320)
    expect(top).toBeGreaterThanOrEqual(68)
    expect(await motions(page)).toBe(0)
  }
})

test('nothing on the page moves for ever: six seconds after the start it stands still', async ({
  page,
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
})

test('forced colours keep the borders of everything that is pressed or filled in', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/')
  await takenOver(page)
  const edged = ['.btn', '.control', '.journey-choice', '.badge']
  await expectEach(page, edged)
  const bare = await page.evaluate(
    (edged) =>
      [...document.querySelectorAll(edged.join())]
        .filter((element) => element.checkVisibility() && !element.closest('.sr-only'))
        .filter((element) => {
          const { borderTopStyle, borderTopWidth, borderTopColor } = getComputedStyle(element)
          const seen = borderTopStyle !== 'none' && Number.parseFloat(borderTopWidth) >= 1
          return !seen || /^rgba\(.*, 0\)$|transparent/.test(borderTopColor)
        })
        .map((element) => element.outerHTML.slice(0, 120)),
    edged,
  )
  expect(bare).toEqual([])
})

test('on paper there is no navigation and nothing stays folded', async ({ page }) => {
  await page.goto('/')
  await takenOver(page)
  await expectEach(page, ['button', '.btn'])
  await expect(page.getByRole('banner')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toBeHidden()
  const buttons = page.locator('button, .btn').filter({ visible: true })
  await expect(buttons).toHaveCount(0)
  const answers = page.locator('#contact details > p')
  await expect(answers).toHaveCount(5)
  for (const answer of await answers.all()) {
    expect((await answer.boundingBox())?.height).toBeGreaterThan(20)
  }
})
