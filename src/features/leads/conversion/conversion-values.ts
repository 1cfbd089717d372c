import { answerOf, type Lead, type LeadKind } from '../lead.ts'
import type { Conversion } from './contract.ts'

/** An empty `existingClientId` creates a new client. */
export type ConversionValues = Record<
  | 'phone'
  | 'notes'
  | 'existingClientId'
  | `project${'Title' | 'Description' | 'Budget' | 'Timeline'}`,
  string
> & { createProject: boolean }

export function firstValues(lead: Lead, kind: LeadKind): ConversionValues {
  const projectType = answerOf(lead, 'projectType')
  return {
    phone: answerOf(lead, 'phone'),
    notes: `Converted from ${kind.toLowerCase()}: ${lead.message}`,
    createProject: kind === 'Consultation',
    projectTitle: projectType ? `${projectType} Project` : 'AI Integration Project',
    projectDescription: answerOf(lead, 'projectDescription'),
    projectBudget: answerOf(lead, 'budget'),
    projectTimeline: answerOf(lead, 'timeline'),
    existingClientId: '',
  }
}

export function toConversion(inquiryId: string, values: ConversionValues): Conversion {
  const { phone, notes, createProject, existingClientId, ...project } = values
  return {
    inquiryId,
    phone,
    notes,
    createProject,
    ...(createProject && project),
    ...(existingClientId && { existingClientId }),
  }
}
