/** Simulated visitors of a chat, with a configurable number and rate. */
import { on, once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { publicUrl } from '../test/chat-pairs.ts'
import type { ChatServer } from './forked.ts'
import { atPace } from './measure.ts'

export type Visitor = { socket: WebSocket; sessionId: string }

const dialling = 100
/** Unacknowledged messages per visitor. */
const underWay = 5
let addresses = 0

export const addressOf = ({ ready }: { ready: { port: number } }) =>
  `ws://127.0.0.1:${ready.port}/ws`

function dial(url: string, more: Record<string, string> = {}): WebSocket {
  const n = ++addresses
  const from = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
  const headers = { origin: publicUrl, 'x-forwarded-for': from, ...more }
  return new WebSocket(url, { headers, perMessageDeflate: false })
}

type Frame = {
  type: string
  sessionId?: string
  message?: { content: string; senderType: string }
}

/** Waits for a frame of one type and drops earlier frames. */
async function untilFrame(socket: WebSocket, type: string): Promise<Frame> {
  const waiting = new AbortController()
  const lost = once(socket, 'unexpected-response', waiting).then(([, { statusCode }]) => {
    throw new Error(`the chat answered ${statusCode}`)
  })
  const found = async () => {
    for await (const [data] of on(socket, 'message', waiting)) {
      const frame = JSON.parse(String(data)) as Frame
      if (frame.type === 'error') throw new Error(String(data))
      if (frame.type === type) return frame
    }
    throw new Error('the socket was closed')
  }
  try {
    return await Promise.race([found(), lost])
  } finally {
    lost.catch(() => {})
    waiting.abort()
  }
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

export async function joinMany(url: string, many: number): Promise<Visitor[]> {
  const visitors: Visitor[] = []
  while (visitors.length < many) {
    const group = Math.min(dialling, many - visitors.length)
    visitors.push(...(await Promise.all(Array.from({ length: group }, () => joinAsVisitor(url)))))
  }
  return visitors
}

/** Opens plain sockets and sends `greeting` on each, if given; returns what closes them. */
export async function holdOpen(url: string, many: number, greeting?: string) {
  const sockets: WebSocket[] = []
  while (sockets.length < many) {
    const group = Array.from({ length: Math.min(dialling, many - sockets.length) }, async () => {
      const socket = dial(url)
      // Engine.IO sends '2' as a ping and closes sockets that do not reply '3'.
      socket.on('message', (data) => data.toString() === '2' && socket.send('3'))
      await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
      if (greeting) socket.send(greeting)
      return socket
    })
    sockets.push(...(await Promise.all(group)))
  }
  return () => {
    for (const socket of sockets) socket.terminate()
  }
}

export async function joinAsAgent(server: ChatServer, sessions: readonly string[]) {
  const { cookie, userId: adminId } = server.ready
  const socket = dial(addressOf(server), { cookie })
  await untilFrame(socket, 'connection_established')
  const joined = untilFrame(socket, 'active_sessions')
  socket.send(JSON.stringify({ type: 'admin_join', adminId }))
  await joined
  for (const sessionId of sessions) await askHistory(socket, adminId, sessionId)
  return socket
}

/** @param more for example `{ lastSeq: 0, newest: 50 }`; without it the whole history is sent. */
export async function askHistory(
  socket: WebSocket,
  adminId: string,
  sessionId: string,
  more: object = {},
) {
  const history = untilFrame(socket, 'session_history')
  socket.send(JSON.stringify({ type: 'join_session', sessionId, adminId, ...more }))
  await history
}

const sendText = ({ socket, sessionId }: Visitor, content = 'Hello') =>
  socket.send(JSON.stringify({ type: 'send_message', sessionId, content, messageType: 'text' }))

/**
 * Lets visitors send in turn at a fixed rate. Returns milliseconds until each message arrives at
 * its sender, whose echo follows the commit, or at `listener`.
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
    const visitor = visitors[n % visitors.length]
    if (!visitor) return
    sentAt.set(`Hello ${n}`, performance.now())
    sendText(visitor, `Hello ${n}`)
  })
  await wait(500)
  for (const socket of listeners) socket.off('message', onMessage)
  return times
}

/** Every visitor sends again as soon as an earlier message is echoed. */
export async function saturateChat(visitors: readonly Visitor[], seconds: number) {
  let done = 0
  const listeners = visitors.map((visitor) => {
    const onMessage = () => {
      done++
      sendText(visitor)
    }
    visitor.socket.on('message', onMessage)
    for (let n = 0; n < underWay; n++) sendText(visitor)
    return { socket: visitor.socket, onMessage }
  })
  await wait(seconds * 1000)
  for (const { socket, onMessage } of listeners) socket.off('message', onMessage)
  const result = { done, perSecond: done / seconds }
  // Lets remaining messages arrive before the next turn.
  await wait(300)
  return result
}
