/**
 * Proves that no input crashes the product: a million generated requests and socket frames against
 * the real product on this machine, without a crash and without a reply of 500.
 *
 * `npm run prove:fuzz -- [--count 1000000] [--seed 1] [--minutes 60]`
 */
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { WebSocket } from 'ws'
import { ownerPassword, startProduct } from '../test/product.ts'
import { frameCases, type HttpCase, httpCases, rawFrames } from './fuzz-cases.ts'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    minutes: { type: 'string', default: '60' },
  },
})
const count = Number(values.count)
const firstSeed = Number(values.seed)
const until = performance.now() + Number(values.minutes) * 60_000

await using product = await startProduct({
  environment: { TRUST_PROXY: '127.0.0.1,::1', LOG_LEVEL: 'error', GOOGLE: 'fake' },
})
const { port } = new URL(product.url)
const origin = product.url
const agent = new Agent({ keepAlive: true, maxSockets: 16 })
const counts = { frames: 0, raw: 0, bodies: 0, crashes: 0, internal: 0, silent: 0 }
const statuses = new Map<number, number>()
let addresses = 0
/** A new address for each request, so that limits by address do not end the run. */
const nextAddress = () =>
  `10.${(++addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
const casesDone = () => counts.frames + counts.raw + counts.bodies
const isDone = () => casesDone() >= count || performance.now() > until

function blame(kind: 'internal' | 'silent', about: string): void {
  counts[kind] += 1
  if (counts[kind] <= 10) console.log(`${kind}: ${about.slice(0, 1_500)}`)
}

async function send({ method, url, headers, body }: HttpCase, cookie: string): Promise<number> {
  const given = { ...headers, origin, cookie, 'x-forwarded-for': nextAddress() }
  const length = body && { 'content-length': body.length }
  const sent = request({
    agent,
    host: '127.0.0.1',
    port,
    method,
    path: url,
    headers: { ...given, ...length },
  })
  sent.setTimeout(20_000, () => sent.destroy(new Error('no answer within 20 s')))
  sent.end(body)
  try {
    const [answer] = await once(sent, 'response')
    answer.resume()
    await once(answer, 'end')
    return answer.statusCode
  } catch (error) {
    // A kept connection may end just as it is reused; a process that has ended is detected below.
    return (error as { code?: string }).code === 'ECONNRESET' ? 0 : -1
  }
}

async function signIn(): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, 'x-forwarded-for': nextAddress() },
    body: JSON.stringify({ username: 'admin', password: ownerPassword }),
  })
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

async function make(path: string, body: object, cookie: string): Promise<{ id: string }> {
  const headers = { 'content-type': 'application/json', origin, cookie }
  const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, {
    ...{ method: 'POST', headers, body: JSON.stringify(body) },
  })
  return (await answer.json()) as { id: string }
}

async function fuzzHttp(seed: number): Promise<void> {
  let cookie = await signIn()
  const { id: clientId } = await make(
    '/admin/clients',
    { name: 'Ada', email: 'a@n.example' },
    cookie,
  )
  const { id: projectId } = await make(
    `/admin/clients/${clientId}/projects`,
    { title: 'P' },
    cookie,
  )
  const { id: inquiryId } = await make(
    '/contact',
    { name: 'A', email: `a${seed}@n.example`, message: 'M' },
    '',
  )
  const cases = fc.sample(httpCases({ clientId, projectId, inquiryId, id: clientId }), {
    numRuns: 400,
    seed,
  })
  const waiting = [...cases]
  const work = async () => {
    for (let one = waiting.pop(); one && !isDone(); one = waiting.pop()) {
      const status = await send(one, cookie)
      counts.bodies += 1
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status === 401) cookie = await signInAgain(cookie)
      const about = `${one.method} ${one.url} ${JSON.stringify(one.headers)} ${one.body?.toString('latin1') ?? ''}`
      if (status === 500) blame('internal', about)
      if (status === -1) blame('silent', about)
    }
  }
  let signing: Promise<string> | undefined
  async function signInAgain(dead: string): Promise<string> {
    if (cookie !== dead) return cookie
    signing ??= signIn().finally(() => {
      signing = undefined
    })
    return await signing
  }
  await Promise.all(Array.from({ length: 16 }, work))
}

/** Frames are cheaper than requests. */
const framesPerRound = 6_000

/** Sends frames until all are sent or the server disconnects; returns the unsent ones. */
async function exchange(frames: string[], headers: Record<string, string>): Promise<string[]> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, {
    headers: { origin, 'x-forwarded-for': nextAddress(), ...headers },
  })
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const opened = await Promise.race([
    once(socket, 'open').then(() => true),
    closed.then(() => false),
  ])
  if (!opened) return frames
  let answered = () => {}
  socket.on('message', (data) => {
    const text = data.toString()
    if (text.includes('"code":"unavailable"')) blame('internal', `frame answered with ${text}`)
    if (text === '{"type":"pong"}') answered()
  })
  let at = 0
  while (at < frames.length && socket.readyState === WebSocket.OPEN) {
    const pong = new Promise<void>((resolve) => {
      answered = resolve
    })
    for (const frame of frames.slice(at, at + 20)) {
      socket.send(frame)
      at += 1
      counts.frames += 1
    }
    socket.send('{"type":"ping"}')
    await Promise.race([pong, closed])
  }
  socket.terminate()
  await closed
  return frames.slice(at)
}

async function fuzzFrames(seed: number): Promise<void> {
  let cookie = seed % 4 === 0 ? await signIn() : ''
  const me =
    cookie &&
    (await (await fetch(`http://127.0.0.1:${port}/api/auth/me`, { headers: { cookie } })).json())
  const session = {
    sessionId: '01a1f904-ccfd-7ae2-b26f-4793b12995ef',
    adminId: me ? me.user.id : '',
  }
  const visitorInfo = { name: 'Ada', email: 'ada@n.example' }
  const join = cookie
    ? { type: 'admin_join', adminId: session.adminId }
    : { type: 'visitor_join', visitorInfo, visitorId: null }
  let frames = fc.sample(frameCases(session), { numRuns: framesPerRound, seed })
  while (frames.length > 0 && !isDone()) {
    const left = await exchange([JSON.stringify(join), ...frames], cookie ? { cookie } : {})
    // Refused at once: other requests have ended the session.
    if (cookie && left.length > frames.length) cookie = await signIn()
    frames = left.length > frames.length ? frames : left
  }
}

