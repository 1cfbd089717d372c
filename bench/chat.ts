/**
 * Speed of the chat: echo at 1,000 messages a second, saturated throughput with and without
 * persistence, bytes of an idle socket and the echo of 20 chats among the idle ones.
 * `node bench/chat.ts [postgres] [idle]`; prints one line each.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { startPostgres } from '../test/postgres-server.ts'

const origin = 'http://localhost:3000'
const words = process.argv.slice(2)
const idleSockets = Number(process.env.SOCKETS ?? 10_000)

type Server = { child: ChildProcess; url: string }

async function startServer(environment: Record<string, string>): Promise<Server> {
  const child = fork(new URL('./chat-server.ts', import.meta.url), {
    execArgv: ['--expose-gc', '--import', './src/server/db/drizzle-imports.ts'],
    env: { PATH: process.env.PATH ?? '', ...environment },
  })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return { child, url: `ws://127.0.0.1:${port}/ws` }
}

async function ask({ child }: Server) {
  child.send('figures')
  const [figures] = (await once(child, 'message')) as [
    { rss: number; used: number; cpu: number; open: number },
  ]
  return figures
}

type Visitor = { socket: WebSocket; sessionId: string }
let addresses = 0

function join_(url: string): Promise<Visitor> {
  const n = ++addresses
  const address = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
  const headers = { origin, 'x-forwarded-for': address }
  const socket = new WebSocket(url, { headers, perMessageDeflate: false })
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('unexpected-response', (_, { statusCode }) => reject(new Error(`${statusCode}`)))
    socket.on('message', function first(data) {
      const frame = JSON.parse(data.toString())
      if (frame.type === 'connection_established') {
        const visitorInfo = { name: `V${n}`, email: `v${n}@n.example`, company: '' }
        socket.send(
          JSON.stringify({ type: 'visitor_join', visitorInfo, visitorId: null, lastSeq: 0 }),
        )
      } else if (frame.type === 'session_created') {
        socket.off('message', first)
        resolve({ socket, sessionId: frame.sessionId })
      } else reject(new Error(frame.message))
    })
  })
}

async function joinMany(url: string, many: number): Promise<Visitor[]> {
  const visitors: Visitor[] = []
  while (visitors.length < many) {
    const group = Math.min(100, many - visitors.length)
    visitors.push(...(await Promise.all(Array.from({ length: group }, () => join_(url)))))
  }
  return visitors
}

const percentile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

const say = ({ socket, sessionId }: Visitor) =>
  socket.send(
    JSON.stringify({ type: 'send_message', sessionId, content: 'Hello', messageType: 'text' }),
  )

/** Every visitor once a second, evenly spread: the time from sending to the echo. */
async function latency(visitors: readonly Visitor[], seconds: number): Promise<number[]> {
  const times: number[] = []
  const sentAt = new Map<WebSocket, number>()
  for (const { socket } of visitors) {
    socket.on('message', () => times.push(performance.now() - (sentAt.get(socket) ?? 0)))
  }
  const started = performance.now()
  let sent = 0
  while (sent < visitors.length * seconds) {
    const due = ((performance.now() - started) / 1000) * visitors.length
    for (; sent < due; sent++) {
      const visitor = visitors[sent % visitors.length]
      if (!visitor) break
      sentAt.set(visitor.socket, performance.now())
      say(visitor)
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
  await new Promise((resolve) => setTimeout(resolve, 500))
  for (const { socket } of visitors) socket.removeAllListeners('message')
  return times.sort((a, b) => a - b)
}

/** Every visitor sends again as soon as the echo of the one before is there. */
async function saturate(server: Server, visitors: readonly Visitor[], seconds: number) {
  let echoes = 0
  const before = await ask(server)
  for (const visitor of visitors) {
    visitor.socket.on('message', () => {
      echoes++
      say(visitor)
    })
    for (let n = 0; n < 5; n++) say(visitor)
  }
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  for (const { socket } of visitors) socket.removeAllListeners('message')
  const after = await ask(server)
  return { perSecond: echoes / seconds, cpuMicros: (after.cpu - before.cpu) / echoes }
}

const dataDir = () => mkdtempSync(join(tmpdir(), 'bench-chat-'))
const postgres = words.includes('postgres') ? await startPostgres() : undefined
const place: Record<string, string> = postgres ? { DATABASE_URL: postgres.url } : {}
const name = postgres ? 'PostgreSQL' : 'embedded'

async function withServer(
  environment: Record<string, string>,
  work: (server: Server) => Promise<void>,
): Promise<void> {
  const directory = dataDir()
  const server = await startServer({ DATA_DIR: directory, ...place, ...environment })
  try {
    await work(server)
  } finally {
    server.child.kill('SIGKILL')
    rmSync(directory, { recursive: true, force: true })
  }
}

if (!words.includes('idle')) {
  const rates: Record<string, { perSecond: number; cpuMicros: number }> = {}
  for (const STORE of ['database', 'nowhere']) {
    await withServer({ STORE }, async (server) => {
      if (STORE === 'database') {
        const visitors = await joinMany(server.url, 1_000)
        await latency(visitors, 2)
        const times = await latency(visitors, 8)
        const [p50, p99] = [0.5, 0.99].map((share) => percentile(times, share).toFixed(2))
        console.log(`${name}: 1,000 msg/s, ${times.length} echoes: p50 ${p50} ms, p99 ${p99} ms`)
        for (const { socket } of visitors) socket.terminate()
      }
      rates[STORE] = await saturate(server, await joinMany(server.url, 100), 6)
    })
  }
  const { database, nowhere } = rates
  if (database && nowhere) {
    console.log(
      `${name}: saturated ${database.perSecond.toFixed(0)} msg/s persisted ` +
        `(${database.cpuMicros.toFixed(0)} µs of CPU each), ${nowhere.perSecond.toFixed(0)} without ` +
        `persistence (${nowhere.cpuMicros.toFixed(0)} µs): ratio ` +
        `${(database.perSecond / nowhere.perSecond).toFixed(2)} by rate, ` +
        `${(nowhere.cpuMicros / database.cpuMicros).toFixed(2)} by CPU`,
    )
  }
}
if (words.includes('idle')) {
  await withServer({}, async (server) => {
    // What the process takes once for good is not of the sockets.
    for (const { socket } of await joinMany(server.url, 300)) socket.terminate()
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    const before = await ask(server)
    const started = performance.now()
    const visitors = await joinMany(server.url, idleSockets)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    const after = await ask(server)
    const many = after.open - before.open
    const [bytes, used] = [(after.rss - before.rss) / many, (after.used - before.used) / many]
    console.log(
      `${name}: ${after.open} joined sockets open after ${seconds} s, ` +
        `${(bytes / 1024).toFixed(1)} KB of memory each (${(used / 1024).toFixed(1)} KB of it in use)`,
    )
    const times = await latency(visitors.slice(0, 20), 10)
    const [p50, p99] = [0.5, 0.99].map((share) => percentile(times, share).toFixed(2))
    console.log(`${name}: 20 of them talking, ${times.length} echoes: p50 ${p50} ms, p99 ${p99} ms`)
  })
}
await postgres?.stop()
process.exit(0)
