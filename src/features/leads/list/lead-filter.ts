import type { InquiryStatus } from '../../../contract/vocabulary.ts'
import { inquiryStatuses } from '../../../contract/vocabulary.ts'
import type { Inquiry } from '../contact/contract.ts'

/** An inquiry or a consultation request. */
export type Lead = Inquiry

export type LeadOrder = { column: string; direction: 'ascending' | 'descending' }
export type LeadFilter = { text: string; status: string; order: LeadOrder }

export const newestFirst: LeadOrder = { column: 'date', direction: 'descending' }

/** A missing or unknown status counts as new. */
export function statusOf({ status }: Pick<Lead, 'status'>): InquiryStatus {
  return inquiryStatuses.includes(status) ? status : 'new'
}

export function answerOf({ consultationData }: Lead, question: string): string {
  const answer = consultationData?.[question]
  return typeof answer === 'string' ? answer : ''
}

export function servicesOf({ consultationData }: Lead): string[] {
  const services = consultationData?.servicesInterested
  return Array.isArray(services) ? services.map(String) : []
}

const sortKeys: Record<string, (lead: Lead) => string | number> = {
  name: ({ name }) => plain(name),
  email: ({ email }) => plain(email),
  company: ({ company }) => plain(company),
  service: ({ service }) => service,
  projectType: (lead) => answerOf(lead, 'projectType'),
  budget: (lead) => answerOf(lead, 'budget'),
  timeline: (lead) => answerOf(lead, 'timeline'),
  status: (lead) => inquiryStatuses.indexOf(statusOf(lead)),
  date: ({ createdAt }) => createdAt,
}

/** Ignores case and accents, so that a plain comparison sorts naturally. */
function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

const haystacks = new WeakMap<Lead, string>()

/** Lower-case search text, cached per lead. */
function haystackOf(lead: Lead): string {
  const kept = haystacks.get(lead)
  if (kept !== undefined) return kept
  const made = `${lead.name}\n${lead.email}\n${lead.company ?? ''}`.toLowerCase()
  haystacks.set(lead, made)
  return made
}

/** Stable: equal leads keep their order. */
export function orderLeads(leads: readonly Lead[], { column, direction }: LeadOrder) {
  const keyOf = sortKeys[column]
  const isAsListed = column === newestFirst.column && direction === newestFirst.direction
  if (!keyOf || isAsListed) return leads
  const sign = direction === 'ascending' ? 1 : -1
  return leads
    .map((lead) => ({ lead, key: keyOf(lead) }))
    .sort((a, b) => (a.key === b.key ? 0 : a.key < b.key ? -sign : sign))
    .map(({ lead }) => lead)
}

export function findLeads(
  leads: readonly Lead[],
  { text, status }: Pick<LeadFilter, 'text' | 'status'>,
): readonly Lead[] {
  const sought = text.trim().toLowerCase()
  if (!sought && status === 'all') return leads
  return leads.filter((lead) => {
    if (status !== 'all' && statusOf(lead) !== status) return false
    return !sought || haystackOf(lead).includes(sought)
  })
}
