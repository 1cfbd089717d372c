import { eq } from 'drizzle-orm'
import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { Transport } from '#contract/endpoint.ts'
import { services } from '#server/database/schema.ts'
import { openTestApp } from '#test/harness/test-app.ts'
import { transportContext } from '#web/api/prefetch.ts'
import { loader } from './sitemap.tsx'

test('the sitemap has active services with the day of their last change, and addresses need no escaping', async () => {
  await using app = await openTestApp({ seeded: true })
  await app.db.update(services).set({ active: false }).where(eq(services.slug, 'data-analysis'))
  const context = new RouterContextProvider()
  const transport: Transport = (endpoint, input) => app.stranger().call(endpoint, input as never)
  context.set(transportContext, transport)
  const request = new Request('https://www.example.com/sitemap.xml')
  const answer = await loader({ context, request, params: {} } as unknown as Parameters<
    typeof loader
  >[0])
  const text = await answer.text()
  const listed = [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)
  expect(listed).toHaveLength(19)
  expect(listed).toContain('https://www.example.com/services/custom-solutions')
  expect(listed).not.toContain('https://www.example.com/services/data-analysis')
  const [changed] = await app.db
    .select()
    .from(services)
    .where(eq(services.slug, 'custom-solutions'))
  expect(text).toContain(
    `/services/custom-solutions</loc><lastmod>${changed?.updatedAt.toISOString()}</lastmod>`,
  )
  for (const url of listed) expect(url).toMatch(/^https:\/\/www\.example\.com\/[a-z/-]*$/)
})
