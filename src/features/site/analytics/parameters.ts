import type { AnalyticsEvent } from '#contract/analytics-events.ts'

/** Keeps only campaign parameters, because other queries may contain personal data. */
function campaignOf(url: URL): string {
  const campaign = [...url.searchParams].filter(([key]) => /^utm_[a-z]+$/.test(key))
  const query = new URLSearchParams(campaign.filter(([, value]) => !value.includes('@'))).toString()
  return query && `?${query}`
}

export function pageView(title: string, href: string): AnalyticsEvent {
  const url = new URL(href)
  // A path segment may contain an email address.
  const path = url.pathname.replace(/[^/]*(?:@|%40)[^/]*/gi, 'redacted')
  return { event: 'page_view', title, location: `${url.origin}${path}${campaignOf(url)}`, path }
}

/**
 * Returns the parameters under their report names, picked one by one so that no other data is
 * reported.
 */
export function parametersOf(event: AnalyticsEvent): Record<string, string> {
  switch (event.event) {
    case 'page_view':
      return { page_title: event.title, page_location: event.location, page_path: event.path }
    case 'service_interaction':
      return { service_slug: event.service, action: event.action }
    case 'contact_form_submit':
      return {
        ...(event.service && { service_interest: event.service }),
        company: event.company,
        source: event.source,
        contact_method: event.contactMethod,
        ...(event.businessSize && { business_size: event.businessSize }),
      }
    case 'case_study_engagement':
      return {
        ...(event.caseStudy && { case_study: event.caseStudy }),
        ...(event.industry && { industry_type: event.industry }),
        action: event.action,
      }
    case 'file_download':
      return { file_kind: event.kind, file_extension: event.extension }
    case 'admin_action':
      return { area: event.area, action: event.action }
    case 'conversion':
      return { conversion_kind: event.kind }
    case 'business_goal':
      return { goal: event.goal }
    case 'footer_click':
      return { link_id: event.link, link_kind: event.kind }
  }
}
