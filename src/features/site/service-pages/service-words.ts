import type { Service } from '#features/content/services/contract.ts'
import { head, hiddenHead, type SiteData } from '../seo/head.ts'

export function featureLine(slug: string): string {
  return slug === 'document-processing'
    ? 'Advanced AI technology for seamless document processing and automation.'
    : 'Advanced AI technology for seamless automation and optimization.'
}

/** Slugs of services with a shipped image below `/social/`. */
const drawn = new Set([
  'document-processing',
  'customer-service',
  'marketing-automation',
  'data-analysis',
  'custom-solutions',
  'workflow-automation',
])

/** `missing` is set only if the list could be fetched. */
export function serviceMeta(site: SiteData, service: Omit<Service, 'id'> | null, missing: boolean) {
  const suffix = ` | ${site.siteName}`
  if (!service) return hiddenHead(`${missing ? 'Service Not Found' : 'Services'}${suffix}`)
  const { slug, title, description, features, searchDescription, searchKeywords } = service
  const more = slug === 'document-processing' ? ' AI Automation Services' : ''
  return head(site, {
    description: searchDescription || description,
    keywords: searchKeywords || [title, ...features].join(', '),
    title: `${title}${more}${suffix}`,
    path: `/services/${slug}`,
    ...(drawn.has(slug) && { shipped: `/social/${slug}.png` }),
    alt: `${title}. ${description}`,
  })
}
