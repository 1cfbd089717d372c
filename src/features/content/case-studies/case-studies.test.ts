import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { caseStudies as table } from '#server/database/schema.ts'
import { publish, save } from '#test/harness/site-settings.ts'
import { openTestApp } from '#test/harness/test-app.ts'
import { caseStudies } from './contract.ts'

test('four case studies are published and three of them featured, in order', async () => {
  await using app = await openTestApp({ seeded: true })
  const visitor = app.stranger()
  const all = await visitor.call(caseStudies.list, {})
  const featured = await visitor.call(caseStudies.featured, {})
  expect(all).toHaveLength(4)
  expect(featured).toEqual(all.filter((caseStudy) => caseStudy.featured))
  expect(featured).toHaveLength(3)
  for (const { results } of all) expect(results[0]?.value).toBeTruthy()
})

test('an unpublished case study is for staff only, featured or not', async () => {
  await using app = await openTestApp({ seeded: true })
  const [first] = await app.stranger().call(caseStudies.featured, {})
  const id = first?.id ?? ''
  await app.db.update(table).set({ published: false }).where(eq(table.id, id))
  const visitor = app.stranger()
  const seen = [
    ...(await visitor.call(caseStudies.list, {})),
    ...(await visitor.call(caseStudies.featured, {})),
  ]
  expect(seen.map((caseStudy) => caseStudy.id)).not.toContain(id)
  const agent = await app.person('agent')
  expect(await agent.call(caseStudies.list, {})).toHaveLength(4)
})

test('seeded case studies are fictional: hidden once demo content is off, unless said to be real', async () => {
  await using app = await openTestApp({ seeded: true })
  const owner = await app.person('owner')
  const [first, second] = await owner.call(caseStudies.list, {})
  expect([first?.demo, second?.demo]).toEqual([true, true])
  const id = first?.id ?? ''
  const real = await owner.call(caseStudies.update, { id, title: 'Ours', demo: false })
  expect(real).toMatchObject({ title: 'Ours', demo: false })
  await save(owner, 'contact', { email: 'mail@northwind.example' })
  await save(owner, 'demo', { showDemoContent: false })
  await publish(owner, ['contact', 'demo'])
  const visitor = app.stranger()
  for (const endpoint of [caseStudies.list, caseStudies.featured]) {
    const list = await visitor.call(endpoint, {})
    expect(list.map(({ title, demo }) => [title, demo])).toEqual([['Ours', false]])
  }
  expect(await owner.call(caseStudies.list, {})).toHaveLength(4)
})
