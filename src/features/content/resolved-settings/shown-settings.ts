import type { SiteSettings } from '#contract/settings/document.ts'

/**
 * The settings as visitors see them: without demo content if it is off, and without footer entries
 * that lead nowhere.
 *
 * @param isLive whether a path of this site currently shows a page.
 */
export function shownSettings(
  settings: SiteSettings,
  isLive: (path: string) => boolean,
): SiteSettings {
  const { statistics, footer, demo } = settings
  const isShown = ({ target }: { target: string | null }) =>
    target === null ? demo.showDemoContent : !/^\/(?!#)/.test(target) || isLive(target)
  return {
    ...settings,
    statistics: {
      ...statistics,
      items: statistics.items.filter(({ status }) => demo.showDemoContent || status !== 'demo'),
    },
    footer: {
      columns: footer.columns
        .map((column) => ({ ...column, links: column.links.filter(isShown) }))
        .filter(({ links }) => links.length > 0),
      social: footer.social.filter(isShown),
    },
  }
}

/** Whether the announcement is shown at a moment. */
export function isAnnounced({ announcement }: SiteSettings, at: Date): boolean {
  const { enabled, text, startsAt, endsAt } = announcement
  const now = at.toISOString()
  return enabled && text !== '' && (!startsAt || startsAt <= now) && (!endsAt || now < endsAt)
}
