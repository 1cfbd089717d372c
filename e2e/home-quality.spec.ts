import type { Page } from '@playwright/test'
import { expect, expectEach, hasten, takenOver, test, withMotion } from './fixtures.ts'

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
