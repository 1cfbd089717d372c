/** Simulated visitors of a chat, with a configurable number and rate. */
import { on } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { publicUrl } from '#test/harness/chat-pairs.ts'
import { atPace } from './measure.ts'

export type Visitor = { socket: WebSocket; sessionId: string }

const dialling = 25
let addresses = 0

function dial(url: string, more: Record<string, string> = {}): WebSocket {
  const n = ++addresses
  const from = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
  const headers = { origin: publicUrl, 'x-forwarded-for': from, ...more }
  return new WebSocket(`${url.replace('http', 'ws')}/ws`, { headers, perMessageDeflate: false })
}

type Frame = { type: string; sessionId?: string; message?: { content: string } }

/** Waits for a frame of one type and drops earlier frames. */
async function untilFrame(socket: WebSocket, type: string): Promise<Frame> {
  for await (const [data] of on(socket, 'message', { signal: AbortSignal.timeout(60_000) })) {
    const frame = JSON.parse(String(data)) as Frame
    if (frame.type === 'error') throw new Error(String(data))
    if (frame.type === type) return frame
  }
  throw new Error('the socket was closed')
}

async function joinAsVisitor(url: string): Promise<Visitor> {
  const socket = dial(url)
  await untilFrame(socket, 'connection_established')
  const n = addresses
  const visitorInfo = { name: `V${n}`, email: `v${n}@n.example`, company: '' }
  const joined = untilFrame(socket, 'session_created')
  socket.send(JSON.stringify({ type: 'visitor_join', visitorInfo, visitorId: null, lastSeq: 0 }))
  return { socket, sessionId: (await joined).sessionId ?? '' }
}

/** @param url the address of the product for HTTP. */
export async function joinMany(url: string, many: number): Promise<Visitor[]> {
  const visitors: Visitor[] = []
  while (visitors.length < many) {
    const group = Math.min(dialling, many - visitors.length)
    visitors.push(...(await Promise.all(Array.from({ length: group }, () => joinAsVisitor(url)))))
  }
  return visitors
}

export type Agent = { socket: WebSocket; adminId: string }

export async function joinAsAgent(
  url: string,
  { cookie, id: adminId }: { cookie: string; id: string },
): Promise<Agent> {
  const socket = dial(url, { cookie })
  await untilFrame(socket, 'connection_established')
  const joined = untilFrame(socket, 'active_sessions')
  socket.send(JSON.stringify({ type: 'admin_join', adminId }))
  await joined
  return { socket, adminId }
}

/** Requests the newest messages, as the console does. */
export async function openChat({ socket, adminId }: Agent, sessionId: string): Promise<void> {
  const history = untilFrame(socket, 'session_history')
  const asked = { type: 'join_session', sessionId, adminId, lastSeq: 0, newest: 50 }
  socket.send(JSON.stringify(asked))
  await history
}

/**
 * Lets visitors send in turn at a fixed rate. Returns the milliseconds until each message arrives
 * at its sender, whose echo follows the commit, or at `listener`.
 */
export async function delays(
  visitors: readonly Visitor[],
  { perSecond, seconds, listener }: { perSecond: number; seconds: number; listener?: WebSocket },
): Promise<number[]> {
  const times: number[] = []
  const sentAt = new Map<string, number>()
  const onMessage = (data: unknown) => {
    const { message } = JSON.parse(String(data)) as Frame
    const sent = message && sentAt.get(message.content)
    if (sent !== undefined) times.push(performance.now() - sent)
  }
  const listeners = listener ? [listener] : visitors.map(({ socket }) => socket)
  for (const socket of listeners) socket.on('message', onMessage)
  await atPace(perSecond, seconds, (n) => {
    const { socket, sessionId } = visitors[n % visitors.length] as Visitor
    const content = `Hello ${n}`
    sentAt.set(content, performance.now())
    socket.send(JSON.stringify({ type: 'send_message', sessionId, content, messageType: 'text' }))
  })
  await wait(500)
  for (const socket of listeners) socket.off('message', onMessage)
  if (times.length < sentAt.size) throw new Error(`${sentAt.size - times.length} never came back`)
  return times
}
