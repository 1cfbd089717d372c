import { readFileSync } from 'node:fs'
import { test as base, expect, type Page, type Request, type WebSocket } from '@playwright/test'
import type { DataRouter } from 'react-router'
import { openMailSink } from '#test/harness/mail-sink.ts'
import { ownerPassword, type RunningProduct, startProduct } from '#test/harness/product.ts'

/**
 * Starts a product behind a proxy, so that each test can have its own IP address. Mail is
 * configured, because otherwise every page of the back-office shows a red line.
 */
export async function startWithMail(
  environment: Record<string, string> = {},
): Promise<RunningProduct> {
  const sink = await openMailSink()
  const usual = {
    SMTP_URL: sink.url,
    MAIL_FROM: 'site@n.example',
    MAIL_TO: 'staff@n.example',
    TRUST_PROXY: '127.0.0.1,::1',
  }
  const product = await startProduct({ environment: { ...usual, ...environment } })
  return {
    ...product,
    async [Symbol.asyncDispose]() {
      await product[Symbol.asyncDispose]()
      await sink[Symbol.asyncDispose]()
    },
  }
}

type Worker = { product: RunningProduct }
type Test = { quiet: string[]; stirs: boolean; savesData: boolean }

let tests = 0

/**
 * Triggers the loading of client code, which waits for a sign of a visitor such as a moving mouse.
 */
export function stirOnLoad(): void {
  addEventListener('load', () => dispatchEvent(new Event('pointermove')))
}

/** Turns speculative loading off, because the code of all screens costs each test a second. */
function saveData(): void {
  Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } })
}

export function recordTakeover(): void {
  addEventListener('hydrated', () => Object.assign(window, { hydrated: true }))
}

/** Reports policy violations that Chromium does not log itself, such as `new Function`. */
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
 * Provides a real product per worker, with its origin as base URL, and a page whose console must
 * stay silent. Visitor activity is simulated on load unless `stirs` is off, and the browser saves
 * data unless `savesData` is off. Tests that provoke an error remove it from `quiet`.
 */
