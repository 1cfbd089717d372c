import type { Page } from '@playwright/test'
import { demoNotes, demoPages } from '#features/content/page-seed/demo-texts.ts'
import { paths } from './addresses.ts'
import { expect, test } from './fixtures.ts'

// Search engines read the page as it is before any script.
test.use({ javaScriptEnabled: false })

const servicePaths = paths.filter((path) => path.startsWith('/services/'))
const pages = ['/', ...paths]

type Thing = { '@type': string; [property: string]: unknown }

function contentOf(page: Page, selector: string): Promise<string | null> {
  return page.locator(`head ${selector}`).getAttribute('content')
}

async function structuredData(page: Page): Promise<Thing[]> {
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents()
  return texts.flatMap((text) => (JSON.parse(text) as { '@graph': Thing[] })['@graph'])
}

test('title, description and canonical address are each page’s own', async ({ page, baseURL }) => {
  const titles = new Set<string>()
  const descriptions = new Set<string | null>()
  for (const path of pages) {
    await page.goto(`${path}?utm_source=letter`)
    await expect(page.locator('head link[rel="canonical"]')).toHaveAttribute(
      'href',
      `${baseURL}${path}`,
    )
    titles.add(await page.title())
    descriptions.add(await contentOf(page, 'meta[name="description"]'))
    expect(await contentOf(page, 'meta[name="keywords"]')).toBeTruthy()
    expect(await contentOf(page, 'meta[name="robots"]')).not.toContain('noindex')
    expect(await contentOf(page, 'meta[property="og:title"]')).toBe(await page.title())
    expect(await contentOf(page, 'meta[property="og:url"]')).toBe(`${baseURL}${path}`)
    expect(await contentOf(page, 'meta[name="twitter:card"]')).toBe('summary_large_image')
  }
  expect(titles.size).toBe(pages.length)
  expect(descriptions.size).toBe(pages.length)
  expect(titles).toContain('Document Processing AI Automation Services | Counterfoil')
  expect(titles).toContain('Data Analysis & Insights | Counterfoil')
})

test('each social image exists, 1200 by 630, and is small', async ({ page, request }) => {
  const seen = new Set<string>()
  for (const path of ['/', ...servicePaths]) {
    await page.goto(path)
    const address = (await contentOf(page, 'meta[property="og:image"]')) ?? ''
    seen.add(address)
    const answer = await request.get(address)
    expect(answer.headers()['content-type']).toBe('image/png')
    const image = await answer.body()
    // Fixed offsets of width and height in a PNG file.
    expect([image.readUInt32BE(16), image.readUInt32BE(20)]).toEqual([1200, 630])
    expect(image.byteLength).toBeLessThan(80_000)
  }
  expect(seen.size).toBe(7)
})

test('a forged host changes no address', async ({ request, baseURL }) => {
  for (const path of ['/', '/services/data-analysis', '/sitemap.xml', '/robots.txt']) {
    const answer = await request.get(path, {
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    })
    const text = await answer.text()
    expect(text).not.toContain('evil.example')
    expect(text).toContain(baseURL ?? 'no address')
  }
})

test('structured data names the company, its hours, and questions that can be read', async ({
  page,
}) => {
  await page.goto('/')
  const things = await structuredData(page)
  const ofType = (type: string) => things.find((thing) => thing['@type'] === type)
  expect(things.map((thing) => thing['@type']).sort()).toEqual([
    'FAQPage',
    'Organization',
    'ProfessionalService',
  ])
  expect(ofType('ProfessionalService')?.openingHoursSpecification).toMatchObject({
    opens: '09:00',
    closes: '17:00',
  })
  const questions = ofType('FAQPage')?.mainEntity as {
    name: string
    acceptedAnswer: { text: string }
  }[]
  expect(questions).toHaveLength(5)
  for (const { name, acceptedAnswer } of questions) {
    const summary = page.locator('#contact summary', { hasText: name })
    const answer = page.getByText(acceptedAnswer.text, { exact: true })
    if (!(await answer.isVisible())) await summary.click()
    await expect(summary).toBeVisible()
    await expect(answer).toBeVisible()
  }
})

