import type { SiteSettings } from '#contract/settings/document.ts'
import { inFirmZone } from '#features/content/business-hours/firm-time.ts'

/** Says on every page of a preview what it is. */
export const previewWords = (until: Date, { hours }: Pick<SiteSettings, 'hours'>): string =>
  `Preview of unpublished changes. Nothing is sent. The link ends on ${inFirmZone(hours, until)}.`
