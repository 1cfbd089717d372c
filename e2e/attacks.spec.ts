import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { type RunningProduct, startProduct } from '#test/harness/product.ts'
import { png } from '#test/harness/sample-files.ts'
import { test as base, composerOf, logOf, panelOf, sendMessage } from './chat.ts'
import { add } from './client-data.ts'
import { expect, goOn, signIn } from './fixtures.ts'

/** A separate product, because the texts written here would show up in other tests. */
const test = base.extend<object, { product: RunningProduct }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
    async ({}, use) => {
      await using product = await startProduct()
      await use(product)
    },
    { scope: 'worker' },
  ],
})

// All tests run in one worker, because they share this product.
test.describe.configure({ mode: 'default' })

// The tests need two browsers and open many screens.
test.setTimeout(120_000)

/** Common script injections. Each sets `ran` when executed. */
const wild =
  '"><img src=x onerror=window.ran=1><svg/onload=window.ran=1><script>window.ran=1</script>' +
  "'-window.ran-'{{7*7}}\u202e"
const lineBreakout = '</script><script>window.ran=1</script><!--<script>&lt;b>'
const wildTitle = `Wild ${lineBreakout}`
/** For multi-line fields only, because others reject a line separator. */
const breakout = `${lineBreakout}\u2028`
const longWord = 'W'.repeat(4_000)
const shown = '<img src=x onerror=window.ran=1>'

/** Expects no script execution, no foreign markup and no horizontal overflow. */
async function expectTame(page: Page): Promise<void> {
  const state = await page.evaluate(() => ({
    ran: (window as { ran?: number }).ran,
    strange: document.querySelectorAll('img[src="x"], [onerror], [onload], a[href^="javascript" i]')
      .length,
    overflow: document.documentElement.scrollWidth - innerWidth,
  }))
  expect([page.url(), state.ran, state.strange]).toEqual([page.url(), undefined, 0])
  expect([page.url(), state.overflow <= 0]).toEqual([page.url(), true])
}

async function post(page: Page, path: string, body: object): Promise<{ id: string }> {
  const headers = { origin: new URL(page.url()).origin }
  const answer = await page.request.post(`/api${path}`, { headers, data: body })
  expect([path, answer.status(), await answer.text()]).toEqual([path, 201, expect.any(String)])
  return (await answer.json()) as { id: string }
}

/** Fills every text field available to a visitor or an administrator (P06). */
async function fillEverything(page: Page): Promise<{ clientId: string; projectId: string }> {
  const submitted = { name: wild, email: 'wild@n.example', company: wild, message: wild + longWord }
  await post(page, '/contact', { ...submitted, service: wild.slice(0, 100) })
  const texts = ['jobTitle', 'projectType', 'projectDescription', 'currentChallenges']
  const more = ['goals', 'timeline', 'budget', 'teamSize', 'urgency', 'preferredContactMethod']
  const answers = [...texts, ...more, 'additionalNotes'].map((key) => [key, wild.slice(-50)])
  await post(page, '/contact', {
    ...submitted,
    name: `${wild} 2`,
    service: 'consultation',
    consultationData: { ...Object.fromEntries(answers), servicesInterested: [wild.slice(0, 100)] },
  })
  const { id: clientId } = await add(page, '', {
    ...submitted,
    phone: wild.slice(0, 50),
    notes: longWord,
  })
  const project = { title: wild, description: wild + longWord, budget: wild.slice(0, 100) }
  const { id: projectId } = await add(page, `/${clientId}/projects`, project)
  await add(page, `/${clientId}/projects/${projectId}/notes`, { content: wild + longWord })
  const sent = await page.request.post(
    `/api/admin/clients/${clientId}/projects/${projectId}/documents/upload`,
    {
      headers: { origin: new URL(page.url()).origin },
      multipart: { document: { name: `${shown}.png`, mimeType: 'text/html', buffer: png } },
    },
  )
  expect(sent.status()).toBe(201)
  const service = { slug: 'wild', title: wildTitle, category: wild.slice(0, 60) }
  const long = {
    description: breakout,
    longDescription: wild,
    features: [lineBreakout],
    benefits: [wild],
  }
  await post(page, '/admin/services', { ...service, ...long, pricingModel: wild.slice(0, 120) })
  await post(page, '/admin/case-studies', {
    title: lineBreakout,
    company: wild.slice(0, 120),
    industry: wild.slice(0, 80),
    tags: ['<svg/onload=window.ran=1>'],
    challenge: wild,
    solution: wild,
    featured: true,
    results: [{ value: lineBreakout.slice(0, 40), label: lineBreakout }],
  })
  return { clientId, projectId }
}

