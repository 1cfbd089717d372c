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