test('breadcrumbs count from one, services name their provider, nothing is rated', async ({
  page,
}) => {
  for (const path of pages) {
    await page.goto(path)
    const things = await structuredData(page)
    const list = things.find((thing) => thing['@type'] === 'BreadcrumbList')
    const trail = (list?.itemListElement ?? []) as { position: number }[]
    // A trail of the home page alone leads nowhere.
    expect(trail.length > 1, path).toBe(path !== '/')
    expect(trail.map(({ position }) => position)).toEqual(trail.map((_, index) => index + 1))
    expect(JSON.stringify(things)).not.toMatch(/aggregateRating|"review"/i)
    if (!path.startsWith('/services/')) continue
    const service = things.find((thing) => thing['@type'] === 'Service')
    const company = things.find((thing) => thing['@type'] === 'Organization')
    expect(service?.name).toBe(await page.locator('h1').textContent())
    expect(service?.provider).toEqual({ '@id': company?.['@id'] })
  }
})

test('robots.txt and the sitemap agree with the site', async ({ request, baseURL }) => {
  const robots = await request.get('/robots.txt')
  expect(robots.headers()['content-type']).toContain('text/plain')
  expect(await robots.text()).toBe(
    `User-agent: *\nDisallow: /admin\nDisallow: /api\nDisallow: /preview\n\nSitemap: ${baseURL}/sitemap.xml\n`,
  )
  const sitemap = await request.get('/sitemap.xml')
  expect(sitemap.headers()['content-type']).toContain('application/xml')
  const found = [...(await sitemap.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)
  // Other tests have calls booked.
  const listed = found.filter((url) => !url?.startsWith(`${baseURL}/book/`))
  const written = listed.filter((url) => /\/(notes|pages)(\/|$)/.test(url ?? ''))
  expect(listed.filter((url) => !written.includes(url))).toEqual(
    pages.map((path) => `${baseURL}${path}`),
  )
  const notes = ['/notes', ...demoNotes.map(({ slug }) => `/notes/${slug}`)]
  const undated = demoPages.map(({ slug }) => `/pages/${slug}`)
  expect(written).toEqual([...notes, ...undated].map((path) => `${baseURL}${path}`))
  for (const url of listed) expect((await request.get(url ?? '')).status()).toBe(200)
})

test('the icons a browser asks for are there', async ({ page, request }) => {
  await page.goto('/')
  const icons = await page
    .locator('link[rel="icon"], link[rel="apple-touch-icon"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  expect(icons).toEqual(['/favicon.svg', '/favicon.ico', '/apple-touch-icon.png'])
  const address = await page.locator('link[rel="manifest"]').getAttribute('href')
  const manifest = (await (await request.get(address ?? '')).json()) as {
    name: string
    icons: { src: string; sizes: string }[]
  }
  expect(manifest.name).toBe('Counterfoil')
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512', '512x512'])
  for (const path of [...icons, ...manifest.icons.map(({ src }) => src)]) {
    const answer = await request.get(path)
    expect(answer.status(), path).toBe(200)
    expect(answer.headers()['content-type'], path).toContain('image/')
  }
})

test('pages that must not be indexed say so', async ({ page, quiet }) => {
  for (const path of ['/nowhere', '/services/nothing', '/legal/nothing', '/admin/login']) {
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(path === '/admin/login' ? 200 : 404)
    expect(await contentOf(page, 'meta[name="robots"]')).toBe('noindex')
    await expect(page.locator('head link[rel="canonical"]')).toHaveCount(0)
  }
  quiet.splice(0)
})

test.describe('with script', () => {
  test.use({ javaScriptEnabled: true })

  test('the head follows a visitor from page to page', async ({ page, baseURL }) => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Custom AI Solutions' }).click()
    await expect(page).toHaveTitle('Custom AI Solutions | Counterfoil')
    await expect(page.locator('head link[rel="canonical"]')).toHaveAttribute(
      'href',
      `${baseURL}/services/custom-solutions`,
    )
    expect(await contentOf(page, 'meta[property="og:image"]')).toBe(
      `${baseURL}/social/custom-solutions.png`,
    )
  })
})
