/** Enumerations in display order. The database checks the same lists. */

export const inquiryStatuses = ['new', 'contacted', 'qualified', 'converted', 'closed'] as const
export type InquiryStatus = (typeof inquiryStatuses)[number]

export const clientStatuses = ['active', 'inactive', 'archived'] as const
export type ClientStatus = (typeof clientStatuses)[number]

export const projectStatuses = [
  'prospect',
  'discovery',
  'in_progress',
  'qa',
  'delivered',
  'on_hold',
] as const
export type ProjectStatus = (typeof projectStatuses)[number]

export const chatStatuses = ['waiting', 'active', 'ended', 'abandoned'] as const
export const chatSenders = ['visitor', 'admin', 'system'] as const
export const chatMessageTypes = ['text', 'system_notification'] as const

export const googleScopeGroups = ['files', 'calendar', 'gmail'] as const
export const googleServices = ['drive', 'sheets', 'calendar', 'gmail'] as const
export const googleGrantStates = ['ok', 'needs_reconnect'] as const
export const googleSetupStates = [
  'pending',
  'created',
  'shared',
  'done',
  'failed',
  'missing',
] as const

const leadColumns = [
  ...(['date', 'name', 'email', 'company', 'service', 'status'] as const),
  ...(['projectType', 'budget', 'timeline'] as const),
]
export type LeadSort = (typeof leadColumns)[number] | `-${(typeof leadColumns)[number]}`
export const leadSorts: LeadSort[] = leadColumns.flatMap((column) => [
  column,
  `-${column}` as const,
])
