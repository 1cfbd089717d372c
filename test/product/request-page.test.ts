import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningProduct, startProduct } from '../harness/product.ts'
import { origin } from '../harness/test-app.ts'

let product: RunningProduct

beforeAll(async () => {
  product = await startProduct({
    environment: { PUBLIC_URL: origin, TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'info' },
  })
})
afterAll(() => product[Symbol.asyncDispose]())

/** Each call gets an address of its own, because limits apply to addresses. */
let from = 0

async function write(message: string): Promise<{ path: string; number: string; address: string }> {
  const address = `203.0.113.${++from}`
  const answer = await fetch(`${product.url}/api/contact`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({
      name: 'Ada Okafor',
      email: 'ada@northfold.example',
      message,
      service: '',
      filledInMs: 9000,
    }),
  })
  const { requestUrl, number } = (await answer.json()) as { requestUrl: string; number: string }
  return { path: new URL(requestUrl).pathname, number, address }
}

async function look(path: string, address = '203.0.113.200') {
  const answer = await fetch(`${product.url}${path}`, { headers: { 'x-forwarded-for': address } })
  return { answer, html: (await answer.text()).replaceAll('<!-- -->', '') }
}

function send(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  return fetch(`${product.url}${path}`, {
    method: 'POST',
    headers: { origin, 'x-forwarded-for': '203.0.113.201', ...headers },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })
}

const html = async (answer: Response) => (await answer.text()).replaceAll('<!-- -->', '')

test('the page is complete in its HTML, and is nowhere stored, indexed or measured', async () => {
  const { path, number } = await write('4,000 <slips> a week. https://evil.example')
  const { answer, html } = await look(path)
  expect(answer.status).toBe(200)
  for (const text of ['Your counterfoil', number, 'Received', 'Answer due', 'Pacific']) {
    expect(html).toContain(text)
  }
  expect(html).toContain('4,000 &lt;slips&gt; a week. https://evil.example')
  expect(html).not.toContain('href="https://evil.example')
  expect(html).toContain('a…@northfold.example')
  expect(html).not.toContain('ada@')
  expect(html).toContain('<meta name="robots" content="noindex, nofollow"/>')
  expect(html).not.toMatch(/Open chat|id="chat-bubble"|googletagmanager/)
  expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow')
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  expect(answer.headers.get('referrer-policy')).toBe('same-origin')
  const sitemap = await (await fetch(`${product.url}/sitemap.xml`)).text()
  expect(sitemap).not.toContain('/requests')
})

test('an unknown page is a 404 with the same headers', async () => {
  for (const path of [`/requests/${'A'.repeat(43)}`, '/requests/x', '/requests/%3Cscript%3E']) {
    const { answer, html } = await look(path)
    expect(answer.status, path).toBe(404)
    expect(html).toContain('This link is not valid')
    expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow')
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
  }
})

test('a form adds a detail once, and a refused one comes back with its text', async () => {
  const { path } = await write('Details')
  const fields = { action: 'details', text: 'First\r\nline', submission: 'one' }
  for (let n = 0; n < 2; n++) {
    const answer = await send(path, fields)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${path}#details`])
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
  }
  expect((await look(path)).html.match(/First\nline/g)).toHaveLength(1)
  const long = 'z'.repeat(2001)
  const refused = await send(path, { action: 'details', text: long })
  expect(refused.status).toBe(400)
  expect(refused.headers.get('x-robots-tag')).toBe('noindex, nofollow')
  const page = await html(refused)
  expect(page).toContain('Use at most 2,000 characters')
  expect(page).toContain(`>${long}</textarea>`)
  for (let n = 2; n <= 5; n++) await send(path, { action: 'details', text: `Detail ${n}` })
  const sixth = await send(path, { action: 'details', text: 'A sixth' })
  expect(sixth.status).toBe(409)
  expect(await html(sixth)).toContain('>A sixth</textarea>')
})

test('reminding too early is refused on the page; withdrawing and disowning show there', async () => {
  const { path } = await write('Endings')
  const early = await send(path, { action: 'remind' })
  expect(early.status).toBe(409)
  expect(await html(early)).toContain('The answer is not overdue yet.')
  expect((await send(path, { action: 'not-me' })).status).toBe(303)
  expect((await look(path)).html).toContain('You said that this was not you.')
  expect((await send(path, { action: 'withdraw' })).status).toBe(303)
  const { html: after } = await look(path)
  expect(after).toContain('You withdrew this request.')
  expect(after).not.toContain('<textarea')
  const more = await send(path, { action: 'details', text: 'Too late' })
  expect(more.status).toBe(409)
  for (const action of ['', 'erase', 'constructor']) {
    expect((await send(path, { action })).status).toBe(400)
  }
})

test('a form from another site or above 16 KB is refused', async () => {
  const { path } = await write('Refused')
  const foreign = await send(path, { action: 'withdraw' }, { origin: 'https://evil.example' })
  expect(foreign.status).toBe(403)
  expect((await send(path, { action: 'details', text: 'x'.repeat(16_400) })).status).toBe(413)
  expect((await look(path)).html).toContain('Answer due')
})

test('pages count for the limit of who opens them, and say when to come again', async () => {
  const { path, address } = await write('Limits')
  for (let n = 0; n < 30; n++) expect((await look(path, address)).answer.status).toBe(200)
  const { answer, html } = await look(path, address)
  expect(answer.status).toBe(429)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(html).toContain('Too many requests.')
  expect((await look(path, '203.0.113.210')).answer.status).toBe(200)
})

test('the log knows the path as a pattern only', async () => {
  const { path } = await write('Logged')
  const token = path.split('/').at(-1) ?? ''
  await look(path)
  await look(`${path}/sent`)
  await look(`${path}.data`)
  await look(`${path}/`)
  await send(path, { action: 'remind' })
  await expect.poll(() => product.output()).toContain('"route":"/requests/:token"')
  expect(product.output()).not.toContain(token)
})
