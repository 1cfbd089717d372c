import { type AnalyticsEvent, serviceInterest } from '#contract/analytics-events.ts'
import { serviceTitle } from '#contract/service-options.ts'
import type { SentInquiry, Sink } from './track.ts'

export function openSink(record: (event: AnalyticsEvent) => void): Sink {
  function recordInquiry(inquiry: SentInquiry): void {
    const { source, contactMethod = 'email', businessSize = null } = inquiry
    const consultation = source === 'consultation_dialog'
    record({
      event: 'contact_form_submit',
      service: serviceInterest(serviceTitle(inquiry.service)),
      company: inquiry.company.trim() ? 'given' : 'not_given',
      source,
      contactMethod,
      businessSize,
    })
    record({ event: 'conversion', kind: consultation ? 'consultation' : 'contact' })
    record({
      event: 'business_goal',
      goal: consultation ? 'consultation_requested' : 'lead_generated',
    })
  }
  return { record, recordInquiry }
}
