import { test as base, expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import { ownerPassword, type RunningProduct, startProduct } from '../test/product.ts'

type Worker = { product: RunningProduct }
type Test = { quiet: string[]; stirs: boolean }

/** The page brings its client code at the first sign of a visitor, such as a mouse that moves. */
export function stirOnLoad(): void {
  addEventListener('load', () => dispatchEvent(new Event('pointermove')))
}

function noteTakeover(): void {
  addEventListener('hydrated', () => Object.assign(window, { hydrated: true }))
}

/** Chromium keeps quiet about some of what the content security policy refuses, such as `new Function`. */
function reportPolicyViolations(): void {
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
    console.error(`Policy violation: ${violatedDirective} ${blockedURI} in ${sourceFile}`)
  })
}

/** Waits until the client code has taken the page over and its fonts are there. */
export async function takenOver(page: Page): Promise<void> {
  await page.waitForFunction(() => 'hydrated' in window)
  await page.evaluate(() => document.fonts.ready)
}

/**
 * A real product per worker, its own origin as base address, and a page whose console must stay
 * silent. The visitor stirs as soon as the page has loaded, unless `stirs` is off. A test that provokes
 * an error empties `quiet` of what it expects.
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
      const heard: string[] = []
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) heard.push(message.text())
      })
      page.on('pageerror', (error) => heard.push(error.message))
      await use(heard)
      expect(heard, 'the console must stay silent').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** That a check over elements has elements: each of the selectors finds something visible. */
export async function expectEach(page: Page, selectors: readonly string[]): Promise<void> {
  for (const selector of selectors) {
    await expect(page.locator(selector).filter({ visible: true }).first(), selector).toBeVisible()
  }
}

/** Calls and sockets without a session are answered with 401, which Chromium reports by itself. */
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

/** Each broken rule with the first element that breaks it. */
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
 * No accessibility violation on the page as it stands: every rule in the light theme, and what
 * colour decides in the dark one. `within` looks at a part of the page only.
 */
export async function expectAccessible(page: Page, within = 'html'): Promise<void> {
  // Toasts stay while the window is not in front: none fades away under examination. Menus close.
  await page.evaluate(() => {
    if (!document.querySelector('[role=menu]')) window.dispatchEvent(new Event('blur'))
  })
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => {
      document.documentElement.classList.toggle('dark', name === 'dark')
    }, theme)
    await page.waitForFunction(() => {
      const running = document.getAnimations().filter(({ playState }) => playState === 'running')
      // A document takes five seconds along its rail; what counts is where it arrives.
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
