import { expect, test } from 'vitest'
import { seedServices } from '#features/content/services/seed.server.ts'
import { startProduct } from '../harness/product.ts'
import { origin } from '../harness/test-app.ts'

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
  await using product = await startProduct({ environment: { PUBLIC_URL: origin } })
  const paths = [
    '/',
    ...seedServices.map(({ slug }) => `/services/${slug}`),
    ...['privacy', 'terms', 'security', 'gdpr', 'cookies'].map((slug) => `/legal/${slug}`),
  ]
  const pages: string[] = []
  for (const path of paths) {
    const answer = await fetch(`${product.url}${path}`, {
      headers: { 'accept-encoding': 'identity' },
    })
    expect([path, answer.status]).toEqual([path, 200])
    pages.push(`# ${path}\n${readable(await answer.text())}\n`)
  }
  await expect(pages.join('\n')).toMatchFileSnapshot('public-texts.txt')
})
