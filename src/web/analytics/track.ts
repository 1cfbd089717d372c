import type {
  AnalyticsEvent,
  BusinessSize,
  ContactMethod,
  InquirySource,
} from '#contract/analytics-events.ts'
import { serviceInterest } from '#contract/analytics-events.ts'

export type Sink = (event: AnalyticsEvent) => void

let sink: Sink | null = null

/** Records an event, or discards it where analytics is not configured or consented to. */
export function track(event: AnalyticsEvent): void {
  sink?.(event)
}

export function setSink(next: Sink | null): void {
  sink = next
}

/**
 * `service` is the label of the chosen option. The company's name is never recorded, only whether
 * one was entered.
 */
export function trackInquiry(inquiry: {
  service: string
  company: string
  source: InquirySource
  contactMethod?: ContactMethod
  businessSize?: BusinessSize
}): void {
  const { source, contactMethod = 'email', businessSize = null } = inquiry
  const consultation = source === 'consultation_dialog'
  track({
    event: 'contact_form_submit',
    service: serviceInterest(inquiry.service),
    company: inquiry.company.trim() ? 'given' : 'not_given',
    source,
    contactMethod,
    businessSize,
  })
  track({ event: 'conversion', kind: consultation ? 'consultation' : 'contact' })
  track({
    event: 'business_goal',
    goal: consultation ? 'consultation_requested' : 'lead_generated',
  })
}
