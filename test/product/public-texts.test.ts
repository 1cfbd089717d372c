import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoNotes, demoPages } from '#features/content/page-seed/demo-texts.ts'
import { seedServices } from '#features/content/services/seed.server.ts'
import { type RunningProduct, startProduct } from '../harness/product.ts'
import { origin } from '../harness/test-app.ts'

let product: RunningProduct
beforeAll(async () => {
  product = await startProduct({ environment: { PUBLIC_URL: origin } })
})
afterAll(() => product[Symbol.asyncDispose]())

const paths = [
  '/',
  ...seedServices.map(({ slug }) => `/services/${slug}`),
  ...['privacy', 'terms', 'security', 'gdpr', 'cookies'].map((slug) => `/legal/${slug}`),
]

const ask = (path: string) =>
  fetch(`${product.url}${path}`, { headers: { 'accept-encoding': 'identity' } })

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }

/** Title, description, structured data and visible text of a page. */
function readable(html: string): string {
  const data = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)]
  const description = /<meta name="description" content="([^"]*)"/.exec(html)?.[1] ?? ''
  const text = html
    .replace(/<(script|style|template|svg)\b.*?<\/\1>/gs, '')
    .replaceAll('<!-- -->', '')
    .replace(/<\/?(a|span|strong|em|b|i|code)\b[^>]*>/g, '')
    .replace(/<[^>]*>/g, '\n')
  return [description, ...data.map(([, json]) => json), text]
    .join('\n')
    .replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => entities[name] ?? '')
    .replace(/[ \t]+/g, ' ')
    .replace(/\s*\n\s*/g, '\n')
    .trim()
}

test('with the first settings the public pages read as they always have', async () => {
  const pages: string[] = []
  for (const path of paths) {
    const answer = await ask(path)
    expect([path, answer.status]).toEqual([path, 200])
    pages.push(`# ${path}\n${readable(await answer.text())}\n`)
  }
  await expect(pages.join('\n')).toMatchFileSnapshot('public-texts.txt')
})

test('each page names itself, whatever follows its path, and a small picture of 1200 by 630', async () => {
  const [titles, pictures] = [new Set<string>(), new Set<string>()]
  for (const path of paths) {
    const html = await (await ask(`${path}?utm_source=letter`)).text()
    const meta = (name: string) =>
      new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1] ?? ''
    expect(html).toContain(`<link rel="canonical" href="${origin}${path}"/>`)
    expect(meta('og:url')).toBe(`${origin}${path}`)
    expect(meta('og:title')).toBe(/<title>([^<]*)/.exec(html)?.[1])
    expect(meta('keywords')).not.toBe('')
    expect(meta('robots')).not.toContain('noindex')
    expect(meta('twitter:card')).toBe('summary_large_image')
    titles.add(meta('og:title'))
    pictures.add(meta('og:image'))
  }
  expect(titles.size).toBe(paths.length)
  // Legal pages share the image of the home page.
  expect(pictures.size).toBe(1 + seedServices.length)
  for (const address of pictures) {
    const answer = await ask(address.replace(origin, ''))
    expect(answer.headers.get('content-type')).toBe('image/png')
    const image = Buffer.from(await answer.arrayBuffer())
    // Width and height have fixed offsets in a PNG file.
    expect([image.readUInt32BE(16), image.readUInt32BE(20)]).toEqual([1200, 630])
    expect(image.byteLength).toBeLessThan(80_000)
  }
})

test('pages that must not be indexed say so', async () => {
  for (const path of ['/nowhere', '/services/nothing', '/legal/nothing', '/admin/login']) {
    const answer = await ask(path)
    expect([path, answer.status]).toEqual([path, path === '/admin/login' ? 200 : 404])
    const html = await answer.text()
    expect(html).toContain('<meta name="robots" content="noindex"/>')
    expect(html).not.toContain('rel="canonical"')
  }
  const unknown = await (await ask('/services/nothing')).text()
  expect(unknown).toContain('<title>Service Not Found | Counterfoil</title>')
})

test('robots.txt and the sitemap agree with the site', async () => {
  const robots = await ask('/robots.txt')
  expect(robots.headers.get('content-type')).toContain('text/plain')
  const closed = ['/admin', '/api', '/preview'].map((path) => `Disallow: ${path}\n`).join('')
  expect(await robots.text()).toBe(`User-agent: *\n${closed}\nSitemap: ${origin}/sitemap.xml\n`)
  const sitemap = await ask('/sitemap.xml')
  expect(sitemap.headers.get('content-type')).toContain('application/xml')
  const listed = [...(await sitemap.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)
  const notes = ['/notes', ...demoNotes.map(({ slug }) => `/notes/${slug}`)]
  const written = [...notes, ...demoPages.map(({ slug }) => `/pages/${slug}`)]
  expect(listed.toSorted()).toEqual([...paths, ...written].map((path) => origin + path).toSorted())
  for (const path of written) expect([path, (await ask(path)).status]).toEqual([path, 200])
})

test('the icons a browser asks for are there', async () => {
  const html = await (await ask('/')).text()
  const links = [...html.matchAll(/<link [^>]*rel="([^"]*)"[^>]*>/g)]
  const hrefs = (rel: string) =>
    links.filter(([, found]) => found === rel).map(([tag]) => /href="([^"]*)"/.exec(tag)?.[1] ?? '')
  const icons = [...hrefs('icon'), ...hrefs('apple-touch-icon')]
  expect(icons).toEqual(['/favicon.svg', '/favicon.ico', '/apple-touch-icon.png'])
  const manifest = (await (await ask(hrefs('manifest')[0] ?? '')).json()) as {
    name: string
    icons: { src: string; sizes: string }[]
  }
  expect(manifest.name).toBe('Counterfoil')
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512', '512x512'])
  for (const path of [...icons, ...manifest.icons.map(({ src }) => src)]) {
    const answer = await ask(path)
    expect([path, answer.status]).toEqual([path, 200])
    expect(answer.headers.get('content-type'), path).toContain('image/')
  }
})
