import type { Page } from '@playwright/test'
import { paths } from './addresses.ts'
import { bubbleOf } from './chat.ts'
import { expect, takenOver, test } from './fixtures.ts'

/** Texts, controls and drawings under the bubble; none while it is not seen. */
function coveredText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const bubble = document.getElementById('chat-bubble')
    const box = bubble?.getBoundingClientRect()
    const isSeen = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    if (!bubble || !box || !isSeen(bubble)) return []
    const isUnder = ({ left, right, top, bottom }: DOMRect) =>
      left < box.right && right > box.left && top < box.bottom && bottom > box.top
    const covered: string[] = []
    for (const control of document.querySelectorAll(
      'a, button, input, select, textarea, img, svg',
    )) {
      if (bubble.contains(control) || !isSeen(control) || control.matches('.skip-link')) continue
      if ([...control.getClientRects()].some(isUnder)) covered.push(control.outerHTML)
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { currentNode: node } = walker
      const { parentElement: parent, textContent } = node
      if (!textContent?.trim() || !parent?.checkVisibility() || bubble.contains(parent)) continue
      if (parent.closest('.sr-only, .skip-link, script, style')) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      if ([...range.getClientRects()].some(isUnder)) covered.push(textContent.trim())
    }
    return covered
  })
}

/** @returns whether it moved. */
function scrollToRest(page: Page, top: number): Promise<boolean> {
  return page.evaluate(async (top) => {
    const before = scrollY
    const rest = new Promise((done) => addEventListener('scrollend', done, { once: true }))
    scrollTo({ top, behavior: 'instant' })
    if (scrollY === before) return false
    await rest
    return true
  }, top)
}

for (const path of ['/', ...paths, '/notes', '/pages/careers', '/consultation']) {
  test(`at rest the button of the chat covers nothing anywhere on ${path}`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 720 })
    await page.goto(path)
    await takenOver(page)
    for (const width of [1440, 1280, 1024, 768, 390, 320]) {
      await page.setViewportSize({ width, height: 720 })
      await scrollToRest(page, 0)
      await expect.poll(() => coveredText(page), `${width} at the top`).toEqual([])
      for (let top = 150; await scrollToRest(page, top); top += 150) {
        expect(await coveredText(page), `${width} at ${top}`).toEqual([])
      }
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
