import type { ClientFrameInput, ServerFrame } from '../protocol/protocol.ts'
import { closeCodes, times } from '../protocol/words.ts'

/** `disconnected` while nothing is tried, be it for a moment or for good. */
export type ConnectionStatus = 'connecting' | 'connected' | 'reconnecting' | 'disconnected'

/** What is used of a WebSocket. */
export type SocketLike = {
  readonly readyState: number
  onopen: ((event: never) => void) | null
  onmessage: ((event: never) => void) | null
  onclose: ((event: never) => void) | null
  onerror: ((event: never) => void) | null
  send(text: string): void
  close(): void
}

export type ConnectionOptions = {
  url: string
  dial?: (url: string) => SocketLike
  /** Milliseconds; what is not given is as in `words.ts`. */
  pace?: Partial<Record<'ping' | 'reconnect' | 'longestReconnect' | 'echoPatience', number>>
}

export type ConnectionEvents = {
  opened(): void
  heard(frame: ServerFrame): void
  changed(): void
  /** Whether a connection that was lost, with the server's code if it gave one, is to be made again. */
  isWanted(code?: number): boolean
}

/** What to do with the frames of each type; other types are ignored. */
export type FrameHandlers = { [F in ServerFrame as F['type']]?: (frame: F) => void }

export function handleFrame(hearers: FrameHandlers, frame: ServerFrame): void {
  const hearer = hearers[frame.type] as ((frame: ServerFrame) => void) | undefined
  hearer?.(frame)
}

const open = 1

/** One more try will not help: the identity is refused or gone. */
const final: readonly number[] = [closeCodes.policy, closeCodes.revoked]

/**
 * A socket that comes back: after 3 s at first, then ever more seldom up to 30 s, and at once when
 * the browser is online or visible again. Silence after a ping counts as a loss.
 */
export class ChatConnection {
  status: ConnectionStatus = 'disconnected'
  /** Set when the server refused for good: signing in again is the only way on. */
  refused = false
  #options: ConnectionOptions
  #events: ConnectionEvents
  #pace
  #socket: SocketLike | undefined
  #attempt = 0
  #timers = new Map<'ping' | 'pong' | 'retry', ReturnType<typeof setTimeout>>()
  #stopListening = () => {}

  constructor(options: ConnectionOptions, events: ConnectionEvents) {
    this.#options = options
    this.#events = events
    this.#pace = { ...times, ...options.pace }
  }

  get isOpen(): boolean {
    return this.#socket?.readyState === open
  }

  /** Connects, unless that is done or under way. */
  open(): void {
    if (this.#socket) return
    this.refused = false
    this.#listenToBrowser()
    this.#dial('connecting')
  }

  close(): void {
    this.#stopListening()
    this.#stopListening = () => {}
    this.#hangUp()
    this.#attempt = 0
    this.#become('disconnected')
  }

  /** @returns whether the frame went out; that it arrived is another matter. */
  say(frame: ClientFrameInput): boolean {
    if (!this.#socket || !this.isOpen) return false
    this.#socket.send(JSON.stringify(frame))
    return true
  }

  /** The server has let us in: should this connection be lost, the next try comes soon again. */
  settle(): void {
    this.#attempt = 0
  }

  /** Gives up this connection and makes another: something that must come did not. */
  redial(): void {
    this.#hangUp()
    this.#retryLater()
  }

  #become(status: ConnectionStatus): void {
    if (this.status === status) return
    this.status = status
    this.#events.changed()
  }

  #dial(status: 'connecting' | 'reconnecting'): void {
    this.#clear('retry')
    this.#become(status)
    const dial = this.#options.dial ?? ((url) => new WebSocket(url) as SocketLike)
    const socket = dial(this.#options.url)
    this.#socket = socket
    this.#after('pong', this.#pace.echoPatience, () => this.redial())
    socket.onopen = () => {
      this.#clear('pong')
      this.#schedulePing()
      this.#become('connected')
      this.#events.opened()
    }
    socket.onmessage = ({ data }: { data: unknown }) => this.#hear(String(data))
    // A close follows every error.
    socket.onerror = () => {}
    socket.onclose = ({ code }: { code: number }) => this.#lose(code)
  }

  #hear(text: string): void {
    this.#clear('pong')
    let frame: ServerFrame
    try {
      frame = JSON.parse(text) as ServerFrame
    } catch {
      return
    }
    this.#events.heard(frame)
  }

  #lose(code: number): void {
    this.#hangUp()
    if (final.includes(code)) {
      this.refused = true
      this.#become('disconnected')
    } else this.#retryLater(code)
  }

  #retryLater(code?: number): void {
    this.#become('disconnected')
    if (!this.#events.isWanted(code)) return
    const { reconnect, longestReconnect } = this.#pace
    const wait = Math.min(reconnect * 2 ** this.#attempt, longestReconnect)
    // The first try comes after exactly 3 s; later ones are spread.
    const spread = this.#attempt === 0 ? 1 : 0.8 + Math.random() * 0.4
    this.#attempt++
    this.#after('retry', wait * spread, () => this.#dial('reconnecting'))
  }

  #schedulePing(): void {
    this.#after('ping', this.#pace.ping, () => {
      this.say({ type: 'ping' })
      this.#after('pong', this.#pace.echoPatience, () => this.redial())
      this.#schedulePing()
    })
  }

  /** Lets go of the socket without waiting for its end, which on a dead line takes long. */
  #hangUp(): void {
    for (const name of ['ping', 'pong', 'retry'] as const) this.#clear(name)
    const socket = this.#socket
    this.#socket = undefined
    if (!socket) return
    for (const event of ['onopen', 'onmessage', 'onclose'] as const) socket[event] = null
    socket.onerror = () => {}
    socket.close()
  }

  #listenToBrowser(): void {
    if (typeof window === 'undefined') return
    const hurry = () => {
      const idle = !this.#socket && !this.refused && this.#events.isWanted()
      if (idle && document.visibilityState === 'visible') this.#dial('reconnecting')
    }
    window.addEventListener('online', hurry)
    document.addEventListener('visibilitychange', hurry)
    this.#stopListening()
    this.#stopListening = () => {
      window.removeEventListener('online', hurry)
      document.removeEventListener('visibilitychange', hurry)
    }
  }

  #after(name: 'ping' | 'pong' | 'retry', ms: number, then: () => void): void {
    this.#clear(name)
    this.#timers.set(name, setTimeout(then, ms))
  }

  #clear(name: 'ping' | 'pong' | 'retry'): void {
    clearTimeout(this.#timers.get(name))
    this.#timers.delete(name)
  }
}

/** The chat socket of the origin that a page came from. */
export function chatUrl({ protocol, host }: { protocol: string; host: string }): string {
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/ws`
}