export const test = base.extend<Test, Worker>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
    async ({}, use) => {
      await using product = await startWithMail()
      await use(product)
    },
    { scope: 'worker' },
  ],
  stirs: [true, { option: true }],
  savesData: [true, { option: true }],
  baseURL: async ({ product }, use) => use(product.url),
  // Rate limits count per address, and tests share a product.
  extraHTTPHeaders: async ({ extraHTTPHeaders }, use, { workerIndex }) => {
    tests += 1
    // Limits also count per network, so the third octet changes, too.
    const address = `10.${workerIndex % 256}.${tests & 255}.${tests >> 8}`
    await use({ ...extraHTTPHeaders, 'x-forwarded-for': address })
  },
  page: async ({ page, stirs, javaScriptEnabled }, use) => {
    const goto = page.goto.bind(page)
    if (stirs && javaScriptEnabled) {
      page.goto = async (...to) => {
        const answer = await goto(...to)
        await page.waitForFunction(
          () => 'hydrated' in window || !document.querySelector('script, #scripts'),
        )
        return answer
      }
    }
    await use(page)
  },
  quiet: [
    async ({ page, stirs, savesData }, use) => {
      if (savesData) await page.addInitScript(saveData)
      await page.addInitScript(recordTakeover)
      await page.addInitScript(reportPolicyViolations)
      if (stirs) await page.addInitScript(stirOnLoad)
      const messages: string[] = []
      page.on('console', (message) => {
        if (!['error', 'warning'].includes(message.type())) return
        // The browser logs this if a page is left before its socket is open.
        if (message.text().includes('closed before the connection is established')) return
        messages.push(message.text())
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
 * Guards checks over elements against empty selections, by requiring that each selector matches a
 * visible element.
 */
export async function expectEach(page: Page, selectors: readonly string[]): Promise<void> {
  for (const selector of selectors) {
    await expect(page.locator(selector).filter({ visible: true }).first(), selector).toBeVisible()
  }
}

/** Removes reports of refused calls and sockets, which Chromium logs in the console. */
export function expectRefusals(quiet: string[], status = 401): void {
  const reports = [`status of ${status}`, ...(status === 401 ? ['HTTP Authentication failed'] : [])]
  const others = quiet.filter((line) => !reports.some((report) => line.includes(report)))
  quiet.splice(0, quiet.length, ...others)
}

/**
 * Expects that nothing is wider than the window. It polls, because charts and lists adapt to a new
 * width only in later frames.
 */
export async function expectNoOverflow(page: Page): Promise<void> {
  const needed = () => page.evaluate(() => document.documentElement.scrollWidth)
  await expect.poll(needed).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
}

/** Number of running animations longer than a tenth of a second, which is 0 with reduced motion. */
export function motions(page: Page): Promise<number> {
  return page.evaluate(() => {
    const running = document.getAnimations().filter(({ playState }) => playState === 'running')
    return running.filter(({ effect }) => Number(effect?.getComputedTiming().endTime) > 100).length
  })
}

/**
 * Blocks the socket, so that lists are fetched only because of the page's own actions, whatever
 * another test changes meanwhile.
 */
export function blockSocket(page: Page): Promise<void> {
  return page.routeWebSocket(/\/ws$/, () => {})
}

/** For `test.use` if it matters what other tests have done to the product they share. */
export const withOwnProduct = {
  baseURL: async (
    { browserName: _ }: { browserName: string },
    use: (url: string) => Promise<void>,
  ) => {
    await using product = await startWithMail()
    await use(product.url)
  },
}

/** For `test.use` if motion matters. It uses the setting that most visitors have. */
export const withMotion = { contextOptions: { reducedMotion: 'no-preference' as const } }

/** Plays the running animations eight times as fast, so that they still end on their own. */
export function hasten(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.updatePlaybackRate(8)
  })
}

/** Signs in as the owner without the form, and loads no page. */
export async function openSession(page: Page): Promise<void> {
  const answer = await page.request.post('/api/auth/login', {
    data: { username: 'admin', password: ownerPassword },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(answer.status()).toBe(200)
}

/** Signs in as the owner without the form, and waits for the screen `to`. */
export async function signIn(page: Page, to = '/admin'): Promise<void> {
  await openSession(page)
  await page.goto(to)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/**
 * Waits until the page that `load` opens has joined the chat and fetched the newest leads, so that
 * anything later counts as new.
 */
export async function untilLive(page: Page, load: () => Promise<unknown>): Promise<void> {
  const joined = Promise.withResolvers<void>()
  // The first socket may belong to the previous page, which never joins.
  const follow = (socket: WebSocket) =>
    socket.on('framereceived', ({ payload }) => {
      if (payload.includes('"active_sessions"')) joined.resolve()
    })
  const reading = new Set<Request>()
  let isRead = false
  const begin = (request: Request) => {
    if (request.url().endsWith('/api/contact/inquiries?limit=20')) reading.add(request)
  }
  const fail = (request: Request) => reading.delete(request)
  const finish = (request: Request) => {
    if (reading.delete(request)) isRead = true
  }
  page.on('websocket', follow).on('request', begin)
  page.on('requestfailed', fail).on('requestfinished', finish)
  await Promise.all([joined.promise, load()])
  // Joining may abort the first fetch and start another one.
  await nextFrame(page)
  await expect.poll(() => isRead && reading.size === 0).toBe(true)
  await nextFrame(page)
  page.off('websocket', follow).off('request', begin)
  page.off('requestfailed', fail).off('requestfinished', finish)
}

function nextFrame(page: Page): Promise<number> {
  return page.evaluate(() => new Promise(requestAnimationFrame))
}

/**
 * Navigates within the back-office, which is much faster than a load, and waits for the rendering.
 */
export function goOn(page: Page, path: string): Promise<void> {
  return page.evaluate(async (to) => {
    const app = window as unknown as { __reactRouterDataRouter: DataRouter }
    const router = app.__reactRouterDataRouter
    await router.navigate(to)
    const { pathname } = new URL(to, location.href)
    // The code of a screen that is opened for the first time loads before the navigation.
    while (router.state.location.pathname !== pathname) await new Promise(requestAnimationFrame)
    await router.navigate(to, { replace: true, flushSync: true })
  }, path)
}

// The script is the minified one, because every page loads it again and `axe.source` is twice as
// long.
const axeScript = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const everyRule = {
  type: 'tag' as const,
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}
const rulesOfColor = {
  type: 'rule' as const,
  values: ['color-contrast', 'link-in-text-block'],
}

/**
 * Returns each violated rule with the first element that violates it. While a modal dialog is open,
 * only the dialog is checked: the page beneath is out of reach, and every-screen.spec.ts checks it.
 */
async function violations(page: Page, within: string, theme: 'light' | 'dark'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeScript)
  return await page.evaluate(
    async ([within, runOnly]) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      const dialogs = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')]
      const hidesTheRest = document.querySelector('[data-aria-hidden=true]')
      const modal = dialogs.findLast((dialog) => !dialog.closest('[data-aria-hidden=true]'))
      const part = (within === 'html' && hidesTheRest && modal) || within
      const { violations } = await axe.run(part, {
        runOnly,
        resultTypes: ['violations'],
        preload: false,
        iframes: false,
      })
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)
    },
    [within, theme === 'light' ? everyRule : rulesOfColor] as const,
  )
}

/**
 * Expects no accessibility violation in the current state: every rule in the light theme, and
 * color-related rules in the dark one. `within` limits the check to a part of the page.
 */
export async function expectAccessible(page: Page, within = 'html'): Promise<void> {
  // An unfocused window keeps its toasts, so that none fades during the check. Menus would close,
  // though.
  await page.evaluate(() => {
    if (!document.querySelector('[role=menu]')) window.dispatchEvent(new Event('blur'))
  })
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate((name) => {
      document.documentElement.classList.toggle('dark', name === 'dark')
    }, theme)
    await page.waitForFunction(() => {
      const running = document.getAnimations().filter(({ playState }) => playState === 'running')
      // Documents move along the rail for five seconds, but only the end state counts.
      for (const animation of running) {
        const { endTime } = animation.effect?.getComputedTiming() ?? {}
        if (typeof endTime === 'number' && endTime > 1000 && endTime < 10_000) animation.finish()
      }
      return running.length === 0
    })
    expect(await violations(page, within, theme)).toEqual([])
  }
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
}
