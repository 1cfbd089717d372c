import type { Page } from '@playwright/test'
import { expectAccessible, expectNoOverflow } from './fixtures.ts'

type Added = { id: string }

/** Creates a record through the API as the account signed in on the page. */
export function add(page: Page, path: string, body: object): Promise<Added> {
  return page.evaluate(
    async ([url, json]) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(url, { method: 'POST', headers, body: json })
      if (!answer.ok) throw new Error(await answer.text())
      return (await answer.json()) as Added
    },
    [`/api/admin/clients${path}`, JSON.stringify(body)] as const,
  )
}

/** Scrolls to the top first, because axe counts controls under the sticky header as too small. */
export async function isAccessible(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await expectAccessible(page)
}

export async function nothingSticksOut(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoOverflow(page)
  await page.setViewportSize({ width: 1280, height: 720 })
}
