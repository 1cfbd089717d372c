/**
 * A line of 400 kbit/s and 400 ms latency: how soon a click on Consultation shows a busy sign and
 * its form, and the first load of the back-office. Run `node proofs/bench/line.ts [--quick]` after
 * `npm run build`.
 */
import { type Browser, chromium, type Locator, type Page } from '@playwright/test'
import { ownerPassword, startProduct } from '#test/harness/product.ts'
import { findChromium } from '../../scripts/find-chromium.ts'
import { type Effort, type Figure, figure, spreadOf } from './measure.ts'
import { runAlone } from './report.ts'

const bytesPerSecond = 50_000
const conditions = {
  offline: false,
  latency: 400,
  downloadThroughput: bytesPerSecond,
  uploadThroughput: bytesPerSecond,
}

/** Opens a page with an empty cache. `kilobytes` is the total received so far. */
async function openOnSlowLine(browser: Browser, baseURL: string) {
  const context = await browser.newContext({ baseURL })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', conditions)
  let bytes = 0
  session.on('Network.dataReceived', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  return { page, kilobytes: () => bytes / 1024 }
}

async function consultation(browser: Browser, url: string) {
  const { page } = await openOnSlowLine(browser, url)
  await page.goto('/', { waitUntil: 'commit' })
  const opener = page.locator('header').getByText('Consultation', { exact: true }).first()
  await opener.waitFor()
  const form = page.getByLabel(/^Project description/)
  const clicked = performance.now()
  await opener.click({ noWaitAfter: true })
  await page.locator('[aria-busy="true"]').or(form).first().waitFor()
  const busy = performance.now() - clicked
  await form.waitFor()
  const there = (performance.now() - clicked) / 1000
  await page.context().close()
  return { busy, there }
}

/** Milliseconds from a click until the next paint, by Event Timing, which reports 16 ms or more. */
async function clickToPaint(page: Page, link: Locator): Promise<number> {
  const slowest = page.evaluate(async () => {
    const seen = [16]
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.push(duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    return Math.max(...seen)
  })
  await link.click({ noWaitAfter: true })
  return slowest
}

async function backOffice(browser: Browser, url: string) {
  const { page, kilobytes } = await openOnSlowLine(browser, url)
  const data = { username: 'admin', password: ownerPassword }
  await page.request.post('/api/auth/login', { data, headers: { origin: url } })
  const started = performance.now()
  await page.goto('/admin', { waitUntil: 'commit', timeout: 60_000 })
  const link = page.getByRole('link', { name: 'Clients', exact: true }).first()
  await link.waitFor({ timeout: 60_000 })
  const frame = (performance.now() - started) / 1000
  await page.waitForLoadState('networkidle', { timeout: 60_000 })
  const weight = kilobytes()
  const paint = await clickToPaint(page, link)
  await page.context().close()
  return { frame, weight, paint }
}

export async function line({ quick }: Effort): Promise<Figure[]> {
  await using product = await startProduct()
  const executablePath = findChromium()
  await using browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu'],
  })
  const clicks: Awaited<ReturnType<typeof consultation>>[] = []
  const loads: Awaited<ReturnType<typeof backOffice>>[] = []
  for (let round = 0; round < (quick ? 1 : 5); round++) {
    clicks.push(await consultation(browser, product.url))
    loads.push(await backOffice(browser, product.url))
  }
  const one = (name: string, values: number[], unit: string, detail: string, atMost?: number) =>
    figure({
      name: `slow line, ${name}`,
      value: spreadOf(values),
      unit,
      detail,
      ...(atMost !== undefined && { goal: { atMost } }),
    })
  const click = 'from a click on Consultation as soon as it is to be seen'
  const valuesOf = <T, K extends keyof T>(all: readonly T[], key: K) => all.map((each) => each[key])
  return [
    one('busy sign', valuesOf(clicks, 'busy'), 'ms', click, 200),
    one('consultation form', valuesOf(clicks, 'there'), 's', click, 5),
    one(
      'back-office, first load',
      valuesOf(loads, 'weight'),
      'KB',
      'until nothing more is loaded',
      250,
    ),
    one('back-office, frame', valuesOf(loads, 'frame'), 's', 'until its links are there'),
    one(
      'back-office, a click',
      valuesOf(loads, 'paint'),
      'ms',
      'until the next paint, on Clients',
      100,
    ),
  ]
}

if (import.meta.main) await runAlone(line)
