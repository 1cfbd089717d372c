import { Client } from 'pg'
import { percentile } from '../bench/measure.ts'
import { type Report, seconds } from '../bench/report.ts'
import { call, type Reply } from '../bench/visitors.ts'
import { signIn, until, wait } from '../test/chat-pairs.ts'
import { startPostgres } from '../test/postgres-server.ts'
import { type RunningProduct, startProduct } from '../test/product.ts'
import { newRedis } from '../test/redis-server.ts'
import { Chats, openRawVisitor } from './fault-chats.ts'
import { environmentOf, judge, storedIn, untilReady, Writers } from './fault-writers.ts'

type OnServer = Awaited<ReturnType<typeof onServer>>

async function onServer(extra: Record<string, string> = {}) {
  const stack = new AsyncDisposableStack()
  const postgres = stack.use(await startPostgres())
  const product = stack.use(
    await startProduct({ environment: environmentOf({ DATABASE_URL: postgres.url, ...extra }) }),
  )
  const writers = new Writers(product.url)
  const admin = await signIn(product.url)
  writers.cookie = admin.cookie
  // Fills the page cache.
  for (const path of ['/', '/services/document-processing']) await call(product.url, { path })
  return { postgres, product, writers, admin, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

async function finish({ product, postgres, writers }: OnServer) {
  await writers.end()
  await product.stop()
  return judge(writers.acknowledged, await storedIn(product.dataDir, postgres.url))
}

export async function serverKilled(report: Report, isShort: boolean): Promise<void> {
  const kills = isShort ? 3 : 20
  await using scene = await onServer()
  const { postgres, product, writers } = scene
  const pid = product.pid
  writers.start(8)
  const recoveries: number[] = []
  for (let n = 0; n < kills; n++) {
    const goal = writers.acknowledged.size + 40
    await until('writes', 60_000, () => writers.acknowledged.size >= goal)
    await postgres.kill()
    await postgres.start()
    recoveries.push(await untilReady(product.url, 30_000))
  }
  const isSame = await call(product.url, { path: '/healthz' })
  const { lost, doubled, text } = await finish(scene)
  report(
    lost + doubled === 0 && percentile(recoveries, 1) < 5_000 && isSame.status === 200,
    `PostgreSQL, kill -9 of all its processes × ${kills}: ${text}; process ${pid} never restarted, ` +
      `ready ${seconds(percentile(recoveries, 1))} after PostgreSQL at the latest`,
  )
}

/** Requests pages and calls every half second while the database is away. */
async function lookAround(product: RunningProduct, cookie: string, forMs: number) {
  const pages: Reply[] = []
  const calls: Reply[] = []
  const health: Reply[] = []
  const ready: Reply[] = []
  const over = performance.now() + forMs
  while (performance.now() < over) {
    const [page, api, alive, isReady] = await Promise.all([
      call(product.url, { path: '/services/document-processing' }),
      call(product.url, { path: '/api/admin/clients', cookie }),
      call(product.url, { path: '/healthz' }),
      call(product.url, { path: '/readyz' }),
    ])
    pages.push(page)
    calls.push(api)
    health.push(alive)
    ready.push(isReady)
    await wait(500)
  }
  return { pages, calls, health, ready }
}

export const statusesOf = (replies: readonly Reply[]) =>
  [...new Set(replies.map(({ status }) => status))].join(' or ')

export async function serverAway(
  report: Report,
  isShort: boolean,
  how: 'stopped' | 'frozen',
): Promise<void> {
  const forMs = isShort ? 8_000 : how === 'stopped' ? 60_000 : 30_000
  await using scene = await onServer()
  const { postgres, product, writers, admin } = scene
  const chats = new Chats(product.url, admin, 5)
  await chats.begin()
  const raw = await openRawVisitor(product.url, '10.4.0.1')
  writers.start(4)
  await until('writes', 30_000, () => writers.acknowledged.size >= 20)
  if (how === 'stopped') await postgres.kill()
  else postgres.freeze()
  const [seen, refusal] = await Promise.all([
    lookAround(product, writers.cookie, forMs),
    raw.refusal(forMs),
  ])
  const isOpen = !raw.isClosed()
  raw.close()
  const before = chats.acknowledged
  if (how === 'stopped') await postgres.start()
  else postgres.thaw()
  const recovery = await untilReady(product.url, 30_000)
  const goal = writers.acknowledged.size + 20
  await until('writes again', 30_000, () => writers.acknowledged.size >= goal)
  await until('chat again', 60_000, () => chats.acknowledged >= before + 20)
  await chats.end()
  const { lost, doubled, text } = await finish(scene)
  const chat = await chats.verdict(product.dataDir, postgres.url)
  const isHinted = seen.calls.every(({ retryAfter }) => Number(retryAfter) > 0)
  const late = percentile(
    seen.calls.map(({ ms }) => ms),
    1,
  )
  report(
    lost + doubled === 0 &&
      statusesOf(seen.pages) === '200' &&
      statusesOf(seen.health) === '200' &&
      statusesOf(seen.ready) === '503' &&
      statusesOf(seen.calls) === '503' &&
      late < 2_500 &&
      isHinted &&
      chat.isSound &&
      chats.losses === 0 &&
      isOpen &&
      refusal.code === 'unavailable',
    `PostgreSQL ${how} for ${seconds(forMs)}: ${text}; kept pages answer ${statusesOf(seen.pages)}, ` +
      `the API ${statusesOf(seen.calls)} within ${seconds(late)} ${isHinted ? 'with' : 'WITHOUT'} Retry-After, /healthz ${statusesOf(seen.health)}, ` +
      `/readyz ${statusesOf(seen.ready)}; ready again after ${seconds(recovery)}; ` +
      `${chat.text}; ${chats.losses + (isOpen ? 0 : 1)} sockets lost, a message sent meanwhile was ` +
      `refused (${refusal.code}) after ${seconds(refusal.ms)}`,
  )
}

/** Another session locks a table that every request needs. */
export async function tableLocked(report: Report, isShort: boolean): Promise<void> {
  const forMs = isShort ? 8_000 : 30_000
  await using scene = await onServer()
  const { postgres, product, admin } = scene
  const holder = new Client(postgres.url)
  await holder.connect()
  await holder.query('BEGIN; LOCK TABLE clients IN ACCESS EXCLUSIVE MODE')
  const over = performance.now() + forMs
  const replies: Reply[] = []
  const others: Reply[] = []
  while (performance.now() < over) {
    const asked = Array.from({ length: 100 }, () =>
      call(product.url, { path: '/api/admin/clients', cookie: admin.cookie }),
    )
    others.push(await call(product.url, { path: '/' }))
    replies.push(...(await Promise.all(asked)))
  }
  await holder.query('ROLLBACK')
  const after = await Promise.all(
    Array.from({ length: 20 }, () =>
      call(product.url, { path: '/api/admin/clients', cookie: admin.cookie }),
    ),
  )
  const used = await holder.query(
    `select count(*)::int as n from pg_stat_activity where application_name = 'counterfoil'`,
  )
  await holder.end()
  const longest = percentile(
    replies.map(({ ms }) => ms),
    1,
  )
  const connections = (used.rows[0] as { n: number }).n
  report(
    statusesOf(replies) === '503' &&
      statusesOf(after) === '200' &&
      statusesOf(others) === '200' &&
      replies.every(({ retryAfter }) => Number(retryAfter) > 0) &&
      connections <= 10,
    `a table locked for ${seconds(forMs)}, asked for by 100 at a time: ${replies.length} answered ` +
      `${statusesOf(replies)} with Retry-After within ${seconds(longest)}, pages ${statusesOf(others)}; ` +
      `afterwards ${statusesOf(after)} at once, ${connections} of 10 connections open`,
  )
}

export async function redisFails(report: Report, isShort: boolean): Promise<void> {
  await using redis = await newRedis()
  // Not started yet: the product starts without it.
  await using scene = await onServer({ REDIS_URL: redis.url })
  const { writers } = scene
  writers.start(2)
  const worst: Record<string, number> = {}
  const ask = async (name: string, forMs: number) => {
    const from = writers.replies.length
    await wait(forMs)
    const replies = writers.replies.slice(from)
    worst[name] = percentile(
      replies.map(({ ms }) => ms),
      1,
    )
    return replies.filter(({ status }) => status >= 500 || status === 0).length
  }
  let failed = await ask('absent at start', 3_000)
  await redis.start()
  failed += await ask('there', 4_000)
  for (let n = 0; n < (isShort ? 1 : 5); n++) {
    await redis.kill()
    failed += await ask('killed', 1_500)
    await redis.start()
    failed += await ask('back', 1_500)
  }
  redis.freeze()
  failed += await ask('frozen', isShort ? 3_000 : 10_000)
  redis.thaw()
  failed += await ask('thawed', 3_000)
  const { lost, doubled, text } = await finish(scene)
  const longest = Math.max(...Object.values(worst))
  report(
    lost + doubled + failed === 0 && longest < 1_000,
    `Redis absent, killed and frozen: ${text}, ${failed} failed; the longest answer took ` +
      Object.entries(worst)
        .map(([name, ms]) => `${ms.toFixed(0)} ms (${name})`)
        .join(', '),
  )
}
