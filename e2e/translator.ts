import type { Page } from '@playwright/test'
import { expect, takenOver } from './fixtures.ts'

/**
 * Changes a page like a browser's translator: replaces each text, including later ones, by an
 * element with changed words. Chrome uses a `font` element. As an init script, it begins before the
 * client code with `font`, and after it with `span`.
 */
export function translate(tag: 'font' | 'span'): void {
  const untouched = 'script, style, noscript, textarea, .translated'
  const replace = (text: Text) => {
    if (!text.data.trim() || !text.parentElement || text.parentElement.closest(untouched)) return
    const [outer, inner] = [document.createElement(tag), document.createElement(tag)]
    outer.className = 'translated'
    inner.textContent = text.data.replace(/\S(?=\s*$)/, '$&\u00b7')
    outer.append(inner)
    text.replaceWith(outer)
  }
  const textsIn = (node: Node) => {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    const texts = node instanceof Text ? [node] : []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    return texts
  }
  const begin = () => {
    textsIn(document.body).forEach(replace)
    new MutationObserver((records) => {
      for (const { target, addedNodes } of records) {
        for (const node of [target, ...addedNodes]) {
          if (node === target && !(node instanceof Text)) continue
          textsIn(node).forEach(replace)
        }
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true })
  }
  if (document.body) begin()
  else if (tag === 'font') addEventListener('DOMContentLoaded', begin)
  // A translator runs in tasks of its own.
  else addEventListener('hydrated', () => setTimeout(begin))
}

/** Expects every text to be translated, apart from those still in progress. */
export async function expectTranslated(page: Page): Promise<void> {
  await expect(page.locator('.translated').first()).toBeAttached()
  await expect(page.getByText('Something went wrong')).toHaveCount(0)
  const untranslated = () =>
    page.evaluate(() => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const found: string[] = []
      while (walker.nextNode()) {
        const { data, parentElement } = walker.currentNode as Text
        if (
          data.trim() &&
          !parentElement?.closest('.translated, script, style, noscript, textarea')
        )
          found.push(data)
      }
      return found
    })
  await expect.poll(untranslated).toEqual([])
}

/** Loads the client code of a page that is translated by an init script. */
export async function takeOverTranslated(page: Page): Promise<void> {
  await page.mouse.move(9, 9)
  await page.mouse.move(5, 5)
  await takenOver(page)
  await expectTranslated(page)
}
