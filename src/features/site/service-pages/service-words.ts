import { brand } from '../../../brand.ts'
import type { Service } from '../../content/services/contract.ts'
import { head, hiddenHead, socialImageOf } from '../seo/head.ts'

/** Line under each feature; depends only on the service. */
export function featureLine(slug: string): string {
  return slug === 'document-processing'
    ? 'Advanced AI technology for seamless document processing and automation.'
    : 'Advanced AI technology for seamless automation and optimization.'
}

type Words = { description: string; keywords: string }

/** Meta descriptions: one sentence on the audience, one on the method. */
const searchWords: Record<string, Words> = {
  'document-processing': {
    description:
      'AI document processing for invoices, slips, claims and contracts: every field read with a confidence, checked against your orders, exceptions decided by a person.',
    keywords:
      'AI document processing, invoice automation, data extraction, document matching, audit export',
  },
  'customer-service': {
    description:
      'AI support solutions that answer routine questions from your own policies, name the source, and hand the rest to a colleague with the history and a draft.',
    keywords:
      'AI support solutions, customer service automation, inbox triage, drafted replies, handover',
  },
  'marketing-automation': {
    description:
      'AI-powered marketing from a single brief: segments from your CRM, a draft for each, send times that fit, and a named approval before anything leaves.',
    keywords:
      'AI-powered marketing, marketing automation, campaign approval, CRM segments, send-time planning',
  },
  'data-analysis': {
    description:
      'AI analytics that explain the week in sentences, link each one to the rows behind it, and give forecasts with a range instead of a single figure.',
    keywords: 'AI analytics, data analysis, forecasting, anomaly notes, automated reporting',
  },
  'custom-solutions': {
    description:
      'Tailored automation for the process no product covers: a prototype in three weeks, a test set agreed in advance, your cloud, and a handover you can work with.',
    keywords:
      'tailored automation, custom AI solutions, AI prototype, evaluation set, system integration',
  },
  'workflow-automation': {
    description:
      'Workflow automation for the steps between systems: approvals with deadlines, reminders, retries and an audit log that shows what waits, and for whom.',
    keywords:
      'workflow automation, approval workflow, audit log, system integration, retries and alerts',
  },
}

/** `missing` is set only if the list could be read. */
export function serviceMeta(publicUrl: string, service: Service | null, missing: boolean) {
  const { pageTitle, documentService } = brand.suffixes
  if (!service) return hiddenHead(`${missing ? 'Service Not Found' : 'Services'}${pageTitle}`)
  const { slug, title } = service
  const more = slug === 'document-processing' ? documentService : ''
  const words = searchWords[slug] ?? {
    description: service.description,
    keywords: [title, ...service.features].join(', '),
  }
  return head(publicUrl, {
    ...words,
    title: `${title}${more}${pageTitle}`,
    path: `/services/${slug}`,
    image: { path: socialImageOf(slug), alt: `${title}. ${service.description}` },
  })
}
