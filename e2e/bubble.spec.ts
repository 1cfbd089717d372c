import type { Page } from '@playwright/test'
import { paths } from './addresses.ts'
import { bubbleOf } from './chat.ts'
import { expect, takenOver, test } from './fixtures.ts'

type Covered = { top: number; covered: string[] }

/**
 * Texts, controls and drawings under the bubble where the page stands; with `step`, at rest at each
 * so many pixels from the top to the end. Nothing is under a bubble that is not seen.
 */
function coveredText(page: Page, step = 0): Promise<Covered[]> {
  return page.evaluate(async (step) => {
    const bubble = document.getElementById('chat-bubble')
    if (!bubble) return []
    const isSeen = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true })

    function covered(): string[] {
      const box = bubble?.getBoundingClientRect()
      if (!bubble || !box || !isSeen(bubble)) return []
      const isUnder = ({ left, right, top, bottom }: DOMRect) =>
        left < box.right && right > box.left && top < box.bottom && bottom > box.top
      const found: string[] = []
      for (const control of document.querySelectorAll(
        'a, button, input, select, textarea, img, svg',
      )) {
        if (![...control.getClientRects()].some(isUnder)) continue
        if (bubble.contains(control) || !isSeen(control) || control.matches('.skip-link')) continue
        found.push(control.outerHTML)
      }
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const range = document.createRange()
      while (walker.nextNode()) {
        const { currentNode: node } = walker
        const { parentElement: parent, textContent } = node
        if (!textContent?.trim()) continue
        range.selectNodeContents(node)
        if (![...range.getClientRects()].some(isUnder)) continue
        if (!parent?.checkVisibility() || bubble.contains(parent)) continue
        if (parent.closest('.sr-only, .skip-link, script, style')) continue
        found.push(textContent.trim())
      }
      return found
    }

    /** @returns whether the page moved. */
    async function scrollToRest(top: number): Promise<boolean> {
      const before = scrollY
      const rest = new Promise((done) => addEventListener('scrollend', done, { once: true }))
      scrollTo({ top, behavior: 'instant' })
      if (scrollY === before) return false
      await rest
      return true
    }

    if (step > 0) await scrollToRest(0)
    const all = [{ top: scrollY, covered: covered() }]
    for (let top = step; step > 0 && (await scrollToRest(top)); top += step) {
      all.push({ top, covered: covered() })
    }
    return all.filter(({ covered }) => covered.length > 0)
  }, step)
}

for (const path of ['/', ...paths, '/notes', '/pages/careers', '/consultation']) {
  test(`at rest the button of the chat covers nothing anywhere on ${path}`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 720 })
    await page.goto(path)
    await takenOver(page)
    for (const width of [1440, 1280, 1024, 768, 390, 320]) {
      await page.setViewportSize({ width, height: 720 })
      await expect.poll(() => coveredText(page), String(width)).toEqual([])
      expect(await coveredText(page, 150), String(width)).toEqual([])
      await expect(bubbleOf(page), `${width} at the end`).toBeInViewport()
      await expect(bubbleOf(page), `${width} at the end`).toHaveCSS('opacity', '1')
    }
  })
}

test('the button of the chat fades, unless motion is to be reduced', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 720 })
  await page.goto('/')
  await takenOver(page)
  const faded = () =>
    bubbleOf(page).evaluate((bubble) => getComputedStyle(bubble).transitionProperty)
  expect(await faded()).not.toContain('opacity')
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  expect(await faded()).toContain('opacity')
})

test('at 320 pixels what is wrong with a form is not under the button of the chat', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await page.goto('/')
  await takenOver(page)
  await page.getByRole('button', { name: 'Send Message' }).click()
  const summary = page.getByRole('region', { name: 'Please check these fields' })
  await expect(summary).toBeFocused()
  const links = await summary.getByRole('link').all()
  expect(links).toHaveLength(3)
  for (const link of links) {
    await link.click()
    await expect.poll(() => coveredText(page)).toEqual([])
  }
})
