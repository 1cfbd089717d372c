import { loadavg } from 'node:os'
import { percentile } from '../bench/measure.ts'
import type { Report } from '../bench/report.ts'
import type { PostgresServer } from '../test/postgres-server.ts'
import { newRedis } from '../test/redis-server.ts'
import { publishFirm, saveTagline, show, startSite, taglineAt } from './content-site.ts'
import { query } from './mail-ledger.ts'
import { owner } from './mail-staff.ts'

/** Asks again and again, as visitors do; notes when a text was seen first and steps backwards. */
function ask(url: string) {
  const seen = new Map<number, number>()
  let newest = 0
  let backwards = 0
  let isOver = false
  const asking = (async () => {
    while (!isOver) {
      const found = Number(/\d+/.exec((await taglineAt(url)) ?? '')?.[0] ?? 0)
      if (found > 0 && found < newest) backwards += 1
      if (found > newest) seen.set(found, performance.now())
      newest = Math.max(newest, found)
    }
  })()
  return {
    seen,
    backwards: () => backwards,
    async end() {
      isOver = true
      await asking
    },
  }
}

const untilSeen = async (seen: ReadonlyMap<number, number>, n: number, longestMs: number) => {
  const over = performance.now() + longestMs
  while (!seen.has(n) && performance.now() < over) await new Promise((next) => setTimeout(next, 1))
  return seen.get(n)
}

/** Without messages the instances compare every two seconds; asking takes its time as well. */
const worstMs = 2_100

/** Goals with messages, of a machine that does nothing else. */
const goals = { median: 20, late: 100 }

const words = {
  healthy: 'channel healthy',
  cut: 'channel cut',
  killed: 'publisher killed',
}

/** Publishes on one instance while the other is asked in a loop. */
export async function seenElsewhere(
  report: Report,
  { rounds, postgres }: { rounds: number; postgres: PostgresServer },
): Promise<void> {
  await using redis = await newRedis()
  await redis.start()
  await using site = await startSite(2, postgres, { REDIS_URL: redis.url })
  const [near = '', far = ''] = site.urls
  const editor = await owner(near)
  let n = 0
  for (const channel of ['healthy', 'cut', 'killed'] as const) {
    if (channel === 'cut') await redis.kill()
    if (channel === 'killed') await redis.start()
    const asked = ask(far)
    const ms: number[] = []
    let unseen = 0
    for (let round = 0; round < (channel === 'killed' ? Math.min(rounds, 10) : rounds); round++) {
      n += 1
      const revision = await saveTagline(editor, `Tagline ${n}`)
      const { version } = await show(editor)
      const publishing = publishFirm(editor, version, revision)
      let committed: Date | undefined
      while (!committed) {
        const [row] = await query<{ at: Date }>(
          site.target,
          `select clock_timestamp() as at from site_versions where number = ${version + 1}`,
        )
        committed = row?.at
      }
      const started = performance.now()
      if (channel === 'killed') await site.kill(0)
      const at = await untilSeen(asked.seen, n, 5_000)
      if (at === undefined) unseen += 1
      else ms.push(Math.max(0, at - started))
      await publishing
      if (channel === 'killed') await site.restart(0)
    }
    await asked.end()
    const [p50, p99, worst] = [percentile(ms, 0.5), percentile(ms, 0.99), Math.max(...ms)]
    const isMet = p50 <= goals.median && p99 <= goals.late
    const goal = `, goals ${goals.median} and ${goals.late} ms ${isMet ? 'met' : 'not met'}`
    report(
      unseen === 0 && asked.backwards() === 0 && worst <= worstMs,
      `publish on one instance seen on the other, ${words[channel]}: ${ms.length} publishes: ` +
        `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms${channel === 'healthy' ? goal : ''}, ` +
        `worst ${worst.toFixed(0)} ms (${worstMs}), ${unseen} unseen, ` +
        `${asked.backwards()} times backwards, load ${loadavg()[0]?.toFixed(1)}`,
    )
  }
}
