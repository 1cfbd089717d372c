import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectEach, takenOver, test, withMotion } from './fixtures.ts'

test.use(withMotion)

const sections = [
  { label: 'Services', id: 'services' },
  { label: 'Case Studies', id: 'case-studies' },
  { label: 'About', id: 'about' },
  { label: 'Contact', id: 'contact' },
]
const headerHeight = 68

test.use({ viewport: { width: 1440, height: 900 } })

const mainNav = (page: Page) => page.getByRole('navigation', { name: 'Main' })

/**
 * Expects the section's heading to have the focus, in the upper half and below the sticky header.
 */
async function expectArrived(page: Page, id: string): Promise<void> {
  const heading = page.locator(`#${id}-heading`)
  await expect(heading).toBeFocused()
  await expect
    .poll(async () => {
      const top = (await heading.boundingBox())?.y ?? -1
      return top >= headerHeight && top < 320
    })
    .toBe(true)
}

test('the first Tab offers to skip, and the whole page can be walked with a visible focus', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  await takenOver(page)
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Get Started' })).toBeFocused()

  await expectWalkable(page)
  expect(await walk(page, 'Shift+Tab'), 'back at the start').toMatch(/skip-link/)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectWalkable(page)
})

async function expectWalkable(page: Page): Promise<void> {
  await page.reload()
  await takenOver(page)
  expect(await walk(page, 'Tab')).toMatch(/chat-bubble/)
}

/**
 * Presses the key until the focus leaves the page. Every focused element must have its ring and
 * must not be covered.
 */
async function walk(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<string> {
  const faults: string[] = []
  let last = ''
  for (let step = 0; step < 120; step++) {
    await page.keyboard.press(key)
    const seen = await page.evaluate(() => {
      const focused = document.activeElement
      if (!focused || focused === document.body) return null
      const ringed = [focused, ...focused.children].some((element) =>
        ['', '::after'].some((pseudo) => {
          const { outlineStyle, outlineWidth } = getComputedStyle(element, pseudo || null)
          return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
        }),
      )
      const box = focused.getBoundingClientRect()
      const inset = 3
      const points = [
        [box.x + box.width / 2, box.y + box.height / 2],
        [box.left + inset, box.top + inset],
        [box.right - inset, box.top + inset],
        [box.left + inset, box.bottom - inset],
        [box.right - inset, box.bottom - inset],
      ]
      const clear = points.some(([x = 0, y = 0]) => {
        const top = document.elementFromPoint(x, y)
        return focused.contains(top)
      })
      return { name: focused.outerHTML.slice(0, 120), ringed, clear }
    })
    if (!seen) break
    last = seen.name
    if (!seen.ringed) faults.push(`no ring: ${seen.name}`)
    if (!seen.clear) faults.push(`covered: ${seen.name}`)
  }
  expect(faults).toEqual([])
  return last
}

test('items of the header lead to their sections, and Back to where one was; the theme follows the visitor, and no word breaks', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  await takenOver(page)
  await page.evaluate(() => scrollTo({ top: 120, behavior: 'instant' }))
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(120)
  for (const { label, id } of sections.slice(0, 2)) {
    const link = mainNav(page).getByRole('link', { name: label, exact: true })
    await link.focus()
    await page.keyboard.press('Enter')
    await expectArrived(page, id)
    await expect(page).toHaveURL(new RegExp(`#${id}$`))
    await expect(link).toHaveAttribute('aria-current', 'true')
  }
  await page.goBack()
  await expect(page).toHaveURL(/#services$/)
  await page.goBack()
  await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(120)
  expect(new URL(page.url()).hash).toBe('')

  await page.getByRole('link', { name: 'Get Started' }).click()
  await expectArrived(page, 'contact')

  const root = page.locator('html')
  const frame = page.locator('meta[name="theme-color"]')
  const toggle = page.getByRole('button', { name: 'Dark theme' })
  await expect(root).toHaveCSS('color-scheme', 'light')
  const light = await frame.getAttribute('content')
  await expect(toggle).toHaveAttribute('aria-pressed', 'false')
  await toggle.click()
  await expect(toggle).toHaveAttribute('aria-pressed', 'true')
  await expect(root).toHaveCSS('color-scheme', 'dark')
  expect(await frame.getAttribute('content')).not.toBe(light)
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
  await page.reload()
  await expect(toggle).toHaveAttribute('aria-pressed', 'true')
  await expect(root).toHaveCSS('color-scheme', 'dark')

  for (const width of [1440, 1024, 900, 899, 820, 390, 320]) {
    await page.setViewportSize({ width, height: 700 })
    await expect(mainNav(page)).toBeVisible({ visible: width >= 900 })
    const broken = await page
      .getByRole('banner')
      .locator('a:visible, button:visible')
      .evaluateAll((entries) =>
        entries.flatMap((entry) => {
          const range = document.createRange()
          range.selectNodeContents(entry)
          const tops = [...range.getClientRects()].filter((line) => line.width > 1 && line.top < 60)
          const lines = tops.map(({ top, bottom }) => (top + bottom) / 2)
          return Math.max(...lines) - Math.min(...lines) > 12 ? [entry.textContent] : []
        }),
      )
    expect(broken, `${width}`).toEqual([])
  }
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

test.describe('under a finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('controls are 44 pixels high; the menu is worked with the keyboard, gives the focus back, and Back leads to the page without it', async ({
    page,
  }) => {
    await page.goto('/')
    await takenOver(page)
    expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true)
    const links = ['.btn', 'header a', 'footer a']
    expect(await tooSmall(page, [...links, ...pressable.slice(1)], 24, 44)).toEqual([])
    const opener = page.getByRole('button', { name: 'Menu', exact: true })
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect(menu).toBeVisible()
    expect(await tooSmall(page, ['dialog nav a', 'dialog button'], 24, 44)).toEqual([])
    const inside = () =>
      page.evaluate(() => document.querySelector('dialog')?.contains(document.activeElement))
    for (let step = 0; step < 12; step++) {
      // The browser's own frame takes the focus between the last control and the first.
      expect(
        (await inside()) || (await page.evaluate(() => document.activeElement?.tagName === 'BODY')),
      ).toBe(true)
      await page.keyboard.press('Tab')
    }
    for (const { label } of sections) {
      await expect(menu.getByRole('link', { name: label, exact: true })).toBeVisible()
    }
    await expect(menu.getByText('Consultation')).toBeVisible()
    await expect(menu.getByRole('button', { name: 'Dark theme' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(opener).toBeFocused()
    await page.keyboard.press('Space')
    await menu.getByRole('link', { name: 'About', exact: true }).click()
    await expect(menu).toBeHidden()
    await expectArrived(page, 'about')

    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).tap()
    await expect(page).toHaveURL('/legal/privacy')
    await opener.tap()
    await menu.getByRole('link', { name: 'About' }).tap()
    await expect(page).toHaveURL('/#about')
    await page.goBack()
    await expect(page).toHaveURL('/legal/privacy')
    await expect(menu).toBeHidden()
  })
})
