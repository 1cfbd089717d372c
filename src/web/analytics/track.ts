import type {
  AnalyticsEvent,
  BusinessSize,
  ContactMethod,
  InquirySource,
} from '#contract/analytics-events.ts'

/**
 * `service` is the value or the label of the chosen option. The company's name is never recorded, only whether
 * one was entered.
 */
export type SentInquiry = {
  service: string
  company: string
  source: InquirySource
  contactMethod?: ContactMethod
  businessSize?: BusinessSize
}

/** It words an inquiry's events itself, so that only visits that are measured load the code. */
export type Sink = {
  record: (event: AnalyticsEvent) => void
  recordInquiry: (inquiry: SentInquiry) => void
}

let sink: Sink | null = null

/** Records an event, or discards it where analytics is not configured or consented to. */
export function track(event: AnalyticsEvent): void {
  sink?.record(event)
}

export function trackInquiry(inquiry: SentInquiry): void {
  sink?.recordInquiry(inquiry)
}

export function setSink(next: Sink | null): void {
  sink = next
}
