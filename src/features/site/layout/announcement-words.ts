import type { SiteSettings } from '#contract/settings/document.ts'
import type { ShownSite } from '#contract/settings/shown-site.ts'
import { isAnnounced } from '#features/content/resolved-settings/shown-settings.ts'

export type AnnouncementWords = Pick<
  SiteSettings['announcement'],
  'text' | 'linkLabel' | 'target' | 'tone' | 'dismissible'
> & {
  /**
   * Changes with the announcement, so that a new one shows although an earlier one was dismissed.
   */
  edition: string
}

/**
 * An FNV-1a hash of 32 bits. It only has to distinguish the announcements of one firm and is not
 * secret.
 */
function editionOf(value: unknown): string {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(JSON.stringify(value))) {
    hash = Math.imul(hash ^ byte, 0x01000193)
  }
  return (hash >>> 0).toString(36)
}

/** Null while there is no announcement. */
export function announcementWords({ settings, now }: ShownSite): AnnouncementWords | null {
  if (!isAnnounced(settings, now)) return null
  const { announcement } = settings
  const { text, linkLabel, target, tone, dismissible } = announcement
  return { text, linkLabel, target, tone, dismissible, edition: editionOf(announcement) }
}
