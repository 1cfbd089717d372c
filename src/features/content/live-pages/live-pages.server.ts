import type { SiteSettings } from '#contract/settings/document.ts'
import type { Database } from '#server/database/open.ts'
import { livePaths, ownTargets } from '../pages/live-paths.server.ts'
import { nextEffectiveAt } from './published.server.ts'

/** How long a page may be cached that was rendered before a due change has been read. */
const readingMs = 500

export type LivePages = {
  /** Call this when public content has changed. */
  read(settings: SiteSettings): Promise<void>
  /** Whether a target of the footer or the announcement leads to a public page. */
  isLive(path: string): boolean
  /** When the next scheduled change takes effect, in milliseconds since January 1, 1970. */
  nextChange(now: Date): number
}

/** Keeps live addresses and scheduled changes in memory for rendering pages. */
export function openLivePages(db: Database): LivePages {
  let shown: ReadonlySet<string> = new Set()
  let next = Number.POSITIVE_INFINITY
  let last: SiteSettings | undefined
  async function read(settings: SiteSettings): Promise<void> {
    last = settings
    const { showDemoContent } = settings.demo
    const [live, at] = await Promise.all([livePaths(db, ownTargets(settings)), nextEffectiveAt(db)])
    const visible = live.filter(({ demo }) => showDemoContent || !demo)
    shown = new Set(visible.map(({ path }) => path))
    next = at?.getTime() ?? Number.POSITIVE_INFINITY
  }
  return {
    read,
    isLive: (path) => shown.has(path),
    nextChange(now) {
      if (next > now.getTime()) return next
      // After a failure, `last` is read again once the pages rendered meanwhile expire.
      if (last) read(last).catch(() => {})
      return now.getTime() + readingMs
    },
  }
}
