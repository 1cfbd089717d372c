import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { WebSocket } from 'ws'
import type { Role } from '#contract/endpoint.ts'
import type { ServerFrame } from '#features/chat/protocol/protocol.ts'
import { type Chat, type ChatOptions, openChat } from '#features/chat/server/socket.server.ts'
import { auth } from '#features/identity/sign-in/contract.ts'
import type { PubSub } from '#server/pub-sub/pub-sub.ts'
import type { Dependencies } from '#server/service/context.ts'
import { refuse } from '#server/sockets/socket.ts'
import { openTestApp, origin, type Person, type TestApp } from './test-app.ts'

type Type = ServerFrame['type']
type Frame<T extends Type> = Extract<ServerFrame, { type: T }>

/** A client that works with single frames. */
export class RawClient {
  readonly received: ServerFrame[] = []
  readonly closed: Promise<number>
  readonly socket: WebSocket
  #stream: Socket | undefined
  #taken = new Set<ServerFrame>()
  #waiting: { isIt(frame: ServerFrame): boolean; resolve(frame: ServerFrame): void }[] = []

  constructor(socket: WebSocket) {
    this.socket = socket
    this.closed = new Promise((resolve) => socket.once('close', resolve))
    socket.on('error', () => {})
    socket.once('upgrade', (response) => {
      this.#stream = response.socket
    })
    socket.on('message', (data) => {
      const frame = JSON.parse(data.toString()) as ServerFrame
      this.received.push(frame)
      const at = this.#waiting.findIndex(({ isIt }) => isIt(frame))
      if (at === -1) return
      this.#taken.add(frame)
      this.#waiting.splice(at, 1)[0]?.resolve(frame)
    })
  }

  send(frame: unknown): void {
    this.socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
  }

