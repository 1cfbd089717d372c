import { invoiceRun } from '../runs/run-scripts.ts'
import { approvalJourney, briefJourney, fittedJourney } from './engineering-journeys.ts'
import type { Journey } from './journey.ts'
import { campaignJourney, documentJourney, supportJourney } from './paperwork-journeys.ts'

const journeys: Record<string, Journey> = {
  'document-processing': documentJourney,
  'customer-service': supportJourney,
  'marketing-automation': campaignJourney,
  'data-analysis': briefJourney,
  'custom-solutions': fittedJourney,
  'workflow-automation': approvalJourney,
}

/** Services added later use the most general journey. */
export function journeyOf(slug: string): Journey {
  return journeys[slug] ?? { ...documentJourney, record: invoiceRun.record }
}
