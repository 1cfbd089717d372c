import { expect, test } from 'vitest'
import type { Transport } from '#contract/endpoint.ts'
import { auditEntries } from '#server/database/schema.ts'
import { openTestApp } from '#test/harness/test-app.ts'
import { openQueryClient, query } from '#web/api/query.ts'
import { shownToasts } from '#web/ui/toast-store.ts'
import { caseStudies, type NewCaseStudy } from '../case-studies/contract.ts'
import { type NewService, services } from '../services/contract.ts'
import { orderOf } from './use-list-order.ts'

const newService: NewService = {
  slug: 'invoice-desk',
  title: 'Invoice Desk',
  category: 'Finance',
  description: 'Invoices read and matched.',
  features: ['Reading', '  ', 'Matching'],
  benefits: ['Faster close'],
  pricingModel: 'Fixed price',
  iconUrl: '/icons/invoice.svg',
}

const newCase: NewCaseStudy = {
  title: 'Slips that match',
  company: 'Hollow Lane Freight',
  industry: 'Freight',
  challenge: 'Retyping',
  solution: 'Reading',
  tags: ['documents'],
  results: [{ value: '91%', label: 'matched' }],
}

test('a new service is public at once, last in the order, without its pricing', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin')
  const made = await admin.call(services.create, newService)
  expect(made).toMatchObject({
    features: ['Reading', 'Matching'],
    active: true,
    featured: false,
    pricing: { pricingModel: 'Fixed price' },
  })
  const seen = await app.stranger().call(services.list, {})
  expect(seen.at(-1)).toMatchObject({ slug: 'invoice-desk', iconUrl: '/icons/invoice.svg' })
  expect(seen.at(-1)).not.toHaveProperty('pricing')
  expect(app.contentChanges()).toBe(1)
})

test('a change leaves alone what it does not name, and clears what it sets to null', async () => {
  await using app = await openTestApp()
  const admin = await app.person('admin')
  const { id } = await admin.call(services.create, { ...newService, longDescription: 'Long' })
  const renamed = await admin.call(services.update, { id, title: 'Desk' })
  expect(renamed).toMatchObject({ title: 'Desk', longDescription: 'Long', active: true })
  const cleared = await admin.call(services.update, {
    id,
    longDescription: null,
    benefits: null,
    iconUrl: null,
    pricingModel: null,
    active: false,
  })
  expect(cleared).toMatchObject({
    longDescription: null,
    benefits: null,
    iconUrl: null,
    pricing: { pricingModel: '' },
    active: false,
  })
  expect(await app.stranger().call(services.list, {})).toEqual([])
})

test('an address belongs to one service, also when two claim it at once', async () => {
  await using app = await openTestApp()
  const admin = await app.person('admin')
  const claims = await Promise.allSettled([
    admin.call(services.create, newService),
    admin.call(services.create, newService),
  ])
  expect(claims.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const other = await admin.call(services.create, { ...newService, slug: 'other' })
  await expect(
    admin.call(services.update, { id: other.id, slug: 'invoice-desk' }),
  ).rejects.toMatchObject({
    code: 'conflict',
    fields: { slug: 'Another service has this address' },
  })
})

test.each([
  ['slug', 'Two Words'],
  ['slug', '__proto__'],
  ['slug', ''],
  ['title', '   '],
  ['features', []],
  ['features', Array(21).fill('x')],
  ['iconUrl', 'javascript:alert(1)'],
  ['iconUrl', '//evil.example/x.svg'],
  ['iconUrl', 'data:text/html,x'],
  ['description', 'x'.repeat(301)],
])('a service with %s %j is refused with a sentence for that field', async (field, value) => {
  await using app = await openTestApp()
  const admin = await app.person('admin')
  const attempt = admin.call(services.create, { ...newService, [field]: value })
  await expect(attempt).rejects.toMatchObject({
    code: 'invalid_input',
    fields: { [field]: expect.any(String) },
  })
  expect(await admin.call(services.list, {})).toEqual([])
})

test('services keep the order they are put in; ones that are not named follow', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin')
  const before = await admin.call(services.list, {})
  const [first, second, third] = before.map(({ id }) => id)
  if (!first || !second || !third) throw new Error('no services')
  await admin.call(services.reorder, { ids: [third, first] })
  const after = (await app.stranger().call(services.list, {})).map(({ id }) => id)
  expect(after).toEqual([third, first, second, ...before.slice(3).map(({ id }) => id)])
})

