import { afterAll, beforeAll, expect, test } from 'vitest'
import { pages as pageCalls } from '#features/content/pages/contract.ts'
import { defaultSettings } from '#features/content/resolved-settings/defaults.ts'
import { type RunningProduct, startProduct } from '../harness/product.ts'
import { ownerOf, publishSections, settingsOf } from '../harness/site-owner.ts'
import type { Person } from '../harness/test-app.ts'

const origin = 'https://www.northwind.example'
let product: RunningProduct
let owner: Person
let publish: (sections: Parameters<typeof publishSections>[1]) => Promise<unknown>

beforeAll(async () => {
  product = await startProduct({ environment: { PUBLIC_URL: origin } })
  owner = await ownerOf(product, origin)
  publish = (sections) => publishSections(owner, sections)
})
afterAll(() => product[Symbol.asyncDispose]())

const read = async (path: string) => {
  const answer = await fetch(`${product.url}${path}`)
  return { html: await answer.text(), policy: answer.headers.get('content-security-policy') }
}

const pages = [
  '/',
  '/services/document-processing',
  '/legal/privacy',
  '/consultation',
  '/no-such-page',
  '/admin/login',
  '/invitation',
  '/chat',
]

const scripts = /<script\b[^>]*>[\s\S]*?<\/script>/g
const dataOf = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, text]) =>
    JSON.parse(text ?? ''),
  )

/** The start tags with the names of their attributes, without the text of scripts. */
function elementsOf(html: string): string[] {
  const bare = html
    .replace(scripts, (script) => script.replace(/>[\s\S]*<\//, '></'))
    .replace(/<style>[\s\S]*?<\/style>/g, '<style>')
  return Array.from(
    bare.matchAll(/<([a-z][\w-]*)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*\/?>/gi),
    (tag) => `${tag[1]}${tag[2]?.replace(/="[^"]*"/g, '').replace(/\s+/g, ' ')}`,
  )
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }
const decoded = (html: string) =>
  html.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => entities[name] ?? '')

/** Every string in a value. */
function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : []
}

test('script in every text of the settings is shown as typed and makes no element', async () => {
  const evil = `</script></title>"'><img src=x onerror=alert(1)>&lt;{{7*7}}\${7}<!--`.padEnd(
    900,
    '.',
  )
  const usual = defaultSettings()
  await publish(settingsOf(usual, () => 'x'.repeat(900)))
  const plain = new Map(await Promise.all(pages.map(async (p) => [p, await read(p)] as const)))
  await publish(settingsOf(usual, () => evil))
  for (const path of pages) {
    const { html, policy } = await read(path)
    expect([path, elementsOf(html)]).toEqual([path, elementsOf(plain.get(path)?.html ?? '')])
    const hashes = (text = '') => text?.match(/'sha256-/g)?.length
    expect([path, hashes(policy ?? '')]).toEqual([path, hashes(plain.get(path)?.policy ?? '')])
    expect(html.replace(scripts, '')).not.toMatch(/<img src=x/)
  }
  const { html } = await read('/')
  for (const length of [400, 800, 160, 300, 200, 19, 24, 30, 40, 60, 80]) {
    expect(decoded(html)).toContain(evil.slice(0, length).trim())
  }
  const [facts] = dataOf(html)
  const said = stringsOf(facts)
  for (const length of [60, 300, 120, 40, 200]) expect(said).toContain(evil.slice(0, length).trim())
  const manifest = JSON.parse((await read('/manifest.webmanifest')).html)
  expect(manifest.name).toBe(evil.slice(0, 60).trim())
})

test('another firm shows nothing of the default one', async () => {
  for (const kind of ['note', 'page'] as const) {
    const text = { title: 'Ours', slug: 'ours', body: '{firm.name} writes.' }
    const { id, revision } = await owner.call(pageCalls.create, { kind, ...text })
    await owner.call(pageCalls.publish, { id, revision })
  }
  const own = settingsOf(defaultSettings(), (max) => 'Nordlicht Beratung '.repeat(50).slice(0, max))
  await publish({ ...own, demo: { ...own.demo, showDemoContent: false } })
  const paths = [
    ...pages,
    '/manifest.webmanifest',
    '/sitemap.xml',
    '/robots.txt',
    ...['terms', 'security', 'gdpr', 'cookies'].map((slug) => `/legal/${slug}`),
    '/legal/privacy/versions',
    '/notes',
    '/notes/ours',
    '/notes/feed.xml',
    '/pages/ours',
    '/admin',
    '/admin/account',
    '/api/openapi.json',
  ]
  for (const path of paths) {
    const { html } = await read(path)
    const found = /.{0,60}Counterfoil.{0,40}/.exec(html)?.[0]
    expect([path, found]).toEqual([path, undefined])
    if (/^\/(notes|pages)/.test(path)) expect(html).toContain('Ours')
  }
  const { html } = await read('/')
  expect(html).toContain('<title>Nordlicht Beratung')
  expect(html).not.toMatch(/Demo (figure|case|text)|Coming soon|555-0142|Sample Street/)
})