  /** The next frame of a type that was not returned yet. */
  async receive<T extends Type>(
    type: T,
    which: (frame: Frame<T>) => boolean = () => true,
  ): Promise<Frame<T>> {
    const isIt = (frame: ServerFrame) => frame.type === type && which(frame as Frame<T>)
    const there = this.received.find((frame) => !this.#taken.has(frame) && isIt(frame))
    if (there) {
      this.#taken.add(there)
      return there as Frame<T>
    }
    return await new Promise((resolve, reject) => {
      const tooLate = setTimeout(() => {
        const types = this.received
          .slice(-20)
          .map((frame) => frame.type)
          .join(', ')
        reject(new Error(`waited for ${type}, received ${types}`))
      }, 25_000)
      const take = (frame: ServerFrame) => {
        clearTimeout(tooLate)
        resolve(frame as Frame<T>)
      }
      this.#waiting.push({ isIt, resolve: take })
    })
  }

  /** Waits until the server has processed everything sent so far. */
  async flush(): Promise<void> {
    this.send({ type: 'ping' })
    await this.receive('pong')
  }

  /**
   * From now on, ignores whatever the server sends, even its close, but can still send.
   *
   * @returns the code of the ignored close.
   */
  async ignoreClose(): Promise<number> {
    const stream = this.#stream
    if (!stream) throw new Error('not connected')
    stream.removeAllListeners('data')
    stream.removeAllListeners('end')
    stream.allowHalfOpen = true
    const received: Buffer[] = []
    const code = Promise.withResolvers<number>()
    stream.on('data', (data: Buffer) => {
      received.push(data)
      const [close, size, high = 0, low = 0] = Buffer.concat(received).subarray(-4)
      if (close === 0x88 && size === 2) code.resolve(high * 256 + low)
    })
    return await code.promise
  }

  /** Sends in quick succession at first, then every 20 ms until the server disconnects. */
  async sendUntilClosed(...frames: unknown[]): Promise<void> {
    for (let round = 0; this.socket.readyState === WebSocket.OPEN; round++) {
      for (const frame of frames) this.send(frame)
      await new Promise((resolve) => {
        if (round < 20) setImmediate(resolve)
        else setTimeout(resolve, 20)
      })
    }
  }

  receivedTypes(): Type[] {
    return this.received.map(({ type }) => type)
  }

  contents(): string[] {
    return this.received.flatMap((frame) =>
      frame.type === 'new_message' ? [frame.message.content] : [],
    )
  }

  async close(): Promise<void> {
    this.socket.close()
    await this.closed
  }
}

export const ada = { name: 'Ada', email: 'ada@n.example', company: 'Analytical' }

export type Visitor = RawClient & { sessionId: string; visitorId: string }
export type Agent = RawClient & { id: string; username: string; person: Person }

export type ChatTestApp = TestApp & {
  chat: Chat
  url: string
  /** Opens a socket. Rejects with the status when the upgrade is refused. */
  connect(headers?: Record<string, string>): Promise<RawClient>
  visitor(join?: Record<string, unknown>, address?: string): Promise<Visitor>
  agent(role?: Role, username?: string, url?: string): Promise<Agent>
  rejoin(agent: Agent): Promise<Agent>
}

export async function serveChat(
  app: TestApp,
  options: Partial<ChatOptions> & { deps?: Dependencies } = {},
): Promise<{ chat: Chat; url: string; close(): Promise<void> }> {
  const { createServer } = await import('node:http')
  const deps = options.deps ?? app.deps
  const log = app.fastify.log
  const chat = await openChat({ log, ...options, deps })
  const server = createServer((_, response) => response.writeHead(404).end())
  server.on('upgrade', (request, stream, head) => {
    if (!chat.upgrade(request, stream, head)) refuse(stream, 404, true)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    chat,
    url: `ws://127.0.0.1:${port}/ws`,
    async close() {
      await chat.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export async function dial(url: string, headers: Record<string, string>): Promise<RawClient> {
  const socket = new WebSocket(url, { headers })
  const client = new RawClient(socket)
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('unexpected-response', (_, { statusCode }) => {
      socket.terminate()
      reject(new Error(`refused with ${statusCode}`))
    })
    socket.once('error', reject)
  })
  return client
}

/** Opens a test app with an open chat. Each socket has its own address unless one is passed. */
export async function openChatTestApp({
  environment,
  pubSub,
  ...options
}: Partial<ChatOptions> & {
  environment?: Record<string, string>
  pubSub?: PubSub
} = {}): Promise<ChatTestApp> {
  const app = await openTestApp({ environment: { TRUST_PROXY: '127.0.0.1', ...environment } })
  if (pubSub) app.deps.pubSub = pubSub
  const { chat, url, close } = await serveChat(app, options)
  let addresses = 0
  const connect = (headers: Record<string, string> = {}, to = url) =>
    dial(to, { origin, 'x-forwarded-for': `10.1.0.${++addresses}`, ...headers })
  async function joined(person: Person, id: string, to?: string): Promise<Agent> {
    const client = await connect({ cookie: person.cookie ?? '' }, to)
    client.send({ type: 'admin_join', adminId: id })
    await client.receive('active_sessions')
    return Object.assign(client, { id, username: person.username ?? '', person })
  }
  return {
    ...app,
    chat,
    url,
    connect,
    async visitor(join = {}, address) {
      const client = await connect(address ? { 'x-forwarded-for': address } : {})
      client.send({ type: 'visitor_join', visitorInfo: ada, visitorId: null, ...join })
      const { sessionId, visitorId } = await client.receive('session_created')
      return Object.assign(client, { sessionId, visitorId })
    },
    async agent(role = 'agent', username, to) {
      const person = await app.person(role, username)
      const { user } = await person.call(auth.me, {})
      return await joined(person, user.id, to)
    },
    rejoin: ({ person, id }) => joined(person, id),
    async [Symbol.asyncDispose]() {
      await close()
      await app[Symbol.asyncDispose]()
    },
  }
}