/** Expects the texts of services and case studies to stay inside their scripts and elements. */
async function expectTextsInside(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.locator('main')).toContainText('</script><script>window.ran=1</script>')
  const texts = await page.evaluate(() =>
    [...document.querySelectorAll('script[type$="json"]')]
      .map(({ textContent }) => textContent)
      .filter((text) => text?.trim()),
  )
  const data = texts.map((text) => JSON.stringify(JSON.parse(text ?? '')))
  expect(data.length).toBeGreaterThan(0)
  // The structured data must contain the title exactly as typed.
  const written = JSON.stringify(wildTitle).slice(1, -1)
  if (path !== '/') expect(data.some((text) => text.includes(written))).toBe(true)
  await expectTame(page)
}

test('shows anything written into any field as text on every screen', async ({ page, open }) => {
  await signIn(page)
  const { clientId, projectId } = await fillEverything(page)

  const visitor = await open()
  for (const path of ['/services/wild', '/']) await expectTextsInside(visitor, path)
  await visitor.getByRole('button', { name: /^Open chat/ }).click()
  const panel = panelOf(visitor)
  await panel.getByLabel('Name').fill(`Mia ${wild}`)
  await panel.getByLabel('Email').fill('mia@n.example')
  await panel.getByLabel(/^Company/).fill(wild)
  await panel.getByRole('button', { name: 'Start Chat' }).click()
  await sendMessage(
    visitor,
    `${wild} javascript:window.ran=1 https://n.example/"onmouseover=window.ran=1`,
  )
  await sendMessage(visitor, longWord.slice(0, 3_900))
  await page.getByRole('link', { name: /^Live Chat/ }).click()
  await page.getByRole('button', { name: /^Mia / }).click()
  await expect(composerOf(page)).toBeEnabled()
  await expect(logOf(page)).toContainText(shown)
  await sendMessage(page, wild)
  await expect(logOf(visitor)).toContainText(shown)
  for (const side of [page, visitor]) await expectTame(side)
  await page
    .getByRole('button', { name: /details/i })
    .first()
    .click()
  await expectTame(page)

  const overview = `?tab=projects&project=${projectId}`
  const screens: [string, string][] = [
    ['/admin', 'Wild'],
    ['/admin?tab=inquiries', shown],
    ['/admin?tab=consultations', shown],
    ['/admin?tab=services', '</script><script>'],
    ['/admin?tab=case-studies', '</script><script>'],
    ['/admin/consultations', shown],
    ['/admin/clients', shown],
    [`/admin/clients/${clientId}`, shown],
    [`/admin/clients/${clientId}${overview}&view=notes`, shown],
    [`/admin/clients/${clientId}${overview}&view=documents`, shown],
    [`/admin/clients/${clientId}${overview}&view=timeline`, shown],
    [`/admin/clients/${clientId}?tab=timeline`, shown],
    ['/admin/users', 'admin'],
  ]
  await page.goto('/admin')
  for (const [path, text] of screens) {
    await goOn(page, path)
    if (path !== '/admin') await expect(page.locator('main')).toContainText(text)
    await expectTame(page)
  }
  await goOn(page, '/admin/consultations')
  await page.getByRole('link', { name: 'View details' }).first().click()
  await expect(page.getByRole('dialog')).toContainText(shown)
  await expectTame(page)
  await page.getByRole('button', { name: 'More for this request' }).click()
  await page.getByRole('menuitem', { name: 'Convert to Client' }).click()
  await expectTame(page)
  await goOn(page, '/admin/clients')
  await page.getByLabel('Search clients').fill('"><img src=x onerror=window.ran=1> none')
  await expect(page.getByRole('heading', { name: /No clients match/ })).toContainText(shown)
  await expectTame(page)
})

