import { WebSocket } from 'ws'
import { Pair, publicUrl, readStored, until } from '../test/chat-pairs.ts'
import { judge } from '../test/history.ts'

/** Conversations that continue during a fault, observed as their participants would see them. */
export class Chats {
  readonly pairs: Pair[] = []
  /** Connections lost after the join, at either end. */
  losses = 0
  #isOver = false

  constructor(url: string, admin: { cookie: string; id: string }, count: number, pauseMs = 300) {
    const visitorUrl = `${url.replace('http', 'ws')}/ws`
    for (let n = 0; n < count; n++) {
      const from = { headers: { 'x-forwarded-for': `10.3.0.${n + 1}` } }
      const agent = { url: visitorUrl, ...admin }
      const pair = new Pair({ n, visitorUrl, agent, from, pace: {}, pauseMs })
      for (const end of [pair.visitor, pair.agent]) this.#watch(end)
      this.pairs.push(pair)
    }
  }

  #watch(end: Pair['visitor'] | Pair['agent']): void {
    let wasConnected = false
    end?.subscribe(() => {
      const isConnected = end.state.connection === 'connected'
      if (wasConnected && !isConnected && !this.#isOver) this.losses++
      wasConnected = isConnected
    })
  }

  get acknowledged(): number {
    return this.pairs.reduce((total, pair) => total + pair.acknowledged, 0)
  }

  async begin(): Promise<void> {
    const goal = this.pairs.length * 4
    await until('the chats to flow', 60_000, () => this.acknowledged >= goal)
  }

  /** Stops sending; resolves when both ends of every chat show the same. */
  async end(): Promise<void> {
    for (const pair of this.pairs) pair.rest()
    await until('both ends to agree', 60_000, () => this.pairs.every((pair) => pair.isQuiet))
    this.close()
  }

  async verdict(dataDir: string, databaseUrl?: string) {
    const stored = await readStored(dataDir, databaseUrl)
    const found = judge(this.pairs.map((pair) => pair.history(stored.get(pair.sessionId) ?? [])))
    const { lost, doubled, outOfOrder, differing, invented } = found
    return {
      isSound: lost + doubled + outOfOrder + differing + invented === 0,
      text:
        `${found.acknowledged} chat messages acknowledged, ${lost} lost, ${doubled} doubled, ` +
        `${outOfOrder} out of order, ${differing} chats differing`,
    }
  }

  close(): void {
    this.#isOver = true
    for (const pair of this.pairs) pair.close()
  }
}

type Received = { type: string; sessionId?: string; code?: string; message?: unknown }

/** A visitor on the level of frames, to see what the server sends and when. */
export async function openRawVisitor(url: string, address: string) {
  const headers = { origin: publicUrl, 'x-forwarded-for': address }
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { headers })
  const received: Received[] = []
  let isClosed = false
  socket.on('error', () => {})
  socket.on('close', () => {
    isClosed = true
  })
  socket.on('message', (data) => received.push(JSON.parse(String(data)) as Received))
  const receive = async (what: string, withinMs: number, isIt: (frame: Received) => boolean) => {
    await until(what, withinMs, () => received.some(isIt))
    return received.find(isIt)
  }
  await receive('the greeting', 10_000, ({ type }) => type === 'connection_established')
  const visitorInfo = { name: 'Raw', email: 'raw@n.example', company: '' }
  socket.send(JSON.stringify({ type: 'visitor_join', visitorInfo }))
  const made = await receive('a session', 10_000, ({ type }) => type === 'session_created')
  return {
    isClosed: () => isClosed,
    send(content: string, clientMessageId: string) {
      const { sessionId } = made ?? {}
      socket.send(JSON.stringify({ type: 'send_message', sessionId, content, clientMessageId }))
    },
    /** @returns milliseconds until the message has come back as a stored one. */
    async echo(): Promise<number> {
      const started = performance.now()
      const clientMessageId = crypto.randomUUID()
      const isIt = (frame: Received) =>
        JSON.stringify(frame.message ?? '').includes(clientMessageId)
      this.send('How long does it take?', clientMessageId)
      await receive('an echo', 30_000, isIt)
      received.length = 0
      return performance.now() - started
    },
    /** @returns milliseconds until the server refused a message, with the code of its refusal. */
    async refusal(withinMs: number): Promise<{ ms: number; code: string }> {
      const started = performance.now()
      received.length = 0
      this.send('Sent while nobody can store it', crypto.randomUUID())
      const frame = await receive('a refusal', withinMs, ({ type }) => type === 'error')
      return { ms: performance.now() - started, code: frame?.code ?? '' }
    },
    close: () => socket.terminate(),
  }
}
