import { Agent, request } from 'node:http'

export type Target = { url: string; headers?: (n: number) => Record<string, string> }

/** @throws Error when the response is no success. */
function ask(agent: Agent, { url, headers }: Target, n: number): Promise<number> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers: headers?.(n) ?? {} }, (answer) => {
      const { statusCode = 0 } = answer
      if (statusCode >= 300) reject(new Error(`${url} was answered ${statusCode}`))
      answer.resume().on('end', () => resolve(performance.now() - started))
    })
    sent.on('error', reject).end()
  })
}

/**
 * Each connection sends its next request as soon as it has a response. Ends after `seconds`, or
 * after `max` requests.
 */
export async function saturate(
  target: Target,
  {
    seconds = 60,
    connections = 1,
    max = Number.POSITIVE_INFINITY,
  }: { seconds?: number; connections?: number; max?: number },
): Promise<{ done: number; ms: number[] }> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const end = performance.now() + seconds * 1000
  const ms: number[] = []
  let asked = 0
  const repeat = async () => {
    while (performance.now() < end && asked < max) ms.push(await ask(agent, target, asked++))
  }
  await Promise.all(Array.from({ length: connections }, repeat))
  agent.destroy()
  return { done: ms.length, ms }
}

/** Gives each request a different address, to stay below limits per address. */
export function fromEverywhere(n: number): Record<string, string> {
  return { 'x-forwarded-for': `10.${n % 250}.${(n >> 8) % 250}.${n % 199}` }
}
