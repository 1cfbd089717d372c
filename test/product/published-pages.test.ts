import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Endpoint, type Input, type Output, toWire } from '#contract/endpoint.ts'
import { pages } from '#features/content/pages/contract.ts'
import { eventually } from '../harness/eventually.ts'
import { ownerPassword, type RunningProduct, startProduct } from '../harness/product.ts'

let product: RunningProduct
let call: Awaited<ReturnType<typeof signIn>>
beforeAll(async () => {
  product = await startProduct()
  call = await signIn(product)
})
afterAll(() => product[Symbol.asyncDispose]())

const ask = (product: RunningProduct, path: string, headers: Record<string, string> = {}) =>
  fetch(`${product.url}${path}`, { headers, redirect: 'manual' })

const read = async (product: RunningProduct, path: string) => (await ask(product, path)).text()

const statusOf = async (product: RunningProduct, path: string) => (await ask(product, path)).status

/** The structured data of a page by type. */
function dataIn(html: string): Record<string, Record<string, unknown>> {
  const json = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '{}'
  const things = (JSON.parse(json) as { '@graph': Record<string, unknown>[] })['@graph']
  return Object.fromEntries(things.map((thing) => [String(thing['@type']), thing]))
}

async function signIn(product: RunningProduct) {
  const headers = { origin: product.url, 'content-type': 'application/json' }
  const body = JSON.stringify({ username: 'admin', password: ownerPassword })
  const answer = await fetch(`${product.url}/api/auth/login`, { method: 'POST', headers, body })
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  return async <E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Output<E>> => {
    const { method, url, body: sent } = toWire(endpoint, input as Record<string, unknown>)
    const init = { method, headers: { ...headers, cookie }, ...(sent && { body: sent }) }
    const response = await fetch(`${product.url}${url}`, init)
    if (!response.ok) throw new Error(await response.text())
    return (await response.json()) as Output<E>
  }
}

const hostile = '"><script>alert(1)</script> ]]> {{x}} </title>'

test('notes have a list, pages, a feed and structured data; changes show at the next request', async () => {
  const list = await read(product, '/notes')
  expect(list).toContain('href="/notes/what-a-confidence-is-for"')
  expect(list).toContain('rel="alternate" type="application/atom+xml"')
  const note = await read(product, '/notes/what-a-confidence-is-for')
  expect(note).toContain('<h2 id="text-choosing-the-limit">Choosing the limit</h2>')
  expect(note).toContain('<th scope="col" class="text-table-right">Limit</th>')
  expect(dataIn(note).BlogPosting).toMatchObject({
    headline: 'What a confidence is for',
    datePublished: '2026-11-10T12:00:00.000Z',
    url: `${product.url}/notes/what-a-confidence-is-for`,
  })
  expect(dataIn(note).BreadcrumbList).toBeDefined()
  expect(await statusOf(product, '/pages/careers')).toBe(200)
  expect(await statusOf(product, '/pages/nowhere')).toBe(404)
  expect(await read(product, '/robots.txt')).toContain('Disallow: /preview')

  const feed = await ask(product, '/notes/feed.xml')
  expect(feed.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
  const tag = feed.headers.get('etag') ?? ''
  const again = await ask(product, '/notes/feed.xml', { 'if-none-match': tag })
  expect([again.status, await again.text()]).toEqual([304, ''])

  const body = `${hostile}\n\n[a](javascript:alert(1)) \u0001`
  const made = await call(pages.create, { kind: 'note', title: hostile, slug: 'odd', body })
  await call(pages.publish, { id: made.id, revision: 1 })
  const odd = await read(product, '/notes/odd')
  expect(odd).not.toContain('<script>alert')
  expect(odd).not.toContain('javascript:alert')
  expect(dataIn(odd).BlogPosting?.headline).toBe(hostile)
  const xml = await read(product, '/notes/feed.xml')
  expect(xml).toContain(`<id>urn:uuid:${made.id}</id>`)
  for (const odd of ['<script', '\u0001']) expect(xml).not.toContain(odd)
  expect(
    (await read(product, '/sitemap.xml')).match(/<loc>[^<]*\/notes\/odd<\/loc><lastmod>2/),
  ).toBeTruthy()

  await call(pages.save, { id: made.id, revision: 2, slug: 'even' })
  await call(pages.publish, { id: made.id, revision: 3 })
  for (const query of ['', '?utm_source=letter']) {
    const moved = await ask(product, `/notes/odd${query}`)
    expect([moved.status, moved.headers.get('location')]).toEqual([301, `/notes/even${query}`])
  }
  expect((await ask(product, '/notes/odd.data?utm_source=letter')).status).toBe(202)
  expect(await read(product, '/notes/odd.data?utm_source=letter')).toContain(
    '/notes/even?utm_source=letter',
  )
  const { items } = await call(pages.list, { kind: 'note' })
  for (const { id } of items) {
    const { revision } = await call(pages.show, { id })
    await call(pages.withdraw, { id, revision })
  }
  for (const path of ['/notes', '/notes/even', '/notes/feed.xml', '/notes?after=0']) {
    expect([path, await statusOf(product, path)]).toEqual([path, 404])
  }
  expect(await read(product, '/sitemap.xml')).not.toContain('/notes')
})

test('a scheduled legal version is announced, and replaces the kept page at its moment', async () => {
  const { items } = await call(pages.list, { kind: 'legal', search: 'terms' })
  const id = items[0]?.id ?? ''
  await call(pages.save, { id, revision: 1, body: '## New terms\n\nShort.' })
  const effectiveAt = new Date(Date.now() + 8_000).toISOString()
  await call(pages.publish, { id, revision: 2, changeNote: 'Much shorter', effectiveAt })
  const before = await read(product, '/legal/terms')
  expect(before).toContain('A new version takes effect on')
  expect(before).toContain('Much shorter')
  expect(before).not.toContain('New terms')
  expect(await read(product, '/legal/terms/versions/2')).toContain('New terms')
  await eventually(async () => expect(await read(product, '/legal/terms')).toContain('New terms'))
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(effectiveAt))
  const versions = await read(product, '/legal/terms/versions')
  expect(versions).toContain('noindex')
  expect(versions).toContain(`<link rel="canonical" href="${product.url}/legal/terms"/>`)
  expect(await read(product, '/legal/terms/versions/1')).toContain(
    'Nothing on these pages is a binding offer',
  )
  expect(await statusOf(product, '/legal/terms/versions/3')).toBe(404)
})
