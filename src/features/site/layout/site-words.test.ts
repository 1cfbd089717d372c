import { expect, test } from 'vitest'
import { brand } from '#brand.ts'
import { seedCaseStudies } from '#features/content/case-studies/seed.server.ts'
import { demoNotes, demoPages } from '#features/content/page-seed/demo-texts.ts'
import { legalTexts as legalTextsOf } from '#features/content/page-seed/legal-texts.ts'
import type { Service } from '#features/content/services/contract.ts'
import { seedServices } from '#features/content/services/seed.server.ts'
import { serviceMeta } from '../service-pages/service-words.ts'

const legalTexts = legalTextsOf(true)

const hype =
  /revolution|unlock|seamless|supercharge|effortless|human-like|cutting-edge|game.chang|next-gen|empower|leverage|world-class|state-of-the-art|human-in-the-loop/i

test('our own words carry no hype and no exclamation marks', () => {
  const words = JSON.stringify([
    brand,
    seedServices,
    seedCaseStudies,
    legalTexts,
    demoPages,
    demoNotes,
  ])
  expect(hype.exec(words)?.[0]).toBeUndefined()
  expect(words).not.toContain('!')
})

test('footer entries of the law lead to their pages', () => {
  const links = brand.footer.flatMap((column) => column.links)
  for (const { slug } of legalTexts) {
    expect(links.find(({ id }) => id === slug)?.href).toBe(`/legal/${slug}`)
  }
  expect(links.map(({ id }) => id)).toEqual(
    expect.arrayContaining(
      'services about case-studies careers blog contact docs api resources webinars support privacy terms security gdpr cookies'.split(
        ' ',
      ),
    ),
  )
})

test('titles of service pages are as decided, descriptions differ and fit a search result', () => {
  const heads = seedServices.map((seed) => {
    const service: Service = { ...seed, id: seed.slug, iconUrl: null }
    const named = { publicUrl: 'https://www.example.com', siteName: brand.name, tagline: '' }
    const site = { ...named, image: true }
    return serviceMeta(site, service, false)
  })
  const titles = heads.map((tags) => tags.find((tag) => 'title' in tag))
  expect(titles[0]).toEqual({
    title: `Document Processing AI Automation Services | ${brand.name}`,
  })
  expect(titles[1]).toEqual({ title: `Customer Service Automation | ${brand.name}` })
  const descriptions = heads.map((tags) =>
    tags.flatMap((tag) =>
      'name' in tag && tag.name === 'description' && 'content' in tag ? [String(tag.content)] : [],
    ),
  )
  expect(new Set(descriptions.flat()).size).toBe(6)
  for (const text of [
    ...descriptions.flat(),
    brand.description,
    ...legalTexts.map((l) => l.description),
  ]) {
    expect(text.length).toBeLessThanOrEqual(175)
  }
})
