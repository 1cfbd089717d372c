import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { describeError } from '#server/database/describe-error.ts'
import { headLines } from '../http/bare-answers.ts'
import { addressKey } from '../http/client-address.ts'
import { bareHeaders } from '../http/headers.ts'
import type { SignedIn } from '../service/context.ts'
import { SocketConnection } from './socket-connection.ts'

export const usualCaps = {
  total: 15_000,
  perAddress: 20,
  perUser: 20,
  queued: 64,
  frame: 16 * 1024,
}
export type SocketCaps = typeof usualCaps

export type SocketRules<S> = {
  allowedOrigins: readonly string[]
  isHttps: boolean
  caps: SocketCaps
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  /** A monotonic clock in milliseconds. */
  clock: () => number
  addressOf(request: IncomingMessage): string
  /** @returns `'dead'` when the cookie's session is invalid. */
  identify(request: IncomingMessage): Promise<SignedIn | 'dead' | undefined>
  opened(connection: SocketConnection<S>): void
  /**
   * Called in the order of the frames. A returned promise delays the next frame, `Concurrent` does
   * not.
   */
  received(connection: SocketConnection<S>, text: string): void | Promise<void> | Concurrent
  failed(connection: SocketConnection<S>): void
  closed(connection: SocketConnection<S>): void
}

export class Concurrent {
  readonly work: Promise<void>
  constructor(work: Promise<void>) {
    this.work = work
  }
}

const pingAfterMs = 25_000
const terminateAfterMs = 75_000

type From = Pick<SocketConnection<unknown>, 'user' | 'addressKey'>
type TrackedSocket = WebSocket & {
  connection: SocketConnection<unknown>
  sockets: Sockets<unknown>
}

export class Sockets<S> {
  readonly connections = new Set<SocketConnection<S>>()
  #rules: SocketRules<S>
  #server: WebSocketServer
  #perAddress = new Map<string, number>()
  #perUser = new Map<string, number>()
  #isDraining = false

  constructor(rules: SocketRules<S>) {
    this.#rules = rules
    const options = {
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: rules.caps.frame,
      maxFragments: 16,
      maxBufferedChunks: 256,
      closeTimeout: 1_000,
      handleProtocols: () => false as const,
    }
    this.#server = new WebSocketServer(options)
    this.#server.on('wsClientError', (_error, stream) => refuse(stream, 400, rules.isHttps))
  }

