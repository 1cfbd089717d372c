import type { Page } from '@playwright/test'
import { defaultSettings } from '#features/content/site-settings/defaults.ts'
import { ownerOf, publishSections } from '#test/harness/site-owner.ts'
import { expect, expectRefusals, takenOver, test } from './fixtures.ts'

// The page of an unknown address has another button that opens the chat.
const bubbleOf = (page: Page) => page.locator('#chat-bubble')

type Covered = { top: number; covered: string[] }

/**
 * Texts, controls and drawings under the bubble where the page stands; with `step`, at rest at each
 * so many pixels from the top to the end. Nothing is under a bubble that is not seen. The part of
 * the page below a bubble that is always seen passes under it, so it counts with `passes`.
 */
function coveredText(page: Page, { step = 0, passes = false } = {}): Promise<Covered[]> {
  return page.evaluate(
    ({ step, passes }) => {
      const bubble = document.getElementById('chat-bubble')
      if (!bubble) throw new Error('no bubble')
      const isSeen = (element: Element) =>
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true })

      function covered(): string[] {
        const box = bubble?.getBoundingClientRect()
        if (!bubble || !box || !isSeen(bubble)) return []
        const isUnder = ({ left, right, top, bottom }: DOMRect) =>
          left < box.right && right > box.left && (passes || top < box.bottom) && bottom > box.top
        const found: string[] = []
        for (const control of document.querySelectorAll(
          'a, button, input, select, textarea, img, svg',
        )) {
          if (![...control.getClientRects()].some(isUnder)) continue
          if (bubble.contains(control) || !isSeen(control) || control.matches('.skip-link'))
            continue
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

      function restAt(top: number): boolean {
        const before = scrollY
        scrollTo({ top, behavior: 'instant' })
        // The browser sends it in the next frame, and drawing a thousand takes a minute.
        dispatchEvent(new Event('scrollend'))
        return scrollY !== before
      }

      if (step > 0 || passes) restAt(0)
      const all = [{ top: scrollY, covered: covered() }]
      for (let top = step; step > 0 && restAt(top); top += step) {
        all.push({ top, covered: covered() })
      }
      return all.filter(({ covered }) => covered.length > 0)
    },
    { step, passes },
  )
}

/** One page of each kind: services share a layout, and so do legal texts. */
const kinds = [
  ...['/', '/services/document-processing', '/notes', '/notes/what-a-confidence-is-for'],
  ...['/pages/careers', '/consultation', '/legal/privacy', '/legal/privacy/versions'],
  ...['/legal/privacy/versions/1', '/nowhere'],
]

async function expectNothingCovered(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await takenOver(page)
  for (const width of [1440, 1280, 1024, 768, 390, 320]) {
    const where = `${path} at ${width}`
    await page.setViewportSize({ width, height: 720 })
    if (width >= 1280) {
      await expect.poll(() => coveredText(page, { passes: true }), where).toEqual([])
      await expect(bubbleOf(page), where).toHaveCSS('position', 'fixed')
    } else if (width === 320) {
      // It belongs to the end of the page.
      await expect(bubbleOf(page), where).toHaveCSS('position', 'absolute')
    } else {
      await expect.poll(() => coveredText(page), where).toEqual([])
      expect(await coveredText(page, { step: 150 }), where).toEqual([])
    }
    await page.evaluate(() => scrollTo({ top: 99_999, behavior: 'instant' }))
    await expect(bubbleOf(page), `${where}, the end`).toBeInViewport()
    await expect(bubbleOf(page), `${where}, the end`).toHaveCSS('opacity', '1')
    await expect.poll(() => coveredText(page), `${where}, the end`).toEqual([])
  }
}

test('at rest the button of the chat covers nothing anywhere on a public page', async ({
  page,
  quiet,
}) => {
  for (const path of kinds) await expectNothingCovered(page, path)
  expectRefusals(quiet, 404)
})

test('nor below the bar of an announcement', async ({ page, product: { url } }) => {
  const owner = await ownerOf({ url }, url)
  const { announcement } = defaultSettings()
  const announce = (enabled: boolean) =>
    publishSections(owner, {
      announcement: { ...announcement, enabled, text: 'We move in December. '.repeat(7).trim() },
    })
  await announce(true)
  try {
    await expectNothingCovered(page, '/')
    await expect(page.getByRole('complementary', { name: 'Announcement' })).toBeAttached()
  } finally {
    await announce(false)
  }
})

test('the button of the chat fades with motion alone, and is not over what is wrong with a form at 320 pixels', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 720 })
  await page.goto('/')
  await takenOver(page)
  const faded = () =>
    bubbleOf(page).evaluate((bubble) => getComputedStyle(bubble).transitionProperty)
  expect(await faded()).not.toContain('opacity')
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  expect(await faded()).toContain('opacity')
  await page.emulateMedia({ reducedMotion: 'reduce' })

  await page.setViewportSize({ width: 320, height: 568 })
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
