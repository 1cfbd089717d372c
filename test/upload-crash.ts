/**
 * The product's API on a data directory, which kills itself at one point of an upload. Prints its
 * address as the one line on standard output.
 */
import { randomBytes } from 'node:crypto'
import { writeSync } from 'node:fs'
import { pino } from 'pino'
import { makeFirstOwner } from '../src/features/users/first-owner.server.ts'
import { openApp } from '../src/server/app.ts'
import { readConfig } from '../src/server/config.ts'
import { openDatabase } from '../src/server/db/open.ts'
import { openJobs } from '../src/server/job-queue.ts'
import { openLimits } from '../src/server/limits.ts'
import { openHub } from '../src/server/live/hub.ts'
import { openMetrics } from '../src/server/metrics/metrics.ts'
import { openStorage } from '../src/server/open-storage.ts'
import { elsewhere } from '../src/server/room.ts'
import { openSeal } from '../src/server/seal.ts'
import type { Received } from '../src/server/storage.ts'
import { register } from '../src/services.ts'
import { ownerPassword } from './product.ts'

/** When: the bytes are written; they are kept; the row is committed. */
export type CrashPoint = 'written' | 'kept' | 'committed'

const [dataDir = '', point = ''] = process.argv.slice(2)
const database = await openDatabase({ dataDir })
const config = readConfig({ DATA_DIR: dataDir })
const storage = await openStorage(config)
await makeFirstOwner(database.db, { username: 'admin', password: ownerPassword })

const die = () => process.kill(process.pid, 'SIGKILL')

function dyingAt(received: Received): Received {
  return {
    ...received,
    async keep(sha256) {
      if (point === 'written') die()
      await received.keep(sha256)
      if (point === 'kept') die()
    },
    async discard() {
      // The last thing that an upload does before it is answered.
      if (point === 'committed') die()
      await received.discard()
    },
  }
}

const app = await openApp({
  tools: {
    config,
    db: database.db,
    limits: openLimits(undefined),
    jobs: openJobs(),
    seal: openSeal([randomBytes(32)]),
    hub: openHub(),
    metrics: openMetrics(),
    revoked: new Set(),
    contentChanged: () => {},
    room: elsewhere,
    storage: { ...storage, receive: async (...of) => dyingAt(await storage.receive(...of)) },
  },
  register,
  dependencies: [],
  log: pino({ level: 'silent' }),
  isDraining: () => false,
  title: 'House',
})
const address = await app.listen({ port: 0, host: '127.0.0.1' })
writeSync(1, `${address}\n`)
