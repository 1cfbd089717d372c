import { signIn, until, wait } from '../test/chat-pairs.ts'
import { startPostgres } from '../test/postgres-server.ts'
import { type RunningProduct, startProduct } from '../test/product.ts'
import { newRedis } from '../test/redis-server.ts'
import { environmentOf, judge, storedIn, untilReady, Writers } from './fault-writers.ts'
import { percentile } from './measure.ts'
import { type Report, seconds } from './report.ts'
import { call, type Reply } from './visitors.ts'

type OnServer = Awaited<ReturnType<typeof onServer>>

async function onServer(extra: Record<string, string> = {}) {
  const stack = new AsyncDisposableStack()
  const postgres = stack.use(await startPostgres())
  const product = stack.use(
    await startProduct({ environment: environmentOf({ DATABASE_URL: postgres.url, ...extra }) }),
  )
  const writers = new Writers(product.url)
  writers.cookie = (await signIn(product.url)).cookie
  // So that they are kept.
  for (const path of ['/', '/services/document-processing']) await call(product.url, { path })
  return { postgres, product, writers, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

async function finish({ product, postgres, writers }: OnServer) {
  await writers.end()
  await product.stop()
  return judge(writers.acknowledged, await storedIn(product.dataDir, postgres.url))
}

export async function serverKilled(report: Report, isShort: boolean): Promise<void> {
  const kills = isShort ? 3 : 20
  await using place = await onServer()
  const { postgres, product, writers } = place
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
  const { lost, doubled, text } = await finish(place)
  report(
    lost + doubled === 0 && percentile(recoveries, 1) < 5_000 && isSame.status === 200,
    `PostgreSQL, kill -9 of all its processes × ${kills}: ${text}; process ${pid} never restarted, ` +
      `ready ${seconds(percentile(recoveries, 1))} after PostgreSQL at the latest`,
  )
}

/** What people see while the database is away, asked every half second. */
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
  await using place = await onServer()
  const { postgres, product, writers } = place
  writers.start(4)
  await until('writes', 30_000, () => writers.acknowledged.size >= 20)
  if (how === 'stopped') await postgres.kill()
  else postgres.freeze()
  const seen = await lookAround(product, writers.cookie, forMs)
  if (how === 'stopped') await postgres.start()
  else postgres.thaw()
  const recovery = await untilReady(product.url, 30_000)
  const goal = writers.acknowledged.size + 20
  await until('writes again', 30_000, () => writers.acknowledged.size >= goal)
  const { lost, doubled, text } = await finish(place)
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
      late < 3_500,
    `PostgreSQL ${how} for ${seconds(forMs)}: ${text}; kept pages answer ${statusesOf(seen.pages)}, ` +
      `the API ${statusesOf(seen.calls)} within ${seconds(late)}, /healthz ${statusesOf(seen.health)}, ` +
      `/readyz ${statusesOf(seen.ready)}; ready again after ${seconds(recovery)}`,
  )
}

export async function redisFails(report: Report, isShort: boolean): Promise<void> {
  await using redis = await newRedis()
  // Not started yet: the product starts without it.
  await using place = await onServer({ REDIS_URL: redis.url })
  const { writers } = place
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
  const { lost, doubled, text } = await finish(place)
  const longest = Math.max(...Object.values(worst))
  report(
    lost + doubled + failed === 0 && longest < 1_000,
    `Redis absent, killed and frozen: ${text}, ${failed} failed; the longest answer took ` +
      Object.entries(worst)
        .map(([name, ms]) => `${ms.toFixed(0)} ms (${name})`)
        .join(', '),
  )
}
