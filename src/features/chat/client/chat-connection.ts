import { closeCodes, socketPath, times } from '../protocol/constants.ts'
import type { ClientFrameInput, ServerFrame } from '../protocol/protocol.ts'

/** `disconnected` means that no attempt is in progress, either between retries or for good. */
export type ConnectionStatus = 'connecting' | 'connected' | 'reconnecting' | 'disconnected'

type Handler = ((event: never) => void) | null
export type SocketLike = Pick<WebSocket, 'readyState' | 'close'> & {
  send(text: string): void
} & Record<'onopen' | 'onmessage' | 'onclose' | 'onerror', Handler>

export type ConnectionOptions = {
  url: string
  dial?: (url: string) => SocketLike
  /** Milliseconds. The defaults are in `constants.ts`. */
  pace?: Partial<Record<'ping' | 'reconnect' | 'maxReconnect' | 'echoTimeout', number>>
}

/** Handlers by frame type; frames of other types are ignored. */
export type FrameHandlers = { [F in ServerFrame as F['type']]?: (frame: F) => void }

export type ConnectionEvents = {
  opened(): void
  changed(): void
  /** Whether to reconnect after a loss; `code` is the server's close code, if any. */
  isWanted(code?: number): boolean
  handlers: FrameHandlers
}

const open = 1

/** Retrying cannot help: the identity was refused or revoked. */
const final: readonly number[] = [closeCodes.policy, closeCodes.revoked]

/** Reconnects after 3 s, later up to 30 s, and at once when online or visible again. */
export class ChatConnection {
  status: ConnectionStatus = 'disconnected'
  refused = false
  readonly pace
  #options: ConnectionOptions
  #events: ConnectionEvents
  #socket: SocketLike | undefined
  #attempt = 0
  #timers = new Map<'ping' | 'pong' | 'retry', ReturnType<typeof setTimeout>>()
  #stopListening = () => {}

  constructor(options: ConnectionOptions, events: ConnectionEvents) {
    this.#options = options
    this.#events = events
    this.pace = { ...times, ...options.pace }
  }

  get isOpen(): boolean {
    return this.#socket?.readyState === open
  }

  open(): void {
    if (this.#socket) return
    this.refused = false
    this.#listenToBrowser()
    this.#dial('connecting')
  }

  close(): void {
    this.#stopListening()
    this.#stopListening = () => {}
    this.#dropSocket()
    this.#attempt = 0
    this.#setStatus('disconnected')
  }

  /** @returns whether the frame was sent, which does not mean that it arrived. */
  send(frame: ClientFrameInput): boolean {
    if (!this.#socket || !this.isOpen) return false
    this.#socket.send(JSON.stringify(frame))
    return true
  }

  /** Call this once the join has succeeded. */
  resetBackoff(): void {
    this.#attempt = 0
  }

  /** Replaces the connection, because an expected frame did not arrive. */
  reconnect(): void {
    this.#dropSocket()
    this.#retryLater()
  }

  #setStatus(status: ConnectionStatus): void {
    if (this.status === status) return
    this.status = status
    this.#events.changed()
  }

  #dial(status: 'connecting' | 'reconnecting'): void {
    this.#clear('retry')
    this.#setStatus(status)
    const dial = this.#options.dial ?? ((url) => new WebSocket(url) as SocketLike)
    const socket = dial(this.#options.url)
    this.#socket = socket
    this.#after('pong', this.pace.echoTimeout, () => this.reconnect())
    socket.onopen = () => {
      this.#clear('pong')
      this.#schedulePing()
      this.#setStatus('connected')
      this.#events.opened()
    }
    socket.onmessage = ({ data }: { data: unknown }) => this.#receive(String(data))
    // An error is always followed by a close.
    socket.onerror = () => {}
    socket.onclose = ({ code }: { code: number }) => {
      this.#dropSocket()
      if (!final.includes(code)) return this.#retryLater(code)
      this.refused = true
      this.#setStatus('disconnected')
    }
  }

  #receive(text: string): void {
    this.#clear('pong')
    let frame: ServerFrame
    try {
      frame = JSON.parse(text) as ServerFrame
    } catch {
      return
    }
    const handler = this.#events.handlers[frame.type] as ((frame: ServerFrame) => void) | undefined
    handler?.(frame)
  }

  #retryLater(code?: number): void {
    this.#setStatus('disconnected')
    if (!this.#events.isWanted(code)) return
    const { reconnect, maxReconnect } = this.pace
    const wait = Math.min(reconnect * 2 ** this.#attempt, maxReconnect)
    // The first retry comes after exactly 3 s; later ones have jitter.
    const spread = this.#attempt === 0 ? 1 : 0.8 + Math.random() * 0.4
    this.#attempt++
    this.#after('retry', wait * spread, () => this.#dial('reconnecting'))
  }

  #schedulePing(): void {
    this.#after('ping', this.pace.ping, () => {
      this.send({ type: 'ping' })
      this.#after('pong', this.pace.echoTimeout, () => this.reconnect())
      this.#schedulePing()
    })
  }

  /** Drops the socket without awaiting the close handshake, which is slow on a dead connection. */
  #dropSocket(): void {
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
    const retryNow = () => {
      const idle = !this.#socket && !this.refused && this.#events.isWanted()
      if (idle && document.visibilityState === 'visible') this.#dial('reconnecting')
    }
    this.#stopListening()
    const controller = new AbortController()
    window.addEventListener('online', retryNow, controller)
    document.addEventListener('visibilitychange', retryNow, controller)
    this.#stopListening = () => controller.abort()
  }

  #after(name: 'ping' | 'pong' | 'retry', ms: number, act: () => void): void {
    this.#clear(name)
    this.#timers.set(name, setTimeout(act, ms))
  }

  #clear(name: 'ping' | 'pong' | 'retry'): void {
    clearTimeout(this.#timers.get(name))
    this.#timers.delete(name)
  }
}

export function chatUrl({ protocol, host }: { protocol: string; host: string }): string {
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}${socketPath}`
}
