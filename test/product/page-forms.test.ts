import { afterAll, beforeAll, expect, test } from 'vitest'
import { brand } from '#brand.ts'
import { dueInFirmZone } from '#features/content/business-hours/firm-time.ts'
import { replyDue } from '#features/content/business-hours/reply-due.ts'
import { ownerPassword, type RunningProduct, startProduct } from '../harness/product.ts'
import { origin } from '../harness/test-app.ts'

let product: RunningProduct

beforeAll(async () => {
  product = await startProduct({ environment: { PUBLIC_URL: origin, TRUST_PROXY: '127.0.0.1' } })
})
afterAll(() => product[Symbol.asyncDispose]())

const message = {
  name: 'Ada',
  email: 'ada@northfold.example',
  company: 'Northfold',
  service: 'other',
  message: '4,000 slips a week.',
}

function send(
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = { origin },
) {
  return fetch(`${product.url}${path}`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })
}

async function storedOf(name: string, quarantined = false): Promise<Record<string, unknown>[]> {
  const login = await fetch(`${product.url}/api/auth/login`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: ownerPassword }),
  })
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const url = `${product.url}/api/contact/inquiries${quarantined ? '?quarantined=true' : ''}`
  const all = (await (await fetch(url, { headers: { cookie } })).json()) as { name: string }[]
  return all.filter((one) => one.name === name)
}

/** The promise as the receipt of the call states it. */
function promiseOf(stored: Record<string, unknown> | undefined): string {
  const { hours, replyWithinHours } = brand
  const sent = new Date(String(stored?.createdAt))
  return dueInFirmZone(hours, replyDue({ contact: { replyWithinHours }, hours }, sent))
}

test('a form sent to its page is stored once, however often it is sent', async () => {
  const sent = { ...message, name: 'Once' }
  const answers = await Promise.all(Array.from({ length: 5 }, () => send('/', sent)))
  const stored = await storedOf('Once')
  expect(stored).toMatchObject([sent])
  const number = String(stored[0]?.number)
  const location = answers[0]?.headers.get('location') ?? ''
  expect(location).toMatch(/^\/requests\/[\w-]{43}\/sent$/)
  for (const answer of answers) {
    expect([answer.status, answer.headers.get('location')]).toEqual([303, location])
    expect(answer.headers.get('cache-control')).toBe('no-store')
  }
  const thanks = await fetch(`${product.url}${location}`)
  expect(thanks.headers.get('cache-control')).toBe('private, no-store')
  const text = (await thanks.text()).replaceAll('<!-- -->', '')
  expect(text).toContain('Your message has arrived.')
  expect(text).toContain(`Your request has the number ${number}.`)
  expect(text).toContain(`replies by ${promiseOf(stored[0])}.`)
})

test('a refused form comes back with every value, as text, and its page stays as it was', async () => {
  const name = '"><script>alert(1)</script>'
  const answer = await send('/services/data-analysis', { ...message, name, email: 'ada@' })
  const html = await answer.text()
  expect(answer.status).toBe(400)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(html).toContain('Enter a complete email address')
  expect(html).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
  expect(html).not.toContain('<script>alert')
  const page = await (await fetch(`${product.url}/services/data-analysis`)).text()
  expect(page).not.toContain('alert(1)')
  expect(page).not.toContain('Enter a complete email address')
})

test('a character that cannot be kept is refused at its field, and the page says so', async () => {
  const answer = await send('/', { ...message, name: 'A\u0000da' })
  expect(answer.status).toBe(400)
  expect(await answer.text()).toContain('id="contact-name-error"')
})

test('a filled honeypot is put aside and thanked like the rest', async () => {
  const answer = await send('/', { ...message, name: 'Bot', website: 'http://x' })
  expect(answer.status).toBe(303)
  expect(await storedOf('Bot')).toEqual([])
  const stored = await storedOf('Bot', true)
  expect(stored).toMatchObject([{ quarantineReasons: ['honeypot'] }])
  const thanks = await fetch(`${product.url}${answer.headers.get('location')}`)
  const text = (await thanks.text()).replaceAll('<!-- -->', '')
  expect(text).toContain(`replies by ${promiseOf(stored[0])}.`)
})

test('a form from another site is refused, one without any word of its origin is taken', async () => {
  const foreign = await send('/', { ...message, name: 'F' }, { origin: 'https://evil.example' })
  expect(foreign.status).toBe(403)
  const crossing = await send('/', { ...message, name: 'F' }, { 'sec-fetch-site': 'cross-site' })
  expect(crossing.status).toBe(403)
  expect(await storedOf('F')).toEqual([])
  const text = await send('/', { ...message, name: 'Lynx' }, {})
  expect(text.status).toBe(303)
  expect(await storedOf('Lynx')).toHaveLength(1)
})

test('a page shares the limits of the call: 30 reach the inbox, 120 are taken, and then it says when', async () => {
  const from = { origin, 'x-forwarded-for': '203.0.113.9' }
  const statuses: number[] = []
  let last = ''
  let retryAfter: string | null = null
  for (let n = 1; n <= 121; n += 1) {
    const answer = await send('/', { ...message, name: 'Flood', message: `Message ${n}` }, from)
    statuses.push(answer.status)
    retryAfter = answer.headers.get('retry-after')
    last = await answer.text()
  }
  expect(statuses).toEqual([...Array.from({ length: 120 }, () => 303), 429])
  expect(Number(retryAfter)).toBeGreaterThan(0)
  expect(last).toContain('Too many messages at once.')
  expect(last).toContain('Message 121')
  expect(await storedOf('Flood')).toHaveLength(30)
})

test('nothing else counts as sent', async () => {
  const repeated = await fetch(`${product.url}/requests/repeated/sent`)
  expect(repeated.status).toBe(200)
  expect(await repeated.text()).not.toContain('See who reads it')
  for (const path of ['/sent/contact', `/requests/${'A'.repeat(43)}/sent`, '/requests/x/sent']) {
    const answer = await fetch(`${product.url}${path}`)
    expect(answer.status, path).toBe(404)
    expect(await answer.text()).not.toMatch(/Your request has|has arrived/)
  }
})

test('other pages and other kinds of body take no form', async () => {
  expect((await send('/legal/privacy', message)).status).toBe(404)
  const json = await fetch(`${product.url}/`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify(message),
  })
  expect(json.status).toBe(415)
  const huge = await send('/', { ...message, message: 'x'.repeat(300_000) })
  expect(huge.status).toBe(413)
})
