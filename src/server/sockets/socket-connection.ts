import type { Duplex } from 'node:stream'
import { WebSocket } from 'ws'
import type { SignedIn } from '../service/context.ts'

/** With more bytes buffered than this, optional frames are dropped, or else the connection. */
const slowBytes = 256 * 1024
const lostBytes = 1024 * 1024

const asText = { binary: false } as const

/** There are thousands of these objects, so they have no closures and no empty lists. */
export class SocketConnection<S> {
  readonly socket: WebSocket
  readonly stream: Duplex
  readonly addressKey: string
  /** The user at the time of the upgrade. The display name is kept up to date. */
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
  /** While a long history is written, a full buffer does not mean that the reader is slow. */
  mayLag = false
  /** Invalid frames in the minute that began at `badSince`. */
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

  /**
   * Frames received before this call are still processed. `ws` cuts the connection after
   * `closeTimeout`.
   */
  close(code: number): void {
    const { socket, stream } = this
    // Otherwise frames in bytes that were already read would still be emitted.
    socket.removeAllListeners('message')
    socket.close(code)
    // A peer that acknowledges the close then does not have to wait for the cut.
    stream.end()
    // After a protocol error `ws` itself resumes reading in the next tick.
    process.nextTick(() => socket.pause())
  }

  dismiss(code: number): void {
    this.isDismissed = true
    this.queue = undefined
    this.close(code)
  }

  /** A slow reader is disconnected and catches up when it reconnects. */
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
