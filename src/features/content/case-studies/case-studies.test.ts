import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../../test/test-app.ts'
import { caseStudies as table } from '../../../server/database/schema.ts'
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
