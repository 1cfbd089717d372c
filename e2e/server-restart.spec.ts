import type { Browser, BrowserContext, Page } from '@playwright/test'
import { type RunningProduct, startProduct } from '#test/harness/product.ts'
import { panelOf, sendMessage, startChat, test } from './chat.ts'
import { add } from './client-data.ts'
import { expect, recordTakeover, signIn, stirOnLoad, takenOver, withMotion } from './fixtures.ts'

test.use(withMotion)
test.setTimeout(60_000)

/** A separate product that can stop and start again at the same address. */
async function openProduct(): Promise<RunningProduct & { startAgain(): Promise<RunningProduct> }> {
  const product = await startProduct()
  const { dataDir, url } = product
  return {
    ...product,
    startAgain: () => startProduct({ dataDir, port: Number(new URL(url).port) }),
  }
}

async function openContext(browser: Browser, { url }: RunningProduct): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: url })
  await context.addInitScript(recordTakeover)
  await context.addInitScript(stirOnLoad)
  return context
}

const lost = (page: Page) => page.getByRole('alert').filter({ hasText: 'This page couldn’t be' })
const retry = (page: Page) => page.getByRole('button', { name: 'Retry' })
test('while the server is away a link leaves header, chat and drafts as they are; afterwards Retry shows the page and the chat goes on', async ({
  browser,
}) => {
  await using stopped = await openProduct()
  await using context = await openContext(browser, stopped)
  const page = await context.newPage()
  await page.goto('/')
  await takenOver(page)
  const message = page
    .getByRole('form', { name: 'Tell us about one process' })
    .getByLabel('Message')
  await message.fill('Words that took an hour')
  await startChat(page, 'Ada Restart')
  await sendMessage(page, 'Before the restart')
  const composer = panelOf(page).getByRole('textbox')
  await composer.fill('Half a sentence')

  await stopped.stop()
  const banner = page.getByRole('banner')
  const service = page.locator('a[href="/services/data-analysis"]').first()
  await service.click()
  await expect(lost(page)).toBeVisible()
  await expect(banner.getByRole('link', { name: 'Services' })).toBeVisible()
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await expect(panelOf(page).getByText('Before the restart')).toBeVisible()
  await expect(composer).toHaveValue('Half a sentence')
  await retry(page).click()
  await expect(lost(page)).toBeVisible()

  await using _ = await stopped.startAgain()
  await retry(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Data Analysis & Insights')
  await expect(panelOf(page).getByText('Before the restart')).toBeVisible()
  await expect(composer).toHaveValue('Half a sentence')
  await sendMessage(page, 'After the restart')
  await expect(message).toHaveValue('Words that took an hour')
})

test('a form or a link that the browser itself follows waits for the server, and keeps what is typed', async ({
  browser,
}) => {
  await using stopped = await openProduct()
  await using context = await openContext(browser, stopped)
  const page = await context.newPage()
  const answer = await page.request.post('/api/contact', {
    data: { name: 'Ada', email: 'ada@words.example', message: 'Where is it?', filledInMs: 9000 },
    headers: { origin: stopped.url },
  })
  const { requestUrl } = (await answer.json()) as { requestUrl: string }
  await page.goto(new URL(requestUrl).pathname)
  await takenOver(page)
  const detail = page.getByLabel('What should we know?')
  await detail.fill('Half of them are handwritten')
  await stopped.stop()

  const send = page.getByRole('button', { name: 'Add a Detail' })
  await send.click()
  const unsent = page.getByRole('alert').filter({ hasText: 'What you typed is still here' })
  await expect(unsent).toBeVisible()
  await page.getByRole('link', { name: 'Counterfoil, home' }).click()
  await expect(lost(page)).toBeVisible()
  await send.click()
  await expect(unsent).toBeVisible()
  await expect(detail).toHaveValue('Half of them are handwritten')

  await using _ = await stopped.startAgain()
  await retry(page).click()
  await expect(page.getByRole('heading', { name: 'The detail you added' })).toBeVisible()
  await expect(page.getByText('Half of them are handwritten')).toHaveCount(1)
})

const publicPages = [
  '/',
  '/services/document-processing',
  '/legal/privacy',
  '/legal/privacy/versions',
  '/notes',
  '/consultation',
  '/nowhere',
  '/chat',
  '/book/consultation',
  '/requests/unknown',
  '/meetings/unknown',
  '/join/unknown',
]

test('from every public page a link leads to a page that says what to do, and then to the page itself', async ({
  browser,
}) => {
  await using stopped = await openProduct()
  await using context = await openContext(browser, stopped)
  const tabs: Page[] = []
  for (const path of publicPages) {
    const page = await context.newPage()
    await page.goto(path)
    await takenOver(page)
    tabs.push(page)
  }
  await stopped.stop()
  for (const page of tabs) {
    await page.bringToFront()
    const path = new URL(page.url()).pathname
    const home = page.getByRole('link', { name: 'Counterfoil, home' }).first()
    const service = page.locator('main a[href^="/services/"], footer a[href^="/legal/"]').first()
    await (path === '/' ? service : home).click()
    await expect(lost(page), path).toBeVisible()
    await expect(home, path).toBeVisible()
  }
  await using _ = await stopped.startAgain()
  for (const page of tabs) {
    await page.bringToFront()
    const before = new URL(page.url()).pathname
    await retry(page).click()
    await expect(lost(page), before).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
})

const answers = {
  'the page of a proxy': { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' },
  'half an answer': { status: 200, contentType: 'text/x-script', body: '[{"_1":2},"site"' },
  'the data of other pages': { status: 200, contentType: 'text/x-script', body: '[{}]' },
}

for (const [name, body] of Object.entries(answers)) {
  test(`in place of the data of a page: ${name}`, async ({ page, quiet }) => {
    await page.goto('/legal/privacy')
    await takenOver(page)
    await page.route('**/*.data*', (route) => route.fulfill(body))
    await page.getByRole('banner').getByRole('link', { name: 'Counterfoil' }).click()
    await expect(lost(page)).toBeVisible()
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await page.unroute('**/*.data*')
    await retry(page).click()
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Please try again')
    await expect(page).toHaveURL('/')
    quiet.splice(0)
  })
}

test('an answer without a field that a part needs is a failure of the part, in the back office too', async ({
  page,
  quiet,
}) => {
  await signIn(page)
  const { id } = await add(page, '', { name: 'Ines Varga', email: 'ines@parts.example' })
  await page.route('**/api/admin/audit*', (route) => route.fulfill({ json: {} }))
  await page.goto('/admin/audit')
  await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  await page.route(`**/api/admin/clients/${id}`, (route) => route.fulfill({ json: { id } }))
  await page.goto(`/admin/clients/${id}`)
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  await page.unroute(`**/api/admin/clients/${id}`)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ines Varga')
  quiet.splice(0)
})

test('a page whose code does not arrive is not gone to, until Retry', async ({ page, quiet }) => {
  await page.goto('/')
  await takenOver(page)
  await page.route('**/legal-page*.js', (route) => route.abort())
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
  await expect(lost(page)).toBeVisible()
  await expect(page).toHaveURL('/')
  await page.unroute('**/legal-page*.js')
  await retry(page).click()
  await expect(page).toHaveURL('/legal/privacy')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Privacy')
  expect(quiet.splice(0).filter((line) => !line.includes('net::ERR_FAILED'))).toEqual([])
})
