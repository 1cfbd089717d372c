import type { Transport } from './contract/endpoint.ts'
import type { ShownSite } from './contract/settings/shown-site.ts'
import { lookOf } from './features/content/appearance/look.server.ts'
import { nextDay } from './features/content/business-hours/zone-clock.ts'
import { openPreview } from './features/content/previews/open-preview.server.ts'
import { shownSettings } from './features/content/resolved-settings/shown-settings.ts'
import type { LiveContent } from './server/content/live-content.ts'
import type { SiteContent } from './server/render/pages.ts'
import type { Preview } from './server/render/previews.ts'
import type { Dependencies } from './server/service/context.ts'

/** Whether a path of this site currently shows a page. */
type IsLive = (path: string) => boolean

/**
 * The settings that pages show.
 *
 * @param nextChange when other content of pages changes next, in milliseconds since 1 January 1970.
 * @param imageOf see `ShownSite`.
 */
export function siteContent(
  content: LiveContent,
  isLive: IsLive = () => true,
  nextChange: (now: Date) => number = () => Number.POSITIVE_INFINITY,
  imageOf: ShownSite['imageOf'] = async () => undefined,
): SiteContent {
  return {
    at(now) {
      const settings = shownSettings(content.resolved(), isLive)
      const live = content.settings()
      return { settings, version: live.number, now, look: lookOf(live), imageOf }
    },
    endOf(now) {
      const { hours, announcement } = content.settings().document
      const moments = [announcement.startsAt, announcement.endsAt]
        .map((moment) => Date.parse(moment ?? ''))
        .filter((moment) => moment > now.getTime())
      return Math.min(nextDay(hours.timeZone, now).getTime(), nextChange(now), ...moments)
    },
  }
}

/**
 * Finds the data of a preview's pages. `callsOver` makes calls of services that read other
 * settings.
 */
export async function findPreview(
  deps: Dependencies,
  token: string,
  callsOver: (content: LiveContent) => Transport,
): Promise<Preview | undefined> {
  const preview = await openPreview(deps, token)
  if (!preview) return undefined
  const { content, isLive, expiresAt, version, narrow } = preview
  const site = {
    ...siteContent(content, isLive).at(new Date()),
    preview: { until: expiresAt, version },
  }
  return { site, calls: narrow(callsOver(content)) }
}
