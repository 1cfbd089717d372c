import { serviceOptions } from './service-options.ts'

type ServiceOption = (typeof serviceOptions)[number]
/** Interests as they are reported, which are the choices of the consultation form. */
export type ServiceInterest = Extract<ServiceOption, { inConsultation: true }>['label']
export const serviceInterests: readonly ServiceInterest[] = serviceOptions
  .filter(
    (option): option is Extract<ServiceOption, { inConsultation: true }> => option.inConsultation,
  )
  .map(({ label }) => label)

export type InquirySource = 'home_page' | 'service_page' | 'consultation_dialog' | 'chat'
export const contactMethods = ['email', 'phone', 'video', 'in-person'] as const
export type ContactMethod = (typeof contactMethods)[number]
export const businessSizes = ['1-10', '11-50', '51-200', '201-1000', '1000-plus'] as const
export type BusinessSize = (typeof businessSizes)[number]

/**
 * All analytics events. No event has a field for a name, an address or a text: free input is
 * reported as given or not given, a choice as one of a closed list. Free strings only hold public
 * content: slugs, ids and titles of published pages.
 */
export type AnalyticsEvent =
  | { event: 'page_view'; title: string; location: string; path: string }
  | {
      event: 'service_interaction'
      service: string
      action: 'open' | 'open_neighbour'
    }
  | {
      event: 'contact_form_submit'
      service: ServiceInterest | null
      company: 'given' | 'not_given'
      source: InquirySource
      contactMethod: ContactMethod
      businessSize: BusinessSize | null
    }
  | {
      event: 'case_study_engagement'
      /** Null for the demonstration above the list. */
      caseStudy: string | null
      industry: string | null
      action: 'view' | 'open' | 'watch_demo'
    }
  | { event: 'file_download'; kind: 'chat_transcript'; extension: string }
  | {
      event: 'admin_action'
      area: 'session' | 'clients' | 'projects' | 'inquiries' | 'chat' | 'content' | 'google'
      action: 'create' | 'update' | 'delete' | 'convert' | 'sign_in' | 'sign_out'
    }
  | { event: 'conversion'; kind: 'contact' | 'consultation' | 'chat' }
  | { event: 'business_goal'; goal: 'lead_generated' | 'consultation_requested' | 'chat_started' }
  | { event: 'footer_click'; link: string; kind: 'link' | 'social' }

export type EventName = AnalyticsEvent['event']

/** Maps a form option to a reported interest. Unlisted options become 'Other'. */
export function serviceInterest(label: string): ServiceInterest | null {
  if (label === '') return null
  return serviceInterests.find((interest) => interest === label) ?? 'Other'
}
