import { answerOf, type Lead, type LeadKind } from '../list/lead.ts'
import type { Conversion } from './contract.ts'

export type ConversionValues = {
  phone: string
  notes: string
  createProject: boolean
  projectTitle: string
  projectDescription: string
  projectBudget: string
  projectTimeline: string
  /** Empty creates a new client. */
  existingClientId: string
}

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
    ...(createProject && { createProject, ...project }),
    ...(existingClientId && { existingClientId }),
  }
}
