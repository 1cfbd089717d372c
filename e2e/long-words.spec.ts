import type { Page } from '@playwright/test'
import {
  adminScreens,
  plainScreens,
  publicScreens,
  type Screen,
  show,
  test,
} from './every-screen.ts'
import { expect, signIn } from './fixtures.ts'

/** Overflow of a page beyond its window and below its last line. */
function excess(page: Page) {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth, scrollHeight, clientHeight } = document.documentElement
    const widest = [...document.querySelectorAll('body *')]
      .filter((element) => {
        if (element.closest('.table-region, .tab-scroller, .sr-only, svg')) return false
        return element.checkVisibility() && element.getBoundingClientRect().right > clientWidth + 1
      })
      .slice(0, 3)
      .map(({ outerHTML }) => outerHTML.slice(0, 120))
    const end = Math.max(
      clientHeight,
      Math.ceil(document.body.getBoundingClientRect().bottom + scrollY),
    )
    return {
      wider: Math.max(0, scrollWidth - clientWidth),
      widest,
      longer: Math.max(0, scrollHeight - end - 1),
    }
  })
}

async function walk(page: Page, screens: Screen[]): Promise<void> {
  const faults: object[] = []
  for (const screen of screens) {
    await page.setViewportSize({ width: 390, height: 844 })
    await show(page, screen)
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 })
      const found = await excess(page)
      if (found.wider || found.longer || found.widest.length > 0) {
        faults.push({ screen: screen.name, width, ...found })
      }
    }
  }
  expect(faults).toEqual([])
}

test('no public page is widened by a word of 80 letters', async ({ page, filled, quiet }) => {
  expect(filled.clientId).toBeTruthy()
  await walk(page, publicScreens)
  quiet.splice(0)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('no public page is widened by a word of 80 letters', async ({ page, filled, quiet }) => {
    expect(filled.clientId).toBeTruthy()
    await walk(page, plainScreens)
    quiet.splice(0)
  })
})

test('no page of the back-office is widened by a word of 80 letters', async ({
  page,
  filled,
  quiet,
}) => {
  test.setTimeout(150_000)
  await signIn(page)
  await walk(page, adminScreens(filled))
  quiet.splice(0)
})

test('no page of the back-office scrolls past its end', async ({ page, filled, quiet }) => {
  test.setTimeout(150_000)
  await signIn(page)
  const faults: object[] = []
  for (const screen of adminScreens(filled)) {
    await show(page, screen)
    const { longer } = await excess(page)
    if (longer) faults.push({ screen: screen.name, longer })
  }
  expect(faults).toEqual([])
  quiet.splice(0)
})
