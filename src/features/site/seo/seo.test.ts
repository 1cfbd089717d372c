import { expect, test } from 'vitest'
import { brand } from '../../../brand.ts'
import { head } from './head.ts'
import {
  breadcrumb,
  frequentQuestions,
  graph,
  localBusiness,
  organization,
} from './structured-data.ts'

const publicUrl = 'https://www.example.com'

test('every address in a head is absolute and of the configured origin', () => {
  const tags = head(publicUrl, { title: 'T', description: 'D', keywords: 'K', path: '/services/x' })
  const addresses = tags.flatMap((tag) =>
    ['content' in tag ? tag.content : undefined, 'href' in tag ? tag.href : undefined].filter(
      (value) => typeof value === 'string' && /^(https?:|\/)/.test(value),
    ),
  )
  expect(addresses).toEqual([
    'https://www.example.com/services/x',
    'https://www.example.com/services/x',
    'https://www.example.com/social/home.png',
    'https://www.example.com/social/home.png',
  ])
})

test('the office keeps 09:00 to 17:00, Monday to Friday', () => {
  expect(localBusiness(publicUrl)[0]?.openingHoursSpecification).toEqual({
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
    opens: '09:00',
    closes: '17:00',
  })
})

test('questions and answers are those of the brand, and nothing is rated', () => {
  expect(frequentQuestions().mainEntity).toHaveLength(5)
  const all = JSON.stringify(
    graph([
      organization(publicUrl),
      ...localBusiness(publicUrl),
      frequentQuestions(),
      breadcrumb(publicUrl, [{ name: 'Home', path: '/' }]),
    ]),
  )
  for (const { question, answer } of brand.faq) {
    expect(all).toContain(JSON.stringify(question))
    expect(all).toContain(JSON.stringify(answer))
  }
  expect(all).not.toMatch(/rating|review"/i)
})