/** A page on another site that tries all attacks at once and reports the results. */
function hostilePage(target: string): string {
  const attempt = async (base: string) => {
    const seen: Record<string, unknown> = {}
    const send = async (name: string, path: string, init: RequestInit) => {
      seen[name] = await fetch(base + path, { credentials: 'include', ...init }).then(
        (answer) => (answer.type === 'opaque' ? 'opaque' : answer.status),
        () => 'failed',
      )
    }
    const body = JSON.stringify({
      name: 'Evil',
      email: 'e@evil.example',
      message: 'From elsewhere',
    })
    const text = { 'content-type': 'text/plain' }
    const json = { 'content-type': 'application/json' }
    for (const path of ['/api/auth/logout', '/api/contact', '/api/admin/clients']) {
      await send(`no-cors ${path}`, path, { method: 'POST', mode: 'no-cors', headers: text, body })
      await send(`simple ${path}`, path, { method: 'POST', headers: text, body })
      await send(`bare ${path}`, path, { method: 'POST', mode: 'no-cors' })
      await send(`json ${path}`, path, { method: 'POST', headers: json, body })
    }
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      await send(method, '/api/auth/sessions', { method, headers: json })
    }
    await send('read', '/api/contact/inquiries', {})
    await send('me', '/api/auth/me', {})
    seen.socket = await new Promise((resolve) => {
      const socket = new WebSocket(`${base.replace('http', 'ws')}/ws`)
      socket.onopen = () => resolve('open')
      socket.onclose = () => resolve('closed')
    })
    for (const element of ['img', 'iframe'] as const) {
      for (const path of ['/api/auth/logout', '/admin']) {
        const made = document.createElement(element)
        made.src = base + path
        const done = new Promise((resolve) => {
          made.onload = resolve
          made.onerror = resolve
        })
        document.body.append(made)
        await done
      }
    }
    seen.frames = [...document.querySelectorAll('iframe')].map((frame) => {
      try {
        return frame.contentDocument?.body.textContent
      } catch {
        return 'out of reach'
      }
    })
    return seen
  }
  return `<!doctype html><title>evil</title><body>
    <form method="post" enctype="text/plain" action="${target}/api/auth/logout"><input name="a"></form>
    <script>const attempt = ${attempt.toString()}
    addEventListener('load', async () => { window.seen = await attempt('${target}') })</script>`
}

test('a page of another site changes nothing, reads nothing and gets no socket', async ({
  page,
  product,
  context,
}) => {
  await signIn(page)
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(hostilePage(product.url))
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const inquiries = () => page.request.get('/api/contact/inquiries').then((answer) => answer.json())
  const before = await inquiries()
  // One host is another site. The other is another origin of the same site, to which the browser
  // does send the cookie.
  for (const host of ['127.0.0.1', 'localhost']) {
    const elsewhere = await context.newPage()
    await elsewhere.goto(`http://${host}:${port}/`)
    await elsewhere.waitForFunction(() => 'seen' in window, undefined, { timeout: 30_000 })
    const seen = await elsewhere.evaluate(() => (window as unknown as { seen: object }).seen)
    const { socket, frames, ...fetched } = seen as Record<string, unknown> & { frames: unknown[] }
    expect(socket).toBe('closed')
    for (const [about, outcome] of Object.entries(fetched)) {
      expect([host, about, ['failed', 'opaque'].includes(String(outcome))]).toEqual([
        host,
        about,
        true,
      ])
    }
    expect(frames).toHaveLength(2)
    expect(frames.filter((text) => text && text !== 'out of reach')).toEqual([])
    const answered = elsewhere.waitForResponse(/auth\/logout/)
    await elsewhere.evaluate(() => document.forms[0]?.submit())
    expect([host, (await answered).status()]).toEqual([host, 403])
    await elsewhere.close()
  }
  server.close()
  expect((await page.request.get('/api/auth/me')).status()).toBe(200)
  expect(await inquiries()).toEqual(before)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Welcome, admin' })).toBeVisible()
  await expect(composerOf(page)).toHaveCount(0)
})
