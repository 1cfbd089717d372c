import { randomBytes } from 'node:crypto'
import { writeSync } from 'node:fs'
import { pino } from 'pino'
import { effectiveSettings } from '#features/content/resolved-settings/effective-settings.ts'
import { readConfig } from '#server/config.ts'
import { openLiveContent } from '#server/content/live-content.ts'
import { openDatabase } from '#server/database/open.ts'
import { unlimitedDiskSpace } from '#server/files/disk-space.ts'
import { openStorage } from '#server/files/open-storage.ts'
import { openApp } from '#server/http/app.ts'
import type { RouteHandler } from '#server/http/dispatch.ts'
import { openMetrics } from '#server/metrics/metrics.ts'
import { openPubSub } from '#server/pub-sub/pub-sub.ts'
import { openEncryption } from '#server/security/encryption.ts'
import type { Dependencies } from '#server/service/context.ts'
import { openJobs } from '#server/service/job-queue.ts'
import { openLimits } from '#server/service/rate-limits.ts'
import { liveDefaults } from './live-defaults.ts'

export const die = () => process.kill(process.pid, 'SIGKILL')

/**
 * Runs a part of the product's API in a program that tests kill, because loading all of it takes
 * two seconds. Prints its address as the only line on standard output.
 *
 * @param change replaces dependencies so that they kill the process at one point.
 */
export async function listenUntilKilled(
  environment: Record<string, string>,
  register: readonly RouteHandler[],
  change: (deps: Dependencies) => Promise<Dependencies>,
): Promise<void> {
  const config = readConfig(environment)
  const { db } = await openDatabase(config)
  const deps: Dependencies = {
    config,
    db,
    limits: openLimits(),
    jobs: openJobs(),
    encryption: openEncryption([randomBytes(32)]),
    pubSub: openPubSub(),
    metrics: openMetrics(),
    storage: await openStorage(config),
    revoked: new Set(),
    content: openLiveContent(db, liveDefaults(), effectiveSettings(config)),
    contentChanged: () => {},
    diskSpace: unlimitedDiskSpace,
  }
  const app = await openApp({
    deps: await change(deps),
    register,
    dependencies: [],
    log: pino({ level: 'silent' }),
    isDraining: () => false,
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  writeSync(1, `${address}\n`)
}
