/**
 * Pretends to be scripts that report to their addresses, in a process of its own, which knows the
 * truth: what was sent and acknowledged, and when each was silent on purpose. It prints that as JSON
 * when its input ends.
 */
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

export type Script = {
  id: string
  url: string
  periodMs: number
  silentFrom: number
  silentMs: number
}
export type Truth = {
  id: string
  /** Runs that were acknowledged. */
  ok: number
  failed: number
  items: number
  repeats: number
  /** Unix milliseconds of the acknowledgement before the silence, and of the one after it. */
  silentSince: number | undefined
  silentUntil: number | undefined
}

const agent = new Agent({ keepAlive: true, maxSockets: 200 })

/** @returns the status, or 0 without an answer. */
function send(url: string, body: string | undefined, n: number): Promise<number> {
  return new Promise((resolve) => {
    const sent = request(url, {
      ...{ agent, method: body === undefined ? 'GET' : 'POST', timeout: 4_000 },
      // Limits are by address.
      localAddress: `127.2.0.${1 + (n % 50)}`,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
    })
    sent.on('response', (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0)).on('error', () => resolve(0))
    })
    sent.on('timeout', () => sent.destroy())
    sent.on('error', () => resolve(0))
    sent.end(body)
  })
}

let isOver = false

/** Repeats until it is acknowledged, as scripts do with `--retry`. */
async function deliver(url: string, body: string | undefined, n: number): Promise<number> {
  for (let tries = 1; ; tries++) {
    const status = await send(url, body, n)
    if (status === 200) return tries
    if (status >= 400 && status < 500)
      throw new Error(`${status} to ${new URL(url).pathname.slice(42)}`)
    await pause(300)
  }
}

async function live(
  { id, url, periodMs, silentFrom, silentMs }: Script,
  n: number,
): Promise<Truth> {
  const truth: Truth = {
    ...{ id, ok: 0, failed: 0, items: 0, repeats: 0 },
    ...{ silentSince: undefined, silentUntil: undefined },
  }
  const drift = 0.98 + (n % 5) * 0.01
  let lastAt = Date.now()
  await pause(Math.random() * periodMs)
  const begun = Date.now()
  for (let run = 0; !isOver; run++) {
    const isTime =
      silentMs > 0 && truth.silentSince === undefined && Date.now() - begun >= silentFrom
    if (isTime) {
      truth.silentSince = lastAt
      await pause(silentMs)
    }
    const rid = randomUUID()
    const items = run % 4
    const body = n % 3 === 0 ? undefined : JSON.stringify({ items })
    if (n % 2 === 0) await deliver(`${url}/start?rid=${rid}`, undefined, n)
    await deliver(`${url}?rid=${rid}`, body, n)
    lastAt = Date.now()
    if (isTime) truth.silentUntil = lastAt
    truth.ok += 1
    if (body !== undefined) truth.items += items
    // A client whose answer was lost sends the same once more.
    if (n % 7 === 0) {
      await deliver(`${url}?rid=${rid}`, body, n)
      truth.repeats += 1
    }
    await pause(periodMs * drift * (0.75 + Math.random() * 0.25))
  }
  return truth
}

if (import.meta.main) {
  process.once('message', async (scripts: Script[]) => {
    process.once('message', () => {
      isOver = true
    })
    const truths = await Promise.all(scripts.map(live))
    process.send?.(truths, () => process.exit())
  })
}
