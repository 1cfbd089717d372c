import { expect, test } from 'vitest'
import { questionsFor } from './questions.ts'

const full = {
  budget: '50k-100k',
  timeline: '3-6-months',
  teamSize: '11-50',
  currentChallenges: 'Slow',
  goals: 'Fast',
}

test('two things that are left open are asked, and always three others', () => {
  const always = [
    'How many items a week, from where to where?',
    'Which systems are touched?',
    'Who decides, and who else should be in the next call?',
  ]
  expect(questionsFor(full)).toEqual(always)
  expect(questionsFor({})).toHaveLength(5)
  expect(questionsFor({ ...full, timeline: 'flexible', hasExistingAI: true })).toEqual([
    'What has to be done by when, and why then?',
    'What do you automate already?',
    ...always,
  ])
  expect(questionsFor({ ...full, budget: 'not-sure' })[0]).toMatch(/^What would it be worth/)
})
