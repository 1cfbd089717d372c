import type { Page } from '@playwright/test'
import { paths } from './addresses.ts'
import { bubbleOf } from './chat.ts'
import { expect, takenOver, test } from './fixtures.ts'

function coveredText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const bubble = document.getElementById('chat-bubble')
    const box = bubble?.getBoundingClientRect()
    if (!bubble || !box || !bubble.checkVisibility({ visibilityProperty: true })) return []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const covered: string[] = []
    while (walker.nextNode()) {
      const { currentNode: node } = walker
      const { parentElement: parent, textContent } = node
      if (!textContent?.trim() || !parent?.checkVisibility() || bubble.contains(parent)) continue
      if (parent.closest('.sr-only, .skip-link, script, style')) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const lies = [...range.getClientRects()].some(
        ({ left, right, top, bottom }) =>
          left < box.right && right > box.left && top < box.bottom && bottom > box.top,
      )
      if (lies) covered.push(textContent.trim())
    }
    return covered
  })
}

test('at 320 pixels the button of the chat covers no text, neither at first nor at the end', async ({
  page,
}) => {
  for (const height of [480, 640]) {
    await page.setViewportSize({ width: 320, height })
    for (const path of ['/', paths[0] ?? '', '/legal/privacy']) {
      await page.goto(path)
      await takenOver(page)
      await expect.poll(() => coveredText(page), `${path} in ${height} pixels`).toEqual([])
    }
    await bubbleOf(page).scrollIntoViewIfNeeded()
    await expect(bubbleOf(page)).toBeInViewport()
    await expect.poll(() => coveredText(page)).toEqual([])
  }
})

test('at 320 pixels what is wrong with a form is not under the button of the chat', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await page.goto('/')
  await takenOver(page)
  await page.getByRole('button', { name: 'Send message' }).click()
  const summary = page.getByRole('region', { name: 'Please check these fields' })
  await expect(summary).toBeFocused()
  const links = await summary.getByRole('link').all()
  expect(links).toHaveLength(3)
  for (const link of links) {
    await link.click()
    await expect.poll(() => coveredText(page)).toEqual([])
  }
})
