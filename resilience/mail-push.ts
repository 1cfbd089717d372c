import { type BrowserContext, chromium, type Page, type Worker } from '@playwright/test'
import type { Report } from '../bench/report.ts'
import { findChromium } from '../scripts/find-chromium.ts'
import { publicUrl, until } from '../test/chat-pairs.ts'
import { ownerPassword, startProduct } from '../test/product.ts'
import { openPushService } from '../test/push-stand-in.ts'
import { openSmtpStandIn } from '../test/smtp-stand-in.ts'
import { mailEnvironment, newVisitor, sendForm } from './mail-ledger.ts'
import { newColleague, owner } from './mail-staff.ts'

const leads = 3

type Shown = { title: string; body: string; tag: string; silent: boolean; data: { url: string } }

/** In the worker: what it asks the browser to show, as the headless shell shows nothing. */
type Recording = {
  shown: object[]
  registration: { showNotification(title: string, options: object): Promise<void> }
}

async function startWorker(page: Page, context: BrowserContext): Promise<Worker> {
  const [worker] = await Promise.all([
    context.waitForEvent('serviceworker'),
    page.evaluate(async () => {
      await navigator.serviceWorker.register('/admin/service-worker.js', { scope: '/admin/' })
      const { active } = await navigator.serviceWorker.ready
      while (active?.state !== 'activated') {
        await new Promise((done) => active?.addEventListener('statechange', done, { once: true }))
      }
    }),
  ])
  await worker.evaluate(() => {
    const scope = globalThis as unknown as Recording
    scope.shown = []
    scope.registration.showNotification = async (title, options) => {
      scope.shown.push({ title, ...options })
    }
  })
  return worker
}

/** The product's service worker, and a function that hands it a message by the browser's protocol. */
async function openDevice(context: BrowserContext, url: string) {
  const page = await context.newPage()
  await page.goto(`${url}/admin/login`)
  const data = { username: 'admin', password: ownerPassword }
  await context.request.post(`${url}/api/auth/login`, { data, headers: { origin: publicUrl } })
  await page.goto(`${url}/admin/account`)
  const session = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.endsWith('/admin/'))
      if (own) resolve(own.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const worker = await startWorker(page, context)
  const registrationId = await registered
  return {
    deliver: (content: object) =>
      session.send('ServiceWorker.deliverPushMessage', {
        ...{ origin: url, registrationId, data: JSON.stringify(content) },
      }),
    shown: () => worker.evaluate(() => (globalThis as unknown as Recording).shown as Shown[]),
  }
}

/** What the product pushes, decrypted with the browser's key, is shown by its service worker. */
export async function pushesShown(report: Report, notRun: (text: string) => void): Promise<void> {
  const executablePath = findChromium()
  if (!executablePath) return notRun('1 line of pushes in Chromium: it is not installed')
  await using pushes = await openPushService()
  await using smtp = await openSmtpStandIn()
  const environment = mailEnvironment(smtp.url, { OUTBOUND_ALLOW: pushes.host })
  await using product = await startProduct({ environment })
  const { url } = product
  const chief = await owner(url)
  const { body } = await chief.call<{ key: string }>('/api/admin/push/key')
  const device = { ...pushes.subscribe(body.key), device: 'Chromium' }
  await chief.call('/api/admin/push/subscriptions', device)
  for (let n = 0; n < leads; n++) await sendForm(url, newVisitor())
  await until('the pushes', 30_000, () => pushes.received.length === leads)
  const colleague = await newColleague(url, chief, { username: 'cara' })
  const { body: list } = await colleague.call<{ items: { id: string }[] }>('/api/admin/inbox')
  for (const { id } of list.items) await colleague.call(`/api/admin/inbox/${id}/take`, {})
  await until('their ends', 30_000, () => pushes.received.length === 2 * leads)

  await using browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  const context = await browser.newContext({ permissions: ['notifications'] })
  const { deliver, shown } = await openDevice(context, url)
  for (const { content } of pushes.received) await deliver(content)
  await until('the notifications', 15_000, async () => (await shown()).length === 2 * leads)
  const all = await shown()
  const isLead = ({ title, body: text, silent, data }: Shown) =>
    /^New inquiry R-/.test(title) && text.includes('Zebra') && !silent && /lead=/.test(data.url)
  const first = all.filter(isLead)
  const ends = all.filter(({ title, silent }) => title === 'Taken by cara' && silent)
  const tags = new Set(all.map(({ tag }) => tag)).size
  const leaks = all.filter((one) => JSON.stringify(one).includes('wrote this to')).length
  report(
    first.length === leads && ends.length === leads && tags === leads && leaks === 0,
    `Chromium ${browser.version()}, pushes of the product delivered by CDP to its service worker: ${first.length} ` +
      `of ${leads} requests shown with number, name and link, ${ends.length} replaced silently by who took them, ` +
      `${tags} tags, ${leaks} with words of the message`,
  )
}
