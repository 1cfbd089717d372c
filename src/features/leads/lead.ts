import {
  budgets,
  labelOf,
  projectTypes,
  teamSizes,
  timelines,
  urgencies,
} from '#contract/consultation-options.ts'
import { type InquiryStatus, inquiryStatuses } from '#contract/vocabulary.ts'
import type { Inquiry } from './contract.ts'

/** An inquiry or a consultation request. */
export type Lead = Inquiry

/** Name used in toasts. */
export type LeadKind = 'Inquiry' | 'Consultation'

export const kindOf = ({ kind }: Pick<Lead, 'kind'>): LeadKind =>
  kind === 'consultation' ? 'Consultation' : 'Inquiry'

/** '1 new inquiry', '2 new consultation requests'. */
export function newLeads(kind: LeadKind, count: number): string {
  const [one, many] =
    kind === 'Inquiry'
      ? ['inquiry', 'inquiries']
      : ['consultation request', 'consultation requests']
  return `${count.toLocaleString()} new ${count === 1 ? one : many}`
}

/** A missing or unknown status counts as new. */
export function statusOf({ status }: Pick<Lead, 'status'>): InquiryStatus {
  return inquiryStatuses.includes(status) ? status : 'new'
}

export function answerOf(
  { consultationData }: Pick<Lead, 'consultationData'>,
  question: string,
): string {
  const answer = consultationData?.[question]
  return typeof answer === 'string' ? answer : ''
}

const choices = {
  projectType: projectTypes,
  budget: budgets,
  timeline: timelines,
  teamSize: teamSizes,
  urgency: urgencies,
}

/** The answer to a question with choices, as its label. */
export const choiceOf = (lead: Pick<Lead, 'consultationData'>, question: keyof typeof choices) =>
  labelOf(choices[question], answerOf(lead, question))

export function servicesOf({ consultationData }: Lead): string[] {
  const services = consultationData?.servicesInterested
  return Array.isArray(services) ? services.map(String) : []
}

export function projectFactsOf(lead: Lead): string[] {
  return [lead.company, choiceOf(lead, 'projectType'), choiceOf(lead, 'budget')]
}

export const consultationTexts = {
  failed: 'Failed to fetch consultations',
  empty: {
    title: 'No consultation requests found',
    children: 'What visitors ask for with Request Free Consultation appears here.',
  },
}
