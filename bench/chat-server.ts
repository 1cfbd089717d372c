/**
 * The chat in a separate process without rate limits. STORE selects where messages go: `database`,
 * `single` (one statement per message) or `nowhere`. SHARED means that other instances use the same
 * PostgreSQL.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { pino } from 'pino'
import {
  type Draft,
  messageOf,
  openMessageStore,
  type Stored,
} from '../src/features/chat/server/message-store.server.ts'
import { openChat } from '../src/features/chat/server/socket.server.ts'
import { inForce } from '../src/features/content/site-settings/in-force.ts'
import { hashPassword } from '../src/features/identity/passwords/hashing.server.ts'
import { readConfig } from '../src/server/config.ts'
import { openLiveContent } from '../src/server/content/live-content.ts'
import type { Dependencies } from '../src/server/context.ts'
import { openDatabase } from '../src/server/database/open.ts'
import { sessions, users } from '../src/server/database/schema.ts'
import { elsewhere } from '../src/server/files/disk-space.ts'
import { openStorage } from '../src/server/files/open-storage.ts'
import { hashToken } from '../src/server/http/identify.ts'
import { openLimits } from '../src/server/http/rate-limits.ts'
import { openJobs } from '../src/server/jobs/job-queue.ts'
import { Batch } from '../src/server/live/batch.ts'
import { postgresBroker } from '../src/server/live/brokers.ts'
import { openPubSub } from '../src/server/live/pub-sub.ts'
import { openMetrics } from '../src/server/metrics/metrics.ts'
import { openEncryption } from '../src/server/security/encryption.ts'
import { liveDefaults } from '../test/live-defaults.ts'

const { DATA_DIR = '', DATABASE_URL, STORE = 'database', SHARED } = process.env
const origin = 'http://localhost:3000'
const database = await openDatabase({
  dataDir: DATA_DIR,
  ...(DATABASE_URL && { databaseUrl: DATABASE_URL }),
})
const { db } = database
const config = readConfig({ ...{ PUBLIC_URL: origin, TRUST_PROXY: '127.0.0.1' }, DATA_DIR })
const deps: Dependencies = {
  config,
  db,
  storage: await openStorage(config),
  diskSpace: elsewhere,
  limits: openLimits(undefined),
  jobs: openJobs(),
  encryption: openEncryption([randomBytes(32)]),
  pubSub: openPubSub(SHARED && DATABASE_URL ? postgresBroker(DATABASE_URL) : undefined),
  metrics: openMetrics(),
  revoked: new Set(),
  content: openLiveContent(db, liveDefaults(), inForce(config)),
  contentChanged: () => {},
}

const [user] = await db
  .insert(users)
  .values({ username: `bench-${Date.now()}`, role: 'agent', passwordHash: await hashPassword('x') })
  .returning()
const token = randomBytes(32).toString('base64url')
await db.insert(sessions).values({
  ...{ tokenHash: hashToken(token), userId: user?.id ?? '' },
  expiresAt: new Date(Date.now() + 3_600_000),
})

const seqs = new Map<string, number>()
const nowhere = new Batch<Draft, Stored>(async (drafts) =>
  drafts.map((draft) => {
    const seq = (seqs.get(draft.sessionId) ?? 0) + 1
    seqs.set(draft.sessionId, seq)
    const row = { id: draft.id, seq, sentAt: new Date().toISOString() }
    return { message: messageOf(draft, row), isNew: true }
  }),
)

/** A chat without batches: each message is stored at once by its own statement. */
class OneByOne extends Batch<Draft, Stored> {
  override add(draft: Draft): Promise<Stored> {
    return openMessageStore(deps).add(draft)
  }
}
const stores = { nowhere, single: new OneByOne(async () => []), database: undefined }
const messages = stores[STORE as keyof typeof stores]

const chat = await openChat({
  deps,
  log: pino({ level: 'error' }),
  caps: { perUser: 1_000, queued: 1_000 },
  pace: { visitorBurst: 1e9, visitorRate: 1e9, agentBurst: 1e9, agentRate: 1e9 },
  ...(messages && { messages }),
})
const server = createServer()
server.on('upgrade', (request, stream, head) => chat.upgrade(request, stream, head))
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const address = server.address()
process.on('message', () => {
  globalThis.gc?.()
  const { rss, heapUsed, external } = process.memoryUsage()
  process.send?.({ rss, used: heapUsed + external, open: chat.size() })
})
process.send?.({
  port: typeof address === 'object' ? address?.port : 0,
  cookie: `session=${token}`,
  userId: user?.id,
})
process.on('disconnect', () => process.exit(0))