async function fuzzBytes(seed: number): Promise<void> {
  for (const bytes of fc.sample(rawFrames, { numRuns: 50, seed })) {
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => {})
    const lines = ['GET /ws HTTP/1.1', 'Host: h', 'Connection: Upgrade', 'Upgrade: websocket']
    const more = [
      `Origin: ${origin}`,
      `X-Forwarded-For: ${nextAddress()}`,
      'Sec-WebSocket-Version: 13',
    ]
    socket.write(
      [...lines, ...more, 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', '', ''].join('\r\n'),
    )
    await Promise.race([once(socket, 'data'), once(socket, 'close')])
    socket.write(bytes)
    socket.end()
    socket.resume()
    counts.raw += 1
    await Promise.race([once(socket, 'close'), new Promise((resolve) => setTimeout(resolve, 20))])
    socket.destroy()
  }
}

async function isAlive(): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok
  } catch {
    return false
  }
}

console.log(`seed ${firstSeed}, ${count} cases, at most ${values.minutes} minutes`)
const started = performance.now()
let printed = 0
for (let seed = firstSeed; !isDone(); seed += 1) {
  if (casesDone() - printed >= 50_000) {
    printed = casesDone()
    console.log(`${printed} cases after ${Math.round((performance.now() - started) / 1000)} s`)
  }
  await Promise.all([fuzzHttp(seed), fuzzFrames(seed), fuzzBytes(seed)])
  if (await isAlive()) continue
  counts.crashes += 1
  console.log(`the product does not answer any more after seed ${seed}:\n${product.output()}`)
  break
}
const errors = product
  .output()
  .split('\n')
  .filter((line) => /"level":[56]0/.test(line))
for (const line of errors.slice(0, 10)) console.log(line.slice(0, 1_500))
const seconds = Math.round((performance.now() - started) / 1000)
const faults = counts.crashes + counts.internal + counts.silent + errors.length
const total = casesDone()
const spread = [...statuses]
  .sort(([a], [b]) => a - b)
  .map(([status, n]) => `${n} × ${status}`)
  .join(', ')
console.log(
  `${faults === 0 ? 'SOUND' : 'BROKEN'}  ${total} cases (${counts.frames} frames, ${counts.raw} raw frames, ` +
    `${counts.bodies} requests: ${spread}), seed ${firstSeed}, ${seconds} s: ${counts.crashes} crashes, ` +
    `${counts.internal} answers of 500, ${counts.silent} without an answer, ${errors.length} errors logged`,
)
agent.destroy()
process.exitCode = faults === 0 ? 0 : 1