  async upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    const ignore = () => {}
    stream.on('error', ignore)
    const refuseWith = (status: number) => {
      this.#rules.log.warn({ event: 'socket_refused', status })
      refuse(stream, status, this.#rules.isHttps)
    }
    const early = this.#refusal(request)
    if (early) return refuseWith(early)
    let user: SignedIn | 'dead' | undefined
    try {
      user = await this.#rules.identify(request)
    } catch (error) {
      this.#rules.log.error({ event: 'socket_identify', error: describeError(error) })
      return refuseWith(503)
    }
    if (user === 'dead') return refuseWith(401)
    if (this.#isDraining) return refuseWith(503)
    const from = { user, addressKey: addressKey(this.#rules.addressOf(request)) }
    const [counts, key, max] = this.#counterOf(from)
    if ((counts.get(key) ?? 0) >= max) return refuseWith(429)
    stream.off('error', ignore)
    this.#server.handleUpgrade(request, stream, head, (socket) => this.#open(socket, stream, from))
  }

  #refusal({ headers, httpVersionMajor, httpVersionMinor }: IncomingMessage): number | undefined {
    // The handshake requires HTTP/1.1 (RFC 6455, 4.2.1).
    if (httpVersionMajor === 1 && httpVersionMinor === 0) return 426
    const { origin, 'sec-fetch-site': site, 'sec-websocket-version': version } = headers
    if (version !== '13') return 426
    if (!origin || !this.#rules.allowedOrigins.includes(origin)) return 403
    if (site !== undefined && site !== 'same-origin') return 403
    if (this.#isDraining || this.connections.size >= this.#rules.caps.total) return 503
    return undefined
  }

  #open(socket: WebSocket, stream: Duplex, { addressKey, user }: From): void {
    const now = this.#rules.clock()
    const connection = new SocketConnection<S>(socket, stream, addressKey, user, now)
    Object.assign(socket, { connection, sockets: this })
    socket.on('message', onMessage)
    socket.on('pong', onPong)
    socket.on('ping', onPong)
    socket.on('error', onError)
    socket.on('close', onClose)
    this.connections.add(connection)
    this.#count(connection, 1)
    this.#rules.opened(connection)
  }

  #counterOf({ user, addressKey }: From) {
    const { perUser, perAddress } = this.#rules.caps
    return user
      ? ([this.#perUser, user.id, perUser] as const)
      : ([this.#perAddress, addressKey, perAddress] as const)
  }

  #count(from: From, change: 1 | -1): void {
    const [counts, key] = this.#counterOf(from)
    const count = (counts.get(key) ?? 0) + change
    if (count > 0) counts.set(key, count)
    else counts.delete(key)
  }

  take(connection: SocketConnection<S>, text: string): void {
    const { queued } = this.#rules.caps
    if (connection.concurrent > queued || (connection.queue?.length ?? 0) >= queued) {
      connection.dismiss(1013)
      return
    }
    if (connection.isBusy) {
      connection.queue ??= []
      connection.queue.push(text)
      return
    }
    const work = this.#attempt(connection, text)
    if (!work) return
    connection.isBusy = true
    void this.#continue(connection, work)
  }

  #attempt(connection: SocketConnection<S>, text: string): Promise<void> | undefined {
    const fail = (error: unknown) => {
      this.#rules.log.error({ event: 'socket_frame', error: describeError(error) })
      this.#rules.failed(connection)
    }
    try {
      const work = this.#rules.received(connection, text)
      if (!(work instanceof Concurrent)) return work?.catch(fail)
      connection.concurrent++
      void work.work.catch(fail).then(() => this.#endConcurrent(connection))
    } catch (error) {
      fail(error)
    }
    return undefined
  }

  #endConcurrent(connection: SocketConnection<S>): void {
    if (--connection.concurrent > 0) return
    connection.whenIdle?.()
    connection.whenIdle = undefined
    this.#closeIfIdle(connection)
  }

  async #continue(connection: SocketConnection<S>, first: Promise<void>): Promise<void> {
    await first
    for (;;) {
      const text = connection.queue?.shift()
      if (text === undefined) break
      await this.#attempt(connection, text)
    }
    connection.queue = undefined
    connection.isBusy = false
    this.#closeIfIdle(connection)
  }

  #closeIfIdle(connection: SocketConnection<S>): void {
    if (connection.isClosed && !connection.isBusy && connection.concurrent === 0)
      this.#rules.closed(connection)
  }

  leave(connection: SocketConnection<S>): void {
    connection.isClosed = true
    if (this.connections.delete(connection)) this.#count(connection, -1)
    this.#closeIfIdle(connection)
  }

  markReceived(connection: SocketConnection<S>): void {
    connection.receivedAt = this.#rules.clock()
  }

  /** Call this every second. */
  tick(): void {
    const now = this.#rules.clock()
    for (const connection of this.connections) {
      if (now - connection.receivedAt > terminateAfterMs) connection.socket.terminate()
      else if (now - Math.max(connection.receivedAt, connection.pingedAt) > pingAfterMs) {
        connection.pingedAt = now
        connection.socket.ping()
      }
    }
  }

  /**
   * Closes connections in random order over `spreadMs`, so that clients do not all reconnect at
   * once.
   */
  async drain(lastFrame: Buffer, code: number, spreadMs: number): Promise<void> {
    this.#isDraining = true
    const connections = [...this.connections].sort(() => Math.random() - 0.5)
    for (const connection of connections) connection.send(lastFrame)
    const started = this.#rules.clock()
    for (const [at, connection] of connections.entries()) {
      const due = (at / connections.length) * spreadMs
      const early = due - (this.#rules.clock() - started)
      if (early > 20) await new Promise((resolve) => setTimeout(resolve, early))
      connection.close(code)
    }
  }

  end(): void {
    for (const { socket } of this.connections) socket.terminate()
    this.#server.close()
  }
}

// These handlers are shared, because closures for each socket would take more memory than
// everything else here.

function onMessage(this: WebSocket, data: RawData, isBinary: boolean): void {
  const { connection, sockets } = this as TrackedSocket
  sockets.markReceived(connection)
  if (isBinary) connection.dismiss(1003)
  else sockets.take(connection, data.toString())
}

function onPong(this: WebSocket): void {
  const { connection, sockets } = this as TrackedSocket
  sockets.markReceived(connection)
}

/** `ws` has already closed the socket with the right code. */
function onError(this: WebSocket): void {
  const { connection } = this as TrackedSocket
  connection.dismiss(1002)
}

function onClose(this: WebSocket): void {
  const { connection, sockets } = this as TrackedSocket
  sockets.leave(connection)
}

export function refuse(stream: Duplex, status: number, isHttps: boolean): void {
  const headers = {
    Connection: 'close',
    'Content-Length': '0',
    ...bareHeaders(isHttps),
    ...(status === 426 && { 'Sec-WebSocket-Version': '13' }),
  }
  stream.once('finish', () => stream.destroy())
  stream.end(headLines(status, headers))
}
