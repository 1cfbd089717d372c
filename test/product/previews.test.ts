import { afterAll, beforeAll, expect, test } from 'vitest'
import { caseStudies } from '#features/content/case-studies/contract.ts'
import { pages } from '#features/content/pages/contract.ts'
import { previews } from '#features/content/previews/contract.ts'
import { inquiries } from '#features/leads/contract.ts'
import { type RunningProduct, startProduct } from '../harness/product.ts'
import { ownerOf } from '../harness/site-owner.ts'
import { save } from '../harness/site-settings.ts'
import type { Person } from '../harness/test-app.ts'

let product: RunningProduct
let owner: Person

beforeAll(async () => {
  const environment = { LOG_LEVEL: 'info', GTM_ID: 'GTM-TEST123' }
  product = await startProduct({ environment })
  owner = await ownerOf(product, product.url)
})
afterAll(() => product[Symbol.asyncDispose]())

const ask = (url: string, init: RequestInit = {}) => fetch(url, { redirect: 'manual', ...init })
const read = async (url: string) => (await ask(url)).text()

/** Times and request ids differ between responses. */
const summaryOf = (answer: Response) =>
  Object.fromEntries(
    [...answer.headers].filter(([name]) => !/^(date|x-request-id|content-length)$/.test(name)),
  )

const tagline = 'A tagline nobody has seen yet'

test('a preview shows the drafts, and the site does not', async () => {
  await save(owner, 'firm', { tagline, name: 'Northwind' })
  await save(owner, 'demo', { showDemoContent: false })
  const { url } = await owner.call(previews.create, {})
  const home = await ask(url)
  expect(home.status).toBe(200)
  const html = await home.text()
  expect(html).toContain(tagline)
  expect(html).toContain('Preview of unpublished changes.')
  // Demo content is off in the draft.
  const [study] = await owner.call(caseStudies.featured, {})
  expect(study?.title).toBeTruthy()
  expect(html).not.toContain(study?.title)
  expect(await read(`${url}/pages/careers`)).toContain('404 Page Not Found')
  expect(await read(`${url}/legal/privacy`)).toContain('Northwind')
  for (const path of ['/', '/legal/privacy']) {
    const live = await read(product.url + path)
    for (const word of [tagline, 'Northwind', 'Preview of unpublished']) {
      expect(live).not.toContain(word)
    }
  }
  const base = new URL(url).pathname
  for (const path of ['', '/services/document-processing', '/legal/privacy', '/consultation']) {
    const page = await ask(url + path)
    expect([path, page.status]).toEqual([path, 200])
    expect(summaryOf(page)).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    expect(page.headers.get('etag')).toBeNull()
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain(`connect-src ${url} ${url}.data ${url}/;`)
    expect(policy).toContain(`form-action ${url} ${url}.data ${url}/;`)
    const text = await page.text()
    expect(text).not.toContain('GTM-TEST123')
    expect(text + policy).not.toContain('googletagmanager')
    const inner = [...text.matchAll(/<(?:a|form)\b[^>]*\s(?:href|action)="(\/[^"]*)"/g)]
    expect(inner.length).toBeGreaterThan(5)
    for (const [, address] of inner) expect(address).toMatch(new RegExp(`^${base}(?=[/?#]|$)`))
  }
  // The next draft is shown at the next request, because nothing is cached.
  await save(owner, 'firm', { tagline: `${tagline}, changed` })
  expect(await read(url)).toContain(`${tagline}, changed`)
  expect(await read(product.url)).toContain('GTM-TEST123')
})

test('an unknown, revoked or expired link is a page that does not exist', async () => {
  const { id, url } = await owner.call(previews.create, {})
  expect((await ask(url)).status).toBe(200)
  for (const inner of [
    '/admin',
    '/admin/login',
    '/requests/x',
    '//admin/login',
    '/invitation',
    '/chat',
  ]) {
    const answer = await ask(url + inner)
    expect([inner, answer.status]).toEqual([inner, 404])
  }
  await owner.call(previews.remove, { id })
  const token = url.slice(url.lastIndexOf('/') + 1)
  const addresses = [url, url.replace(token, 'x'.repeat(43)), url.replace(token, 'short')]
  const answers = await Promise.all(addresses.map((address) => ask(address)))
  const [first, ...others] = answers
  expect(first?.status).toBe(404)
  for (const other of others) expect(summaryOf(other)).toEqual(summaryOf(first as Response))
  const [text = '', ...texts] = await Promise.all(answers.map((answer) => answer.text()))
  expect(text).toContain('404 Page Not Found')
  expect(text).not.toContain('GTM-TEST123')
  expect(new Set([text, ...texts]).size).toBe(1)
  const services = await ask(`${url}/services/document-processing`)
  expect(services.status).toBe(404)
})

