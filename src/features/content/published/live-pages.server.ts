import type { SiteSettings } from '#contract/settings/document.ts'
import type { Database } from '#server/database/open.ts'
import { livePaths, ownTargets } from '../pages/live-paths.server.ts'
import { nextEffectiveAt } from './published.server.ts'

/** After a version took effect, until that is read. */
const readingMs = 500

export type LivePages = {
  /** Call when public content has changed. */
  read(settings: SiteSettings): Promise<void>
  /** Whether a target of footer or announcement shows a page. */
  isLive(path: string): boolean
  /** When what is live changes by itself, in milliseconds since 1 January 1970. */
  nextChange(now: Date): number
}

/** Live addresses and changes to come, in memory for the rendering of pages. */
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
      // A failure is tried again at the end of the pages that are made meanwhile.
      if (last) read(last).catch(() => {})
      return now.getTime() + readingMs
    },
  }
}
