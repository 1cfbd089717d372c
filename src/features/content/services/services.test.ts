import { eq } from 'drizzle-orm'
import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { Transport } from '#contract/endpoint.ts'
import { loader } from '#features/site/service-pages/service-page.tsx'
import { seedSite } from '#seed.ts'
import { services as table } from '#server/database/schema.ts'
import { shownDefaults } from '#test/harness/live-defaults.ts'
import { openTestApp } from '#test/harness/test-app.ts'
import { transportContext } from '#web/api/prefetch.ts'
import { siteContext } from '#web/api/site-context.ts'
import { services } from './contract.ts'

const slugs = [
  'document-processing',
  'customer-service',
  'marketing-automation',
  'data-analysis',
  'custom-solutions',
  'workflow-automation',
]

test('a visitor sees the six services in order, without pricing or inactive flags', async () => {
  await using app = await openTestApp({ seeded: true })
  const list = await app.stranger().call(services.list, {})
  expect(list.map(({ slug }) => slug)).toEqual(slugs)
  for (const service of list) {
    expect(service.features.length).toBeGreaterThan(4)
    expect(Object.keys(service)).not.toContain('pricing')
    expect(Object.keys(service)).not.toContain('active')
  }
})

test('an inactive service is hidden from visitors and shown to staff with its pricing', async () => {
  await using app = await openTestApp({ seeded: true })
  await app.db.update(table).set({ active: false }).where(eq(table.slug, 'data-analysis'))
  const seen = await app.stranger().call(services.list, {})
  expect(seen.map(({ slug }) => slug)).toEqual(slugs.filter((slug) => slug !== 'data-analysis'))
  const agent = await app.person('agent')
  const all = await agent.call(services.list, {})
  expect(all).toHaveLength(6)
  const hidden = all.find(({ slug }) => slug === 'data-analysis')
  expect(hidden?.active).toBe(false)
  expect(hidden?.pricing?.pricingModel).toEqual(expect.any(String))
})

test('seeding again brings back neither edits nor deletions', async () => {
  await using app = await openTestApp({ seeded: true })
  await app.db.update(table).set({ title: 'Ours' }).where(eq(table.slug, 'data-analysis'))
  await app.db.delete(table).where(eq(table.slug, 'customer-service'))
  await seedSite(app.db)
  const list = await app.stranger().call(services.list, {})
  expect(list).toHaveLength(5)
  expect(list.find(({ slug }) => slug === 'data-analysis')?.title).toBe('Ours')
})

test('two seedings at once make one set', async () => {
  await using app = await openTestApp()
  await Promise.all([seedSite(app.db), seedSite(app.db), seedSite(app.db)])
  expect(await app.stranger().call(services.list, {})).toHaveLength(6)
})

test('the page of an inactive or unknown service answers 404, unless the list is unreadable', async () => {
  await using app = await openTestApp({ seeded: true })
  await app.db.update(table).set({ active: false }).where(eq(table.slug, 'data-analysis'))
  const statusOf = async (slug: string, transport: Transport) => {
    const context = new RouterContextProvider()
    context.set(transportContext, transport)
    context.set(siteContext, { ...shownDefaults(), isDocument: true, serverOnly: {} })
    const request = new Request('http://localhost/')
    const args = { context, request, params: { slug } } as unknown as Parameters<typeof loader>[0]
    const { data, init } = await loader(args)
    return { status: init?.status ?? 200, missing: data.missing }
  }
  const visitor: Transport = (endpoint, input) => app.stranger().call(endpoint, input as never)
  expect(await statusOf('custom-solutions', visitor)).toEqual({ status: 200, missing: false })
  for (const slug of ['data-analysis', 'nothing']) {
    expect(await statusOf(slug, visitor)).toEqual({ status: 404, missing: true })
  }
  const broken: Transport = () => Promise.reject(new Error('no database'))
  expect(await statusOf('custom-solutions', broken)).toEqual({ status: 200, missing: false })
})
