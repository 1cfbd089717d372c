import type { Page } from '@playwright/test'
import { defaultSettings } from '#features/content/resolved-settings/defaults.ts'
import { ownerOf, publishSections } from '#test/harness/site-owner.ts'
import { expect, expectRefusals, takenOver, test } from './fixtures.ts'

// The page of an unknown address has another button that opens the chat, so the name is not enough.
const bubbleOf = (page: Page) => page.locator('#chat-bubble')

/** Widths of phones, tablets and narrow windows. */
const narrowWidths = [320, 390, 820, 1024, 1200]

/** Pages with the frame of the site that are not in the sitemap. */
const unlisted = ['/consultation', '/legal/privacy/versions', '/legal/privacy/versions/1']

async function publicPages({ request }: Page): Promise<string[]> {
  const listed = await (await request.get('/sitemap.xml')).text()
  const paths = [...listed.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(`${url}`))
  const inFrame = paths.map(({ pathname }) => pathname).filter((path) => !path.startsWith('/book'))
  expect(inFrame.length).toBeGreaterThan(10)
  return [...new Set([...inFrame, ...unlisted, '/nowhere'])]
}

/**
 * Scroll positions, screen by screen from the top to the end, where the bubble cannot be clicked.
 */
function screensWithoutBubble(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const bubble = document.getElementById('chat-bubble')
    const missing: string[] = []
    const isThere = () => {
      const { left, top, right, bottom } = bubble?.getBoundingClientRect() ?? new DOMRect()
      const isDisc = innerWidth >= 1280 || (right - left === 52 && bottom - top === 52)
      const isInside = left >= 0 && left <= 24 && bottom <= innerHeight && bottom > innerHeight - 32
      const seen = { visibilityProperty: true, opacityProperty: true }
      const onTop = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      return isDisc && isInside && bubble?.checkVisibility(seen) && bubble.contains(onTop)
    }
    for (let top = 0; ; top += Math.round(innerHeight * 0.6)) {
      scrollTo({ top, behavior: 'instant' })
      // The browser would send the event in the next frame, and rendering a thousand frames takes a
      // minute.
      dispatchEvent(new Event('scroll'))
      if (!isThere()) missing.push(`${location.pathname} ${innerWidth}: ${scrollY}`)
      if (scrollY < top) return missing
    }
  })
}

/** Texts, controls and drawings under the bubble at the end of the page. */
function coveredAtEnd(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    scrollTo({ top: 99_999, behavior: 'instant' })
    const bubble = document.getElementById('chat-bubble')
    const box = bubble?.getBoundingClientRect() ?? new DOMRect()
    const range = document.createRange()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const covered: string[] = []
    while (walker.nextNode()) {
      const { currentNode: node } = walker
      if (!node.textContent?.trim() || bubble?.contains(node)) continue
      if (!node.parentElement?.checkVisibility() || node.parentElement.closest('.sr-only')) continue
      range.selectNodeContents(node)
      const isUnder = [...range.getClientRects()].some(
        ({ left, right, top, bottom }) =>
          left < box.right && right > box.left && top < box.bottom && bottom > box.top,
      )
      if (isUnder && !node.parentElement.closest('.skip-link')) covered.push(node.textContent)
    }
    return covered
  })
}

/**
 * Scrolls each control of the page under the bubble and focuses it.
 *
 * @returns in `covered`, controls that the bubble covers and fields beside which it stays visible.
 */