test('forms of a preview store nothing and say so', async () => {
  const { url } = await owner.call(previews.create, {})
  const before = await owner.call(inquiries.list, {})
  const send = (path: string, fields: Record<string, string>) =>
    ask(url + path, {
      method: 'POST',
      // Browsers send these headers with forms of pages that suppress the referrer.
      headers: { origin: 'null', 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams(fields),
    })
  const message = { name: 'Ada', email: 'ada@northfold.example', message: 'Slips.' }
  for (const path of ['', '/services/document-processing']) {
    const answer = await send(path, { ...message, service: 'other' })
    expect([path, answer.status]).toEqual([path, 403])
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    const text = (await answer.text()).replaceAll('<!-- -->', '')
    expect(text).toContain('Preview: nothing is sent. Your message is still here.')
    expect(text).toContain('ada@northfold.example')
  }
  const consultation = await send('/consultation', {
    ...message,
    company: 'Northfold',
    projectDescription: 'Slips',
    preferredContactMethod: 'email',
  })
  expect(consultation.status).toBe(403)
  expect((await consultation.text()).replaceAll('<!-- -->', '')).toContain(
    'Preview: nothing is sent. Your answers are still here.',
  )
  expect(await owner.call(inquiries.list, {})).toEqual(before)
})

test("a page's own link shows its draft too, under its new address", async () => {
  const note = await owner.call(pages.create, {
    kind: 'note',
    title: 'Slips',
    body: 'Published words',
  })
  await owner.call(pages.publish, { id: note.id, revision: 1 })
  const { revision } = await owner.call(pages.show, { id: note.id })
  await owner.call(pages.save, {
    id: note.id,
    revision,
    slug: 'fewer-slips',
    title: 'Fewer slips',
    body: 'Draft words of {firm.name}. [Home](/)',
  })
  const { url } = await owner.call(previews.create, { pageId: note.id })
  expect(url).toMatch(/\/notes\/fewer-slips$/)
  const base = url.replace(/\/notes\/.*/, '')
  const text = await read(url)
  expect(text).toContain('Draft words of Northwind.')
  expect(text).not.toContain('Published words')
  const former = await ask(`${base}/notes/slips`)
  expect([former.status, former.headers.get('location')]).toEqual([
    301,
    `${new URL(base).pathname}/notes/fewer-slips`,
  ])
  const list = await read(`${base}/notes`)
  expect(list).toContain('Fewer slips')
  expect(list.match(/slips<\/a>/gi)).toHaveLength(1)
  expect(await read(`${product.url}/notes/slips`)).toContain('Published words')
  const site = await owner.call(previews.create, {})
  expect(await read(`${site.url}/notes/slips`)).toContain('Published words')

  const page = await owner.call(pages.create, { kind: 'page', title: 'Hidden', body: 'Not yet.' })
  const own = await owner.call(previews.create, { pageId: page.id })
  expect(await read(own.url)).toContain('Not yet.')
  expect((await ask(`${site.url}/pages/hidden`)).status).toBe(404)
})

test('drafts that could not be published show all the same', async () => {
  const { url } = await owner.call(previews.create, {})
  const gone = '01a1f904-ccfd-7ae2-b26f-4793b12995ef'
  await save(owner, 'firm', { name: '', legalName: '', tagline: '', description: '' })
  await save(owner, 'about', { paragraphs: [''] })
  await save(owner, 'faq', { heading: '', items: [{ question: '', answer: '' }] })
  await save(owner, 'appearance', { logoId: gone, iconId: gone, primary: '#ffff00' })
  await save(owner, 'announcement', { enabled: true, text: '', target: '/pages/nowhere' })
  for (const path of ['', '/services/document-processing', '/legal/privacy', '/notes']) {
    const { status } = await ask(url + path)
    expect([path, status]).toEqual([path, 200])
  }
})

test('no line of the log has a token', async () => {
  const { url } = await owner.call(previews.create, {})
  const token = url.slice(url.lastIndexOf('/') + 1)
  for (const path of ['', '/services/document-processing', '/nowhere', '/admin', '.data']) {
    await ask(url + path)
  }
  await ask(`${url}/legal/privacy`, { method: 'POST', body: new URLSearchParams({ a: 'b' }) })
  await expect.poll(() => product.output()).toContain('"route":"/preview/:token/*"')
  expect(product.output()).not.toContain(token)
})
