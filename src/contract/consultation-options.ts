/** An option of the consultation request, used both in the form and where the request is shown. */
export type Option = { value: string; label: string }

export const projectTypes: Option[] = [
  { value: 'new-implementation', label: 'New implementation' },
  { value: 'process-automation', label: 'Process automation' },
  { value: 'system-integration', label: 'System integration' },
  { value: 'optimization', label: 'Optimization' },
  { value: 'consultation-only', label: 'Consultation only' },
  { value: 'other', label: 'Other' },
]

export const timelines: Option[] = [
  { value: 'asap', label: 'As soon as possible' },
  { value: '1-3-months', label: '1 to 3 months' },
  { value: '3-6-months', label: '3 to 6 months' },
  { value: '6-12-months', label: '6 to 12 months' },
  { value: 'flexible', label: 'Flexible' },
]

export const budgets: Option[] = [
  { value: 'under-10k', label: 'Under $10,000' },
  { value: '10k-25k', label: '$10,000 to $25,000' },
  { value: '25k-50k', label: '$25,000 to $50,000' },
  { value: '50k-100k', label: '$50,000 to $100,000' },
  { value: '100k-plus', label: 'More than $100,000' },
  { value: 'not-sure', label: 'Not sure yet' },
]

export const teamSizes: Option[] = [
  { value: '1-10', label: '1 to 10 people' },
  { value: '11-50', label: '11 to 50 people' },
  { value: '51-200', label: '51 to 200 people' },
  { value: '201-1000', label: '201 to 1,000 people' },
  { value: '1000-plus', label: 'More than 1,000 people' },
]

export const urgencies: Option[] = [
  { value: 'high', label: 'High' },
  { value: 'medium', label: 'Medium' },
  { value: 'low', label: 'Low' },
]

export const contactMethods: Option[] = [
  { value: 'email', label: 'Email' },
  { value: 'phone', label: 'Phone' },
  { value: 'video', label: 'Video call' },
  { value: 'in-person', label: 'In person' },
]

/** Choices for the question "How?", labeled differently from the Email and Phone fields. */
export const contactChoices: Option[] = contactMethods.map(({ value, label }) => ({
  value,
  label: value === 'in-person' ? label : `By ${label.toLowerCase()}`,
}))

export function labelOf(options: readonly Option[], value: string): string {
  return options.find((option) => option.value === value)?.label ?? value
}
