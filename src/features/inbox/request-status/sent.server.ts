import * as options from '#contract/consultation-options.ts'
import { cutText } from '#contract/cut-text.ts'
import { serviceTitle } from '#contract/service-options.ts'

type Lead = {
  name: string
  email: string
  company: string
  service: string
  message: string
  consultationData: Record<string, unknown> | null
}

/** For example 'v…@example.com'. */
export function maskedEmail(address: string): string {
  return `${cutText(address, 1)}…${address.slice(address.lastIndexOf('@'))}`
}

const questions: [key: string, question: string, choices?: options.Option[]][] = [
  ['phone', 'Phone'],
  ['jobTitle', 'Job title'],
  ['projectType', 'Project type', options.projectTypes],
  ['projectDescription', 'Project description'],
  ['currentChallenges', 'Current challenges'],
  ['goals', 'Goals'],
  ['servicesInterested', 'Services'],
  ['timeline', 'Timeline', options.timelines],
  ['budget', 'Budget', options.budgets],
  ['teamSize', 'Team size', options.teamSizes],
  ['urgency', 'Urgency', options.urgencies],
  ['hasExistingAI', 'Existing AI tools'],
  ['preferredContactMethod', 'Preferred contact method', options.contactMethods],
  ['additionalNotes', 'Additional notes'],
]

function answerText(value: unknown, choices: readonly options.Option[] = []): string {
  if (Array.isArray(value)) return value.map(String).join(', ')
  if (value === true) return 'Yes'
  return typeof value === 'string' ? options.labelOf(choices, value) : ''
}

/** The submitted fields of a lead, with labels instead of option values. */
export function sentWords({ name, email, company, service, message, consultationData }: Lead) {
  const answers = questions
    .map(([key, question, choices]) => ({
      question,
      answer: answerText(consultationData?.[key], choices),
    }))
    .filter(({ answer }) => answer !== '')
  return {
    name,
    email: maskedEmail(email),
    company,
    service: serviceTitle(service),
    message,
    answers,
  }
}
