import { eq } from 'drizzle-orm'
import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../../test/test-app.ts'
import type { Transport } from '../../../contract/endpoint.ts'
import { services } from '../../../server/database/schema.ts'
import { transportContext } from '../../../web/api/prefetch.ts'
import { loader } from './sitemap.tsx'

test('an inactive service is not in the sitemap, and addresses need no escaping', async () => {
  await using app = await openTestApp({ seeded: true })
  await app.db.update(services).set({ active: false }).where(eq(services.slug, 'data-analysis'))
  const context = new RouterContextProvider()
  const transport: Transport = (endpoint, input) => app.stranger().call(endpoint, input as never)
  context.set(transportContext, transport)
  const request = new Request('https://www.example.com/sitemap.xml')
  const answer = await loader({ context, request } as unknown as Parameters<typeof loader>[0])
  const listed = [...(await answer.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)
  expect(listed).toHaveLength(11)
  expect(listed).toContain('https://www.example.com/services/custom-solutions')
  expect(listed).not.toContain('https://www.example.com/services/data-analysis')
  for (const url of listed) expect(url).toMatch(/^https:\/\/www\.example\.com\/[a-z/-]*$/)
})
