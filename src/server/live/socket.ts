import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import type { SignedIn } from '../context.ts'
import { headLines } from '../http/bare-answers.ts'
import { describeError } from '../http/errors.ts'
import { bareHeaders } from '../http/headers.ts'
import { addressKey } from '../http/rate-limits.ts'
import { SocketConnection } from './socket-connection.ts'

export type SocketCaps = {
  total: number
  perAddress: number
  perUser: number
  /** Waiting frames per socket. */
  queued: number
  /** Bytes per frame. */
  frame: number
}

export const usualCaps: SocketCaps = {
  total: 15_000,
  perAddress: 20,
  perUser: 20,
  queued: 64,
  frame: 16 * 1024,
}

export type SocketRules<S> = {
  allowedOrigins: readonly string[]
  isHttps: boolean
  caps: SocketCaps
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  /** Monotonic milliseconds; injectable for tests. */
  clock: () => number
  addressOf(request: IncomingMessage): string
  /** User of the session cookie; `undefined` without a cookie, `'dead'` when it is invalid. */
  identify(request: IncomingMessage): Promise<SignedIn | 'dead' | undefined>
  opened(connection: SocketConnection<S>): void
  /**
   * Receives the frames of one socket in order; a returned promise delays the next, `Alongside`
   * does not. Work that must not overtake such a frame goes through `connection.inOrder`.
   */
  heard(connection: SocketConnection<S>, text: string): void | Promise<void> | Alongside
  /** Called when a frame failed through no fault of the client. */
  failed(connection: SocketConnection<S>, text: string): void
  /** Called after the last frame. */
  closed(connection: SocketConnection<S>): void
}

/** Work that the next frames of the socket need not wait for. */
export class Alongside {
  readonly work: Promise<void>
  constructor(work: Promise<void>) {
    this.work = work
  }
}

const silentMs = 25_000
const goneMs = 75_000

type Carrier = WebSocket & { connection: SocketConnection<unknown>; sockets: Sockets<unknown> }

/** All open sockets; refusals happen before the handshake. */
export class Sockets<S> {
  readonly callers = new Set<SocketConnection<S>>()
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
      // Negotiates no subprotocol.
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
    const address = addressKey(this.#rules.addressOf(request))
    const [counts, key, most] = user
      ? ([this.#perUser, user.id, this.#rules.caps.perUser] as const)
      : ([this.#perAddress, address, this.#rules.caps.perAddress] as const)
    if ((counts.get(key) ?? 0) >= most) return refuseWith(429)
    stream.off('error', ignore)
    this.#server.handleUpgrade(request, stream, head, (socket) =>
      this.#open(socket, stream, address, user),
    )
  }

  #refusal({ headers, httpVersionMajor, httpVersionMinor }: IncomingMessage): number | undefined {
    // RFC 6455, 4.2.1: HTTP/1.1 or higher.
    if (httpVersionMajor === 1 && httpVersionMinor === 0) return 426
    const { origin, 'sec-fetch-site': site, 'sec-websocket-version': version } = headers
    if (version !== '13') return 426
    if (!origin || !this.#rules.allowedOrigins.includes(origin)) return 403
    if (site !== undefined && site !== 'same-origin') return 403
    if (this.#isDraining || this.callers.size >= this.#rules.caps.total) return 503
    return undefined
  }

  #open(socket: WebSocket, stream: Duplex, address: string, user: SignedIn | undefined): void {
    const connection = new SocketConnection<S>(socket, stream, address, user, this.#rules.clock())
    Object.assign(socket, { connection, sockets: this })
    socket.on('message', onMessage)
    socket.on('pong', onPong)
    socket.on('ping', onPong)
    socket.on('error', onError)
    socket.on('close', onClose)
    this.callers.add(connection)
    this.#count(connection, 1)
    this.#rules.opened(connection)
  }

  #count({ user, address }: SocketConnection<S>, change: 1 | -1): void {
    const [counts, key] = user ? [this.#perUser, user.id] : [this.#perAddress, address]
    const count = (counts.get(key) ?? 0) + change
    if (count > 0) counts.set(key, count)
    else counts.delete(key)
  }

  take(connection: SocketConnection<S>, text: string): void {
    const { queued } = this.#rules.caps
    if (connection.alongside > queued || (connection.queue?.length ?? 0) >= queued) {
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

  /** An error in one frame must not end the process. */
  #attempt(connection: SocketConnection<S>, text: string): Promise<void> | undefined {
    const fail = (error: unknown) => {
      this.#rules.log.error({ event: 'socket_frame', error: describeError(error) })
      this.#rules.failed(connection, text)
    }
    try {
      const work = this.#rules.heard(connection, text)
      if (!(work instanceof Alongside)) return work?.catch(fail)
      connection.alongside++
      void work.work.catch(fail).then(() => this.#endAlongside(connection))
    } catch (error) {
      fail(error)
    }
    return undefined
  }

  #endAlongside(connection: SocketConnection<S>): void {
    if (--connection.alongside > 0) return
    connection.whenAlone?.()
    connection.whenAlone = undefined
    this.#closeIfGone(connection)
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
    this.#closeIfGone(connection)
  }

  /** Frames received before the close are still processed. */
  #closeIfGone(connection: SocketConnection<S>): void {
    if (connection.isGone && !connection.isBusy && connection.alongside === 0)
      this.#rules.closed(connection)
  }

  leave(connection: SocketConnection<S>): void {
    connection.isGone = true
    if (this.callers.delete(connection)) this.#count(connection, -1)
    this.#closeIfGone(connection)
  }

  heard(connection: SocketConnection<S>): void {
    connection.heardAt = this.#rules.clock()
  }

  /** Call every second: pings sockets silent for 25 s, terminates them after 75 s. */
  tick(): void {
    const now = this.#rules.clock()
    for (const connection of this.callers) {
      if (now - connection.heardAt > goneMs) connection.socket.terminate()
      else if (now - Math.max(connection.heardAt, connection.askedAt) > silentMs) {
        connection.askedAt = now
        connection.socket.ping()
      }
    }
  }

  /**
   * Refuses new sockets and closes the open ones in random order over `spreadMs`, so that clients
   * do not all reconnect at once.
   */
  async drain(farewell: Buffer, code: number, spreadMs: number): Promise<void> {
    this.#isDraining = true
    const callers = [...this.callers].sort(() => Math.random() - 0.5)
    for (const connection of callers) connection.say(farewell)
    const started = this.#rules.clock()
    for (const [at, connection] of callers.entries()) {
      const due = (at / callers.length) * spreadMs
      const early = due - (this.#rules.clock() - started)
      if (early > 20) await new Promise((resolve) => setTimeout(resolve, early))
      connection.close(code)
    }
  }

  end(): void {
    for (const { socket } of this.callers) socket.terminate()
    this.#server.close()
  }
}

// Shared by all sockets: per-socket closures would cost more memory than everything else here.

function onMessage(this: WebSocket, data: RawData, isBinary: boolean): void {
  const { connection, sockets } = this as Carrier
  sockets.heard(connection)
  if (isBinary) connection.dismiss(1003)
  else sockets.take(connection, data.toString())
}

function onPong(this: WebSocket): void {
  const { connection, sockets } = this as Carrier
  sockets.heard(connection)
}

/** On a protocol error `ws` has already closed the socket, with the right code. */
function onError(this: WebSocket): void {
  const { connection } = this as Carrier
  connection.dismiss(1002)
}

function onClose(this: WebSocket): void {
  const { connection, sockets } = this as Carrier
  sockets.leave(connection)
}

/** Refuses an upgrade with the headers of every other response. */
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
