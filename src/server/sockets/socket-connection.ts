import type { Duplex } from 'node:stream'
import { WebSocket } from 'ws'
import type { SignedIn } from '../service/context.ts'

/** Buffered bytes above which optional frames, or the connection, are dropped. */
const slowBytes = 256 * 1024
const lostBytes = 1024 * 1024

const asText = { binary: false } as const

/** Small, because there are thousands: no closures, and no empty lists. */
export class SocketConnection<S> {
  readonly socket: WebSocket
  readonly stream: Duplex
  readonly addressKey: string
  /** At the time of the upgrade; its display name is renewed. */
  readonly user: SignedIn | undefined
  state: S | undefined = undefined
  readonly openedAt: number
  receivedAt: number
  pingedAt = 0
  queue: string[] | undefined = undefined
  isBusy = false
  concurrent = 0
  whenIdle: (() => void) | undefined = undefined
  isClosed = false
  isDismissed = false
  /** A full buffer does not mean a slow reader while a long history is written. */
  mayLag = false
  /** Invalid frames in the minute from `badSince`. */
  bad = 0
  badSince = 0

  constructor(
    socket: WebSocket,
    stream: Duplex,
    addressKey: string,
    user: SignedIn | undefined,
    now: number,
  ) {
    this.socket = socket
    this.stream = stream
    this.addressKey = addressKey
    this.user = user
    this.openedAt = now
    this.receivedAt = now
  }

  inOrder(act: () => void | Promise<void>): void | Promise<void> {
    if (this.concurrent === 0) return act()
    return new Promise<void>((resolve) => {
      this.whenIdle = resolve
    }).then(() => (this.isDismissed ? undefined : act()))
  }

  /** Frames received before are still processed. `ws` cuts the connection after `closeTimeout`. */
  close(code: number): void {
    const { socket, stream } = this
    // Frames in bytes already read would still be emitted.
    socket.removeAllListeners('message')
    socket.close(code)
    // Spares peers that acknowledge the close the wait for the cut.
    stream.end()
    // After a protocol error `ws` itself resumes reading in the next tick.
    process.nextTick(() => socket.pause())
  }

  dismiss(code: number): void {
    this.isDismissed = true
    this.queue = undefined
    this.close(code)
  }

  /** A slow reader catches up on reconnect. */
  send(frame: Buffer): void {
    const { socket } = this
    if (socket.readyState !== WebSocket.OPEN) return
    if (socket.bufferedAmount > lostBytes && !this.mayLag) socket.terminate()
    else socket.send(frame, asText)
  }

  sendOptional(frame: Buffer): void {
    if (this.socket.bufferedAmount <= slowBytes) this.send(frame)
  }

  sendAndWait(frame: Buffer): Promise<void> {
    const { socket } = this
    if (socket.readyState !== WebSocket.OPEN) return Promise.resolve()
    return new Promise((resolve) => socket.send(frame, asText, () => resolve()))
  }
}
