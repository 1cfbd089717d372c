import { brand } from '../../brand.ts'
import type { Service } from './contract.ts'

/** The line under every feature; it depends on the service alone. */
export function featureLine(slug: string): string {
  return slug === 'document-processing'
    ? 'Advanced AI technology for seamless document processing and automation.'
    : 'Advanced AI technology for seamless automation and optimization.'
}

const keywords: Record<string, string> = {
  'document-processing': 'AI document processing, invoice automation, data extraction',
  'customer-service': 'AI support solutions, customer service automation, inbox triage',
  'marketing-automation': 'AI-powered marketing, campaign automation, segmentation',
  'data-analysis': 'AI analytics, forecasting, reporting automation',
  'custom-solutions': 'tailored automation, custom AI, system integration',
  'workflow-automation': 'workflow automation, approvals, audit log',
}

/** Title, description and the rest of the head of a service page. */
export function serviceMeta(service: Service | null, missing: boolean) {
  const { pageTitle, documentService } = brand.suffixes
  if (!service) {
    return [
      { title: `${missing ? 'Service Not Found' : 'Services'}${pageTitle}` },
      { name: 'robots', content: 'noindex' },
    ]
  }
  const more = service.slug === 'document-processing' ? documentService : ''
  return [
    { title: `${service.title}${more}${pageTitle}` },
    { name: 'description', content: service.description },
    { name: 'keywords', content: keywords[service.slug] ?? brand.keywords.join(', ') },
    { tagName: 'link', rel: 'canonical', href: `/services/${service.slug}` },
  ]
}
