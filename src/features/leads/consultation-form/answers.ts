import {
  type ContactProblems,
  fieldsOf,
  readTexts,
  visitorProblems,
} from '../contact-form/contact-values.ts'
import type { NewInquiry } from '../contract.ts'
import type { VisitorDetails } from '../visitor-details.ts'

/** In display order. All required questions are in the first group. */
export const groups = [
  {
    id: 'reply',
    legend: 'Enough to reply',
    questions: ['name', 'email', 'company', 'projectDescription'],
  },
  { id: 'you', legend: 'About you', questions: ['phone', 'jobTitle'] },
  {
    id: 'process',
    legend: 'The process today',
    questions: ['projectType', 'currentChallenges', 'goals', 'servicesInterested'],
  },
  {
    id: 'scope',
    legend: 'Scope',
    questions: ['timeline', 'budget', 'teamSize', 'urgency', 'hasExistingAI'],
  },
  {
    id: 'contact',
    legend: 'How we reply',
    questions: ['preferredContactMethod', 'additionalNotes'],
  },
] as const

export type Group = (typeof groups)[number]
export type TextQuestion = Exclude<
  Group['questions'][number],
  'servicesInterested' | 'hasExistingAI'
>
/** A blank value means that the question is unanswered. */
export type Answers = Record<TextQuestion, string> & {
  servicesInterested: string[]
  hasExistingAI: boolean
}

const requiredQuestions = groups[0].questions
const questions = groups.flatMap((group) => group.questions)

/** For example '4 required, 13 optional'. */
export const countOfQuestions = `${requiredQuestions.length} required, ${
  questions.length - requiredQuestions.length
} optional`

/** The id of a question's control, or of the fieldset around its controls. */
export const controlId = (question: string) => `consultation-${question}`

export function firstAnswers(visitor: VisitorDetails): Answers {
  return { ...readAnswers(new FormData()), ...visitor, preferredContactMethod: 'email' }
}

export function readAnswers(data: FormData): Answers {
  return {
    ...readTexts(data, questions),
    servicesInterested: data.getAll('servicesInterested').map(String),
    hasExistingAI: data.has('hasExistingAI'),
  }
}

export function differ(one: Answers, other: Answers): boolean {
  return questions.some((question) => String(one[question]) !== String(other[question]))
}

export function isIncomplete(answers: Answers): boolean {
  return requiredQuestions.some((question) => !answers[question])
}

/** Messages by question. Each one blocks the request. */
export function problemsIn(answers: Answers): ContactProblems {
  const problems = visitorProblems(answers)
  if (!answers.company) problems.company = 'Enter your company.'
  if (!answers.projectDescription) problems.projectDescription = 'Describe the project.'
  return problems
}

/**
 * Errors by question, taken from a refused request; the server prefixes the questions of the long
 * form.
 */
export function questionsOf(error: unknown): ContactProblems {
  const problems: ContactProblems = {}
  for (const [path, sentence] of Object.entries(fieldsOf(error))) {
    const [name = ''] = path.replace(/^consultationData\./, '').split('.')
    if (questions.some((question) => question === name)) problems[name] ??= sentence
  }
  return problems
}

/** The number of answered questions in a group. A preset contact method does not count. */
export function answered(group: Group, answers: Answers): number {
  const preset = firstAnswers({ name: '', email: '', company: '' })
  return group.questions.filter(
    (question) => String(answers[question]) !== String(preset[question]),
  ).length
}

export function toInquiry(answers: Answers) {
  const { name, email, company, ...consultationData } = answers
  return {
    name,
    email,
    company,
    service: 'consultation',
    message: `Free consultation request from ${name} at ${company}.`,
    consultationData,
  } satisfies NewInquiry
}