function coveredWithFocus(page: Page): Promise<{ covered: string[]; tried: number }> {
  return page.evaluate(() => {
    const bubble = document.getElementById('chat-bubble') as HTMLElement
    const covered: string[] = []
    let tried = 0
    const field = 'input, textarea, select'
    const controls = document.querySelectorAll<HTMLElement>(
      `:is(main, footer) :is(a, button, ${field})`,
    )
    for (const control of controls) {
      if (!control.checkVisibility() || control.closest('.sr-only')) continue
      const { bottom } = control.getBoundingClientRect()
      scrollBy({ top: bottom - innerHeight + 40, behavior: 'instant' })
      control.focus({ preventScroll: true })
      if (document.activeElement !== control) continue
      const box = bubble.getBoundingClientRect()
      const isUnder = [...control.getClientRects()].some(
        ({ left, right, top, bottom }) =>
          left < box.right && right > box.left && top < box.bottom && bottom > box.top,
      )
      const isSeen = bubble.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      if (isUnder || control.matches(field)) tried += 1
      if (isSeen === (isUnder || control.matches(field))) covered.push(control.outerHTML)
      control.blur()
      if (!bubble.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        covered.push(`still gone after ${control.outerHTML}`)
    }
    return { covered, tried }
  })
}

test('the button of the chat is there on every screen of every public page, and covers nothing at its end', async ({
  page,
  quiet,
}) => {
  const missing: string[] = []
  for (const path of await publicPages(page)) {
    await page.goto(path)
    await takenOver(page)
    for (const width of [...narrowWidths, 1280, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      missing.push(...(await screensWithoutBubble(page)))
      expect(await coveredAtEnd(page), `the end of ${path} at ${width}`).toEqual([])
    }
  }
  expect(missing).toEqual([])
  expectRefusals(quiet, 404)
})

test('it is there below the bar of an announcement and in a low window', async ({
  page,
  product: { url },
}) => {
  const owner = await ownerOf({ url }, url)
  const { announcement } = defaultSettings()
  const announce = (enabled: boolean) =>
    publishSections(owner, {
      announcement: { ...announcement, enabled, text: 'We move in December. '.repeat(7).trim() },
    })
  await announce(true)
  try {
    await page.setViewportSize({ width: 740, height: 360 })
    await page.goto('/')
    await takenOver(page)
    await expect(page.getByRole('complementary', { name: 'Announcement' })).toBeAttached()
    expect(await screensWithoutBubble(page)).toEqual([])
  } finally {
    await announce(false)
  }
})

test('it goes while a field has the focus, and steps aside only for the control that has the focus or is pressed', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 720 })
  await page.goto('/')
  await takenOver(page)
  for (const width of [390, 1024]) {
    await page.setViewportSize({ width, height: 720 })
    let tried = 0
    const covered = async () => {
      const found = await coveredWithFocus(page)
      tried = found.tried
      return found.covered
    }
    // The code of the bubble may load after the page.
    await expect.poll(covered, `${width}`).toEqual([])
    expect(tried, `${width}`).toBeGreaterThan(5)
  }

  // This presses the part of the button that the bubble leaves free.
  await page.setViewportSize({ width: 390, height: 720 })
  const send = page.getByRole('button', { name: 'Send Message' })
  await send.evaluate((button) =>
    scrollBy({
      top: button.getBoundingClientRect().bottom - innerHeight + 40,
      behavior: 'instant',
    }),
  )
  const [button, disc] = [await send.boundingBox(), await bubbleOf(page).boundingBox()]
  if (!button || !disc) throw new Error('not shown')
  expect(button.x).toBeLessThan(disc.x + disc.width)
  await page.mouse.move(button.x + button.width - 8, button.y + button.height / 2)
  await expect(bubbleOf(page)).toHaveCSS('opacity', '1')
  await page.mouse.down()
  await expect(bubbleOf(page)).toHaveCSS('opacity', '0')
  await page.mouse.move(380, 10)
  await page.mouse.up()
  await send.blur()
  await expect(bubbleOf(page)).toHaveCSS('opacity', '1')

  // On a wide window the bubble is in the gutter and covers no field, so it stays.
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.getByLabel(/^Name/).focus()
  await expect(bubbleOf(page)).toBeVisible()
})

test('it fades with motion alone, and is not over what is wrong with a form at 320 pixels', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 720 })
  await page.goto('/')
  await takenOver(page)
  const faded = () =>
    bubbleOf(page).evaluate((bubble) => getComputedStyle(bubble).transitionDuration)
  expect(await faded()).not.toContain('0.16s')
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  expect(await faded()).toContain('0.16s')
  await page.emulateMedia({ reducedMotion: 'reduce' })

  await page.setViewportSize({ width: 320, height: 568 })
  await page.getByRole('button', { name: 'Send Message' }).click()
  const summary = page.getByRole('region', { name: 'Please check these fields' })
  await expect(summary).toBeFocused()
  const links = await summary.getByRole('link').all()
  expect(links).toHaveLength(3)
  for (const link of links) {
    await link.click()
    await expect(bubbleOf(page)).toBeHidden()
  }
})
