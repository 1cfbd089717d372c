import { expect, test } from 'vitest'
import { ApiError } from '#web/api/api-error.ts'
import {
  type Answers,
  answered,
  countOfQuestions,
  differ,
  firstAnswers,
  groups,
  isIncomplete,
  problemsIn,
  questionsOf,
  readAnswers,
  toInquiry,
} from './answers.ts'

const nobody = { name: '', email: '', company: '' }
const empty = firstAnswers(nobody)
const enough: Answers = {
  ...empty,
  name: 'Ada Okafor',
  email: 'ada@northfold.example',
  company: 'Northfold Logistics',
  projectDescription: 'Four thousand slips a week.',
}

function formOf(entries: [string, string][]): FormData {
  const data = new FormData()
  for (const [name, value] of entries) data.append(name, value)
  return data
}

test('there are seventeen questions in five groups, four of them required', () => {
  const asked = groups.flatMap(({ questions }) => questions)
  expect(groups).toHaveLength(5)
  expect(new Set(asked).size).toBe(17)
  expect(Object.keys(empty).sort()).toEqual([...asked].sort())
  expect(countOfQuestions).toBe('4 required, 13 optional')
})

test('the form begins blank, except for the contact method and earlier answers', () => {
  const { preferredContactMethod, servicesInterested, hasExistingAI, ...texts } = empty
  expect({ preferredContactMethod, servicesInterested, hasExistingAI }).toEqual({
    preferredContactMethod: 'email',
    servicesInterested: [],
    hasExistingAI: false,
  })
  expect(new Set(Object.values(texts))).toEqual(new Set(['']))
  const prefilled = firstAnswers({ name: 'Ada', email: 'ada@n.example', company: 'N' })
  expect(prefilled).toEqual({ ...empty, name: 'Ada', email: 'ada@n.example', company: 'N' })
})

test('answers are read trimmed, boxes as a list, and an unticked box as false', () => {
  const read = readAnswers(
    formOf([
      ['name', '  Ada '],
      ['email', ' ada@n.example '],
      ['servicesInterested', 'Document Processing'],
      ['servicesInterested', 'Other'],
      ['hasExistingAI', 'on'],
      ['preferredContactMethod', 'video'],
    ]),
  )
  expect(read).toEqual({
    ...empty,
    name: 'Ada',
    email: 'ada@n.example',
    servicesInterested: ['Document Processing', 'Other'],
    hasExistingAI: true,
    preferredContactMethod: 'video',
  })
  expect(readAnswers(formOf([])).hasExistingAI).toBe(false)
})

test.each(['name', 'email', 'company', 'projectDescription'] as const)(
  'a blank %s keeps the request from being sent',
  (question) => {
    const data = formOf(
      Object.entries({ ...enough, [question]: ' \u00a0\n' }).map(([n, v]) => [n, String(v)]),
    )
    const answers = readAnswers(data)
    expect(isIncomplete(answers)).toBe(true)
    expect(Object.keys(problemsIn(answers))).toEqual([question])
  },
)

test('four answers are enough, and a malformed address is a problem but not a missing field', () => {
  expect(problemsIn(enough)).toEqual({})
  expect(isIncomplete(enough)).toBe(false)
  const wrong = { ...enough, email: 'ada@northfold' }
  expect(isIncomplete(wrong)).toBe(false)
  expect(problemsIn(wrong)).toEqual({ email: expect.stringMatching(/complete email address/) })
})

test('any changed answer would be lost, an untouched form would not', () => {
  expect(differ(empty, firstAnswers(nobody))).toBe(false)
  expect(differ({ ...empty, goals: 'Fewer slips' }, empty)).toBe(true)
  expect(differ({ ...empty, servicesInterested: ['Other'] }, empty)).toBe(true)
  expect(differ({ ...empty, hasExistingAI: true }, empty)).toBe(true)
})

test('the preset contact method is no answer of its group', () => {
  const counts = (answers: Answers) => groups.map((group) => answered(group, answers))
  expect(counts(empty)).toEqual([0, 0, 0, 0, 0])
  expect(counts({ ...enough, budget: '10k-25k', preferredContactMethod: 'phone' })).toEqual([
    4, 0, 0, 1, 1,
  ])
})

test('the request is an inquiry about a consultation, with a sentence and the other answers', () => {
  const { name, email, company, ...consultationData } = enough
  const request = toInquiry(enough)
  expect(request).toEqual({
    name,
    email,
    company,
    service: 'consultation',
    message: expect.any(String),
    consultationData,
  })
  expect(request.message).toContain('Ada Okafor')
  expect(request.message).toContain('Northfold Logistics')
  expect(Object.keys(request.consultationData)).toHaveLength(14)
})

test('fields named by the server light up the questions they belong to', () => {
  const fields = {
    email: 'Valid email is required',
    'consultationData.phone': 'Use at most 50 characters',
    'consultationData.servicesInterested.0': 'Choose at most 20',
    message: 'Message is required',
  }
  const body = JSON.stringify({ message: 'No', code: 'invalid_input', fields })
  expect(questionsOf(new ApiError(400, body, ''))).toEqual({
    email: 'Valid email is required',
    phone: 'Use at most 50 characters',
    servicesInterested: 'Choose at most 20',
  })
  expect(questionsOf(new TypeError('Failed to fetch'))).toEqual({})
})
