/**
 * The services of the contact form; those with `inConsultation` are also in the consultation form.
 * Analytics reports the latter by name and all others as "Other".
 */
export const serviceOptions = [
  { value: 'document-processing', label: 'Document Processing', inConsultation: true },
  { value: 'customer-service', label: 'Customer Service Automation', inConsultation: true },
  { value: 'marketing-automation', label: 'Marketing Automation', inConsultation: true },
  { value: 'data-analysis', label: 'Data Analysis & Insights', inConsultation: true },
  { value: 'custom-solutions', label: 'Custom AI Solutions', inConsultation: true },
  { value: 'consultation', label: 'Free Consultation', inConsultation: false },
  { value: 'workflow-automation', label: 'Workflow Automation', inConsultation: true },
  { value: 'other', label: 'Other', inConsultation: true },
] as const

/** The title of a chosen service. Other text is returned unchanged. */
export function serviceTitle(chosen: string): string {
  return serviceOptions.find(({ value }) => value === chosen)?.label ?? chosen
}
