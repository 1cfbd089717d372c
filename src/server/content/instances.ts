import { setTimeout as pause } from 'node:timers/promises'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { describeError } from '#server/database/describe-error.ts'
import type { Database } from '../database/open.ts'
import { contentInstances } from '../database/schema.ts'
import type { PubSub } from '../pub-sub/pub-sub.ts'
import type { LiveContent } from './live-content.ts'

/** The longest delay when a message is lost, or its publisher is killed before sending it. */
const compareMs = 2_000

/** An instance that was not seen for longer counts as stopped. */
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
 * Follows changes made by this and other instances. A change is announced at once; with several
 * instances the version is also compared every two seconds.
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

  /** Runs happen one at a time; calls made during a run queue another one. */
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
  // A single instance has nothing to compare, unless it missed a publish while the database was
  // down.
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
