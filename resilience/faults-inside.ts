import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { percentile } from '../bench/measure.ts'
import { type Report, seconds } from '../bench/report.ts'
import { call } from '../bench/visitors.ts'
import { signIn, until, wait } from '../test/chat-pairs.ts'
import { openFaultProxy } from '../test/fault-proxy.ts'
import { freePort, newDataDirectory, startProduct } from '../test/product.ts'
import { anyAddress, environmentOf, judge, storedIn, Writers } from './fault-writers.ts'

export async function ownKilled(report: Report, isShort: boolean): Promise<void> {
  const kills = isShort ? 5 : 100
  const dataDir = newDataDirectory()
  const port = await freePort()
  const environment = environmentOf()
  const acknowledged = new Set<string>()
  const starts: number[] = []
  let cookie = ''
  let refused = 0
  try {
    for (let n = 0; n < kills; n++) {
      const started = performance.now()
      const product = await startProduct({ dataDir, port, environment }).catch(() => undefined)
      if (!product) {
        refused++
        continue
      }
      starts.push(performance.now() - started)
      cookie ||= (await signIn(product.url)).cookie
      const writers = new Writers(product.url)
      writers.cookie = cookie
      writers.start(8)
      const goal = 10 + ((n * 37) % 60)
      await until('writes', 30_000, () => writers.acknowledged.size >= goal)
      await product.stop('SIGKILL')
      await writers.end()
      for (const name of writers.acknowledged) acknowledged.add(name)
    }
    const { lost, doubled, text } = judge(acknowledged, await storedIn(dataDir))
    report(
      lost + doubled + refused === 0 && percentile(starts, 1) < 10_000,
      `own PostgreSQL, kill -9 of the product × ${kills}: ${text}; ${refused} failed starts, ` +
        `${seconds(percentile(starts, 1))} the slowest`,
    )
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/**
 * Drops every fifth reply with its connection; the sender retries with the same key. All visitors
 * together may send 120 messages a minute, so this takes its time.
 */
export async function repliesLost(report: Report, isShort: boolean): Promise<void> {
  const creates = isShort ? 50 : 240
  await using product = await startProduct({ environment: environmentOf() })
  const proxy = await openFaultProxy(Number(new URL(product.url).port))
  const url = `http://127.0.0.1:${proxy.port}`
  let swallowed = 0
  try {
    for (let n = 0; n < creates; n++) {
      const name = `Row ${randomUUID()}`
      const idempotencyKey = randomUUID()
      const send = () =>
        call(url, {
          path: '/api/contact',
          method: 'POST',
          body: { name, email: 'row@n.example', message: `Message ${n}` },
          forwardedFor: anyAddress(),
          idempotencyKey,
        })
      if (n % 5 === 4) {
        proxy.swallowAnswers = true
        if ((await send()).status === 0) swallowed++
        proxy.swallowAnswers = false
      }
      let reply = await send()
      while (reply.status !== 201) {
        await wait(reply.status === 429 ? 1_000 : 50)
        reply = await send()
      }
    }
    await product.stop()
    const stored = await storedIn(product.dataDir)
    const doubled = [...stored.values()].filter((count) => count > 1).length
    report(
      doubled === 0 && stored.size === creates && swallowed > 0,
      `answers lost: ${creates} messages sent, ${swallowed} answers swallowed and asked again: ` +
        `${creates - stored.size} lost, ${doubled} doubled`,
    )
  } finally {
    await proxy.close()
  }
}