test('a case study is added, featured, changed, unpublished and deleted', async () => {
  await using app = await openTestApp()
  const admin = await app.person('admin')
  const visitor = app.stranger()
  const { id } = await admin.call(caseStudies.create, newCase)
  expect(await visitor.call(caseStudies.featured, {})).toEqual([])
  await admin.call(caseStudies.update, { id, featured: true })
  const [shown] = await visitor.call(caseStudies.featured, {})
  expect(shown).toMatchObject({ title: 'Slips that match', results: newCase.results })
  expect(shown).not.toHaveProperty('published')
  await admin.call(caseStudies.update, { id, published: false })
  expect(await visitor.call(caseStudies.featured, {})).toEqual([])
  expect(await visitor.call(caseStudies.list, {})).toEqual([])
  await admin.call(caseStudies.remove, { id })
  await expect(admin.call(caseStudies.remove, { id })).rejects.toMatchObject({ code: 'not_found' })
  expect(app.contentChanges()).toBe(4)
})

test('a result without figure or meaning is refused where it stands', async () => {
  await using app = await openTestApp()
  const admin = await app.person('admin')
  const results = [
    { value: '91%', label: 'matched' },
    { value: ' ', label: 'x' },
  ]
  await expect(admin.call(caseStudies.create, { ...newCase, results })).rejects.toMatchObject({
    fields: { 'results.1.value': 'Give each result a figure' },
  })
})

test('agents can only read, visitors see no drafts', async () => {
  await using app = await openTestApp({ seeded: true })
  const agent = await app.person('agent')
  const [service] = await agent.call(services.list, {})
  if (!service) throw new Error('no service')
  const { id } = service
  for (const attempt of [
    () => agent.call(services.create, newService),
    () => agent.call(services.update, { id, title: 'X' }),
    () => agent.call(services.remove, { id }),
    () => agent.call(services.reorder, { ids: [id] }),
    () => agent.call(caseStudies.create, newCase),
  ]) {
    await expect(attempt()).rejects.toMatchObject({ code: 'forbidden' })
  }
  expect(app.contentChanges()).toBe(0)
})

test('each change is written down with who made it', async () => {
  await using app = await openTestApp()
  const admin = await app.person('admin')
  const { id } = await admin.call(services.create, newService)
  await admin.call(services.update, { id, title: 'Desk' })
  await admin.call(services.remove, { id })
  const entries = await app.db.select().from(auditEntries).orderBy(auditEntries.id)
  const acts = entries.filter(({ subject }) => subject === 'service')
  expect(acts.map(({ action }) => action)).toEqual([
    'service.created',
    'service.updated',
    'service.deleted',
  ])
  expect(acts.every(({ actorId, subjectId }) => actorId && subjectId === id)).toBe(true)
})

test('fast moves are sent one after another, and after a refused one the server is asked', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin')
  const client = openQueryClient()
  const wire: string[] = []
  let requester = admin
  const transport: Transport = async (endpoint, input) => {
    wire.push(`${endpoint.name} sent`)
    try {
      return await requester.call(endpoint, input as never)
    } finally {
      wire.push(`${endpoint.name} answered`)
    }
  }
  const list = query(services.list, {}, transport)
  const titles = async () => (await client.fetchQuery(list)).map(({ title }) => title)
  const [first = '', second = '', third = '', ...others] = await titles()
  const id = client.getQueryData(list.queryKey)?.[0]?.id ?? ''
  const order = orderOf(client, services.list, services.reorder, transport)

  wire.splice(0)
  await Promise.all([order.move(id, 1), order.move(id, 1)])
  const { name } = services.reorder
  expect(wire).toEqual([`${name} sent`, `${name} answered`, `${name} sent`, `${name} answered`])
  expect(await titles()).toEqual([second, third, first, ...others])

  requester = await app.person('agent')
  await order.move(id, -1)
  expect(shownToasts.get().lower).toMatchObject({ title: 'Error', variant: 'destructive' })
  expect(await titles()).toEqual([second, third, first, ...others])
})
