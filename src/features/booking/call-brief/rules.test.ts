import { expect, test } from 'vitest'
import { fitOf, questionsFor } from './fit.ts'
import { nearestCase, wordsOf } from './near-case.ts'

const full = {
  budget: '50k-100k',
  timeline: '3-6-months',
  urgency: 'low',
  teamSize: '11-50',
  projectDescription: 'x'.repeat(200),
  currentChallenges: 'Slow',
  goals: 'Fast',
}

test('each rule has its points, and the sum a verdict', () => {
  const { lines, ...sum } = fitOf(full)
  expect(lines).toEqual([
    { rule: 'Budget', answer: '$50,000 to $100,000', points: 2, of: 2 },
    { rule: 'Timeline', answer: '3 to 6 months', points: 1, of: 2 },
    { rule: 'Urgency', answer: 'Low', points: 0, of: 2 },
    { rule: 'Team', answer: '11 to 50 people', points: 1, of: 2 },
    { rule: 'Process described', answer: '200 characters', points: 2, of: 2 },
  ])
  expect(sum).toEqual({ points: 6, of: 10, verdict: 'Possible fit' })
  expect(fitOf({ ...full, urgency: 'medium' }).verdict).toBe('Good fit')
  expect(fitOf({ ...full, budget: 'under-10k', projectDescription: 'x'.repeat(60) })).toMatchObject(
    {
      points: 3,
      verdict: 'Weak fit',
    },
  )
})

test('what is unknown does not count, and too little is no verdict', () => {
  const some = { budget: 'not-sure', timeline: 'asap', urgency: 'high', teamSize: '' }
  expect(fitOf(some)).toMatchObject({ points: 4, of: 4, verdict: 'Too little known' })
  expect(fitOf({ ...some, teamSize: '1-10' })).toMatchObject({ points: 4, of: 6 })
  expect(fitOf({ ...some, teamSize: '1-10' }).verdict).toBe('Possible fit')
  expect(fitOf({})).toMatchObject({ points: 0, of: 0, verdict: 'Too little known' })
  expect(fitOf({ budget: 'a yacht' }).lines[0]).toMatchObject({ answer: 'a yacht', points: null })
})

test('what is left open is asked, the last three always', () => {
  const always = [
    'How many items a week, from where to where?',
    'Which systems are touched?',
    'Who decides, and who else should be in the next call?',
  ]
  expect(questionsFor(full)).toEqual(always)
  expect(questionsFor({})).toHaveLength(8)
  expect(questionsFor({ ...full, timeline: 'flexible', hasExistingAI: true })).toEqual([
    'What has to be done by when, and why then?',
    'What do you automate already?',
    ...always,
  ])
  expect(questionsFor({ ...full, budget: 'not-sure' })[0]).toMatch(/^What would it be worth/)
})

test('words are compared folded, without plurals and without words that tell nothing', () => {
  expect([...wordsOf('Fräulein’s invoices, which CLASS and our tax')]).toEqual([
    'fraulein',
    'invoice',
    'class',
  ])
})

const study = {
  id: 'a',
  title: 'Delivery notes into the ledger',
  industry: 'Logistics',
  position: 1,
  challenge: 'Paper arrived at night',
  tags: ['Documents', 'ERP'],
  featured: false,
}

test('the nearest case shares tags, field and words, and says which', () => {
  const text = 'Our delivery notes are documents of paper'
  expect(nearestCase(text, [], [study])).toEqual({
    id: 'a',
    title: study.title,
    shared: ['Documents', 'delivery', 'note', 'paper'],
  })
  expect(nearestCase('Logistics at night', [], [study])?.shared).toEqual(['logistic', 'night'])
  expect(nearestCase('Delivery notes', [], [study])).toBeNull()
  const others = [
    { ...study, id: 'c' },
    { ...study, id: 'b' },
    { ...study, id: 'd', featured: true },
  ]
  expect(nearestCase(text, [], others)?.id).toBe('d')
  expect(nearestCase(text, [], others.slice(0, 2))?.id).toBe('b')
})
