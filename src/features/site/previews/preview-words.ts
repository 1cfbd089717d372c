import type { SiteSettings } from '#contract/settings/document.ts'
import { inFirmZone } from '#features/content/business-hours/firm-time.ts'

/** The notice on every page of a preview. */
export const previewWords = (until: Date, { hours }: Pick<SiteSettings, 'hours'>): string =>
  `Preview of unpublished changes. Nothing is sent. The link ends on ${inFirmZone(hours, until)}.`
