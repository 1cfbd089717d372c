import { setTimeout as pause } from 'node:timers/promises'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { describeError } from '#server/database/describe-error.ts'
import type { Database } from '../database/open.ts'
import { contentInstances } from '../database/schema.ts'
import type { PubSub } from '../pub-sub/pub-sub.ts'
import type { LiveContent } from './live-content.ts'

/** A lost message, or a publisher killed before it, costs this much. */
const compareMs = 2_000

/** Instances not seen for longer are taken for stopped. */
const seenSeconds = 6

const askMs = 40

type Parts = {
  db: Database
  pubSub: PubSub
  content: LiveContent
  log: { warn(line: object): void }
  /** Whether other instances may use the database. */
  several: boolean
}

/**
 * Follows changes made by this and other instances: notified at once, and compared with the database
 * every two seconds where there may be several.
 */
export function followContent({ db, pubSub, content, log, several }: Parts) {
  const { instanceId } = pubSub
  let isClosed = false
  let underWay: Promise<void> | undefined
  let isStale = false

  async function follow(): Promise<void> {
    await content.refresh()
    if (!several || isClosed) return
    const seen = { appliedVersion: content.version(), seenAt: sql`clock_timestamp()` }
    await db
      .insert(contentInstances)
      .values({ instanceId, ...seen })
      .onConflictDoUpdate({ target: contentInstances.instanceId, set: seen })
  }

  /** One at a time; what is asked for meanwhile follows. */
  function run(): Promise<void> {
    underWay = (underWay ?? Promise.resolve())
      .then(follow)
      .then(() => {
        isStale = false
      })
      .catch((error: unknown) => {
        if (!isStale) log.warn({ event: 'content_stale', error: describeError(error) })
        isStale = true
      })
    return underWay
  }

  pubSub.on('content', () => void run())
  // Alone it has nothing to compare, unless the database was away when something was published.
  const timer = setInterval(() => {
    if (several || isStale) void run()
  }, compareMs)
  timer.unref()
  return {
    ready: run,
    async close() {
      isClosed = true
      clearInterval(timer)
      await underWay
      if (!several) return
      const own = eq(contentInstances.instanceId, instanceId)
      const gone = lt(contentInstances.seenAt, sql`now() - interval '1 hour'`)
      await db
        .delete(contentInstances)
        .where(sql`${own} or ${gone}`)
        .catch(() => {})
    },
  }
}

/** Whether every instance shows this version within a second. */
export async function shownEverywhere(db: Database, version: number): Promise<boolean> {
  const behind = and(
    gt(contentInstances.seenAt, sql`clock_timestamp() - make_interval(secs => ${seenSeconds})`),
    lt(contentInstances.appliedVersion, version),
  )
  for (const until = performance.now() + 1_000; ; await pause(askMs)) {
    if ((await db.$count(contentInstances, behind)) === 0) return true
    if (performance.now() > until) return false
  }
}
