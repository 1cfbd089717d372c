import { randomBytes } from 'node:crypto'
import { writeSync } from 'node:fs'
import { pino } from 'pino'
import { openApp } from '../src/server/app.ts'
import { readConfig } from '../src/server/config.ts'
import type { Tools } from '../src/server/context.ts'
import { openDatabase } from '../src/server/db/open.ts'
import { openJobs } from '../src/server/job-queue.ts'
import { openLimits } from '../src/server/limits.ts'
import { openHub } from '../src/server/live/hub.ts'
import { openMetrics } from '../src/server/metrics/metrics.ts'
import { openStorage } from '../src/server/open-storage.ts'
import { elsewhere } from '../src/server/room.ts'
import { openSeal } from '../src/server/seal.ts'
import { register } from '../src/services.ts'

export const die = () => process.kill(process.pid, 'SIGKILL')

/**
 * For programs that tests kill: the product's API on a data directory. Prints its address as the one
 * line on standard output.
 *
 * @param change puts tools in place that kill the process at one point.
 */
export async function listenUntilKilled(
  environment: Record<string, string>,
  change: (tools: Tools) => Promise<Tools>,
): Promise<void> {
  const config = readConfig(environment)
  const { db } = await openDatabase(config)
  const tools: Tools = {
    config,
    db,
    limits: openLimits(undefined),
    jobs: openJobs(),
    seal: openSeal([randomBytes(32)]),
    hub: openHub(),
    metrics: openMetrics(),
    storage: await openStorage(config),
    revoked: new Set(),
    contentChanged: () => {},
    room: elsewhere,
  }
  const app = await openApp({
    tools: await change(tools),
    register,
    dependencies: [],
    log: pino({ level: 'silent' }),
    isDraining: () => false,
    title: 'House',
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  writeSync(1, `${address}\n`)
}
