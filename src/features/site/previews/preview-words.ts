import type { SiteSettings } from '#contract/settings/document.ts'
import type { ShownPreview } from '#contract/settings/shown-site.ts'
import { inFirmZone } from '#features/content/business-hours/firm-time.ts'

/** Says on every page of a preview what it is. */
export function previewWords(
  { until, version }: ShownPreview,
  { hours }: Pick<SiteSettings, 'hours'>,
): string {
  const what = version === null ? 'unpublished changes' : `version ${version} of the texts`
  return `Preview of ${what}. Nothing is sent. The link ends on ${inFirmZone(hours, until)}.`
}
