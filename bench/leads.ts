/**
 * 10,000 inquiries in the back-office: opens, scrolls, searches, filters and sorts both lists in
 * Chromium. Prints for each step, as the best of three rounds, the CPU time of the page's longest
 * task and the longest gap between two frames: `node bench/leads.ts [count]`, after `npm run
 * build`. The goal is 50 ms. Gaps also reflect other load on the machine; CPU time is that of the
 * page alone.
 */
import { rmSync } from 'node:fs'
import { loadavg } from 'node:os'
import { chromium, type Page } from '@playwright/test'
import { findChromium } from '../scripts/find-chromium.ts'
import { newDataDirectory, ownerPassword, startProduct } from '../test/product.ts'
import { fillWithLeads } from './lead-data.ts'

const count = Number(process.argv[2] ?? 10_000)
const rounds = 3
const goal = 50

/** Milliseconds. */
type Longest = { work: number; gap: number }
type Watched = Window & { watch?: { gaps: number[]; stop: () => void } }
type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  tdur?: number
  args: { name?: string }
}

/**
 * The longest task of the page's main thread and the longest frame, during and just after `act`.
 */
async function longestDuring(page: Page, act: () => Promise<unknown>): Promise<Longest> {
  const browser = page.context().browser()
  await browser?.startTracing(page, { categories: ['toplevel', '__metadata'] })
  await page.evaluate(() => {
    const gaps: number[] = []
    let last = performance.now()
    let running = true
    const frame = (now: number) => {
      gaps.push(now - last)
      last = now
      if (running) requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
    const stop = () => {
      running = false
    }
    ;(window as Watched).watch = { gaps, stop }
  })
  await act()
  await page.waitForTimeout(500)
  const gap = await page.evaluate(() => {
    const { watch } = window as Watched
    watch?.stop()
    return Math.round(Math.max(0, ...(watch?.gaps ?? [])))
  })
  const trace = await browser?.stopTracing()
  return { work: longestTask(JSON.parse(String(trace)) as { traceEvents: TraceEvent[] }), gap }
}

/** CPU milliseconds of the longest task on any renderer's main thread. */
function longestTask({ traceEvents }: { traceEvents: TraceEvent[] }): number {
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const mains = traceEvents.filter(({ args }) => args?.name === 'CrRendererMain').map(threadOf)
  const tasks = traceEvents.filter((event) => event.tdur && mains.includes(threadOf(event)))
  return Math.round(Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur / 1000)))
}

type Step = [name: string, act: (page: Page) => Promise<unknown>]

const inquiries: Step[] = [
  ['open inquiries', (page) => open(page, 'tab', 'Inquiries', /inquiries$/)],
  ...stepsIn('inquiries', 'Name'),
]
const consultations: Step[] = [
  ['open consultations', (page) => open(page, 'link', 'View All', /found$/)],
  ...stepsIn('consultations', 'Company'),
]

async function open(page: Page, role: 'tab' | 'link', name: string, counted: RegExp) {
  if (role === 'link') await page.getByRole('tab', { name: 'Consultations' }).click()
  await page.getByRole(role, { name }).click()
  await page.getByRole('status').filter({ hasText: counted }).waitFor()
  await page.locator('tbody [data-lead]').first().waitFor()
}

function stepsIn(subject: string, column: string): Step[] {
  const steps: Step[] = [
    ['scroll', (page) => scroll(page)],
    ['search', (page) => page.getByLabel(`Search ${subject}`).pressSequentially('ada.77')],
    ['clear', (page) => page.getByRole('button', { name: 'Clear filters' }).click()],
    ['filter', (page) => page.getByLabel('Filter by status').selectOption('qualified')],
    ['sort', (page) => page.getByRole('button', { name: column, exact: true }).click()],
    ['all again', (page) => page.getByLabel('Filter by status').selectOption('all')],
  ]
  return steps.map(([step, act]) => [`${subject}: ${step}`, act])
}

async function scroll(page: Page) {
  await page.locator('.table-tall').hover()
  for (let turn = 0; turn < 40; turn += 1) await page.mouse.wheel(0, 900)
}

async function signIn(page: Page, url: string) {
  await page.goto(`${url}/admin/login`)
  await page.getByLabel('Username').fill('admin')
  await page.getByLabel('Password', { exact: true }).fill(ownerPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Welcome, admin' }).waitFor()
}

const dataDir = newDataDirectory()
await fillWithLeads(dataDir, count)
{
  await using product = await startProduct({ dataDir })
  const executablePath = findChromium()
  await using browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu'],
  })
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await signIn(page, product.url)
  const best = new Map<string, Longest>()
  for (let round = 0; round < rounds; round += 1) {
    for (const steps of [inquiries, consultations]) {
      // The overview requests the whole list as well; loading another page keeps that out of the
      // step.
      await page.goto(`${product.url}/admin?tab=services`)
      await page.getByRole('heading', { name: 'Welcome, admin' }).waitFor()
      await page.waitForLoadState('networkidle')
      for (const [name, act] of steps) {
        const now = await longestDuring(page, () => act(page))
        const before = best.get(name) ?? now
        best.set(name, {
          work: Math.min(before.work, now.work),
          gap: Math.min(before.gap, now.gap),
        })
      }
    }
  }
  console.log(`${count} inquiries, best of ${rounds}, load ${loadavg()[0]?.toFixed(1)}`)
  console.table(Object.fromEntries(best))
  const worst = (of: 'work' | 'gap') => Math.max(...[...best.values()].map((step) => step[of]))
  console.log(
    `Longest task ${worst('work')} ms, longest frame ${worst('gap')} ms, goal ${goal} ms.`,
  )
}
rmSync(dataDir, { recursive: true, force: true })
