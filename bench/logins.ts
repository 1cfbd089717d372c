/**
 * Timing of sign-in: whether a wrong password can be distinguished from an unknown name, and how a
 * hundred concurrent sign-ins affect other requests. `node bench/logins.ts`; prints one line each.
 */
import { readFileSync } from 'node:fs'
import { ownerPassword, startProduct } from '../test/product.ts'

await using product = await startProduct({ environment: { TRUST_PROXY: '127.0.0.1,::1' } })
const password = 'seven quiet harbour lamps'
let addresses = 0

async function post(path: string, body: object, cookie = ''): Promise<Response> {
  addresses += 1
  return await fetch(`${product.url}/api${path}`, {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/json', origin: product.url, cookie },
      'x-forwarded-for': `10.3.${addresses >> 8}.${addresses & 255}`,
    },
    body: JSON.stringify(body),
  })
}

async function timed(work: () => Promise<Response>): Promise<{ ms: number; status: number }> {
  const started = performance.now()
  const answer = await work()
  await answer.arrayBuffer()
  return { ms: performance.now() - started, status: answer.status }
}

const percentile = (times: number[], share: number) =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN

// Below the hundred failures after which a name is slowed down.
const wrong: number[] = []
const unknown: number[] = []
for (let n = 0; n < 95; n++) {
  wrong.push((await timed(() => post('/auth/login', { username: 'admin', password }))).ms)
  unknown.push((await timed(() => post('/auth/login', { username: 'nobody', password }))).ms)
}
const [first, second] = [percentile(wrong, 0.5), percentile(unknown, 0.5)]
const apart = (Math.abs(first - second) / Math.max(first, second)) * 100
console.log(
  `wrong password ${first.toFixed(1)} ms, unknown name ${second.toFixed(1)} ms (medians of 95 each): ` +
    `${apart.toFixed(1)} % apart`,
)

const signedIn = await post('/auth/login', { username: 'admin', password: ownerPassword })
const owner = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
const people = Array.from({ length: 100 }, (_, n) => `person-${n}`)
for (const username of people) {
  const invited = await post('/admin/users', { username, role: 'agent' }, owner)
  const { link } = (await invited.json()) as { link: string }
  await post('/invitations/accept', { token: link.slice(link.indexOf('#') + 1), password })
}

const memory = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${product.pid}/status`, 'utf8'))?.[1]) / 1024
const before = memory()
let highest = before
let isOver = false
const pages: number[] = []
const watching = (async () => {
  while (!isOver) {
    pages.push((await timed(() => fetch(`${product.url}/`))).ms)
    highest = Math.max(highest, memory())
  }
})()
const started = performance.now()
const answers = await Promise.all(
  people.map((username) => timed(() => post('/auth/login', { username, password }))),
)
const seconds = (performance.now() - started) / 1000
isOver = true
await watching
const of = (status: number) => answers.filter((answer) => answer.status === status).length
console.log(
  `100 sign-ins at once: ${of(200)} × 200, ${of(429) + of(503)} × 429 or 503 in ${seconds.toFixed(1)} s, ` +
    `${(highest - before).toFixed(0)} MB more; meanwhile ${pages.length} pages, p95 ` +
    `${percentile(pages, 0.95).toFixed(0)} ms`,
)
