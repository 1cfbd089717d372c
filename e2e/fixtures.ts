import { test as base, expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import { ownerPassword, type RunningProduct, startProduct } from '../test/product.ts'

type Worker = { product: RunningProduct }
type Test = { quiet: string[]; stirs: boolean }

/** Client code loads at the first sign of a visitor, such as a moving mouse. */
export function stirOnLoad(): void {
  addEventListener('load', () => dispatchEvent(new Event('pointermove')))
}

function noteTakeover(): void {
  addEventListener('hydrated', () => Object.assign(window, { hydrated: true }))
}

/** Chromium does not log all violations of the content security policy, such as `new Function`. */
function reportPolicyViolations(): void {
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
    console.error(`Policy violation: ${violatedDirective} ${blockedURI} in ${sourceFile}`)
  })
}

/** Waits until the page is hydrated and its fonts are loaded. */
export async function takenOver(page: Page): Promise<void> {
  await page.waitForFunction(() => 'hydrated' in window)
  await page.evaluate(() => document.fonts.ready)
}

/**
 * A real product per worker, with its origin as base URL, and a page whose console must stay
 * silent. Visitor activity is simulated on load unless `stirs` is off. Tests that provoke an error
 * remove it from `quiet`.
 */
export const test = base.extend<Test, Worker>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
    async ({}, use) => {
      await using product = await startProduct()
      await use(product)
    },
    { scope: 'worker' },
  ],
  stirs: [true, { option: true }],
  baseURL: async ({ product }, use) => use(product.url),
  quiet: [
    async ({ page, stirs }, use) => {
      await page.addInitScript(noteTakeover)
      await page.addInitScript(reportPolicyViolations)
      if (stirs) await page.addInitScript(stirOnLoad)
      const messages: string[] = []
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) messages.push(message.text())
      })
      page.on('pageerror', (error) => messages.push(error.message))
      await use(messages)
      expect(messages, 'the console must stay silent').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/**
 * Guards checks over elements against empty selections: each selector matches a visible element.
 */
export async function expectEach(page: Page, selectors: readonly string[]): Promise<void> {
  for (const selector of selectors) {
    await expect(page.locator(selector).filter({ visible: true }).first(), selector).toBeVisible()
  }
}

/** Calls and sockets without a session get a 401, which Chromium reports in the console. */
export function expectRefusals(quiet: string[], status = 401): void {
  const reports = [`status of ${status}`, ...(status === 401 ? ['HTTP Authentication failed'] : [])]
  const others = quiet.filter((line) => !reports.some((report) => line.includes(report)))
  quiet.splice(0, quiet.length, ...others)
}

/** Signs in as the owner, without the form, and waits for the screen `to`. */
export async function signIn(page: Page, to = '/admin'): Promise<void> {
  const answer = await page.request.post('/api/auth/login', {
    data: { username: 'admin', password: ownerPassword },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(answer.status()).toBe(200)
  await page.goto(to)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

const everyRule: axe.RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}
const rulesOfColour: axe.RunOnly = {
  type: 'rule',
  values: ['color-contrast', 'link-in-text-block'],
}

/** Each violated rule with the first element that violates it. */
async function violations(page: Page, within: string, runOnly: axe.RunOnly): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return await page.evaluate(
    async ([within, runOnly]) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      const options = {
        runOnly,
        resultTypes: ['violations' as const],
        preload: false,
        iframes: false,
      }
      const { violations } = await axe.run(within, options)
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)
    },
    [within, runOnly] as const,
  )
}

/**
 * Expects no accessibility violation in the current state: every rule in the light theme,
 * colour-related rules in the dark one. `within` limits the check to a part of the page.
 */
export async function expectAccessible(page: Page, within = 'html'): Promise<void> {
  // Toasts stay while the window is not focused, so none fades during the check. Menus would close.
  await page.evaluate(() => {
    if (!document.querySelector('[role=menu]')) window.dispatchEvent(new Event('blur'))
  })
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => {
      document.documentElement.classList.toggle('dark', name === 'dark')
    }, theme)
    await page.waitForFunction(() => {
      const running = document.getAnimations().filter(({ playState }) => playState === 'running')
      // Documents move along the rail for five seconds; only the end state counts.
      for (const animation of running) {
        const { endTime } = animation.effect?.getComputedTiming() ?? {}
        if (typeof endTime === 'number' && endTime > 1000 && endTime < 10_000) animation.finish()
      }
      return running.length === 0
    })
    expect(await violations(page, within, theme === 'light' ? everyRule : rulesOfColour)).toEqual(
      [],
    )
  }
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
}
