import type { Duplex } from 'node:stream'
import { WebSocket } from 'ws'
import type { SignedIn } from '../context.ts'

/**
 * Buffered bytes of a slow reader: above the first limit optional frames are dropped, above the
 * second the connection.
 */
const slowBytes = 256 * 1024
const lostBytes = 1024 * 1024

const asText = { binary: false } as const

/** An open socket. Kept small, because there are thousands: no closures, and no empty lists. */
export class SocketConnection<S> {
  readonly socket: WebSocket
  readonly stream: Duplex
  readonly addressKey: string
  /** User at the time of the upgrade. */
  readonly user: SignedIn | undefined
  state: S | undefined = undefined
  readonly openedAt: number
  receivedAt: number
  pingedAt = 0
  queue: string[] | undefined = undefined
  isBusy = false
  /** Running frames that the next one need not wait for. */
  concurrent = 0
  /** Called when `concurrent` drops to 0. */
  whenIdle: (() => void) | undefined = undefined
  isClosed = false
  /** Set on dismissal: its waiting frames no longer have any effect. */
  isDismissed = false
  /** Set while a long history is written, when a full buffer does not mean a slow reader. */
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

  /** Runs `act` after all earlier frames; synchronously when none is running. */
  inOrder(act: () => void | Promise<void>): void | Promise<void> {
    if (this.concurrent === 0) return act()
    return new Promise<void>((resolve) => {
      this.whenIdle = resolve
    }).then(() => (this.isDismissed ? undefined : act()))
  }

  /**
   * Closes from this side: stops reading, but frames received before are still processed. `ws` cuts
   * the connection after `closeTimeout`, whether or not the close was acknowledged.
   */
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

  /** Disconnects a reader that does not keep up; it catches up on reconnect. */
  send(frame: Buffer): void {
    const { socket } = this
    if (socket.readyState !== WebSocket.OPEN) return
    if (socket.bufferedAmount > lostBytes && !this.mayLag) socket.terminate()
    else socket.send(frame, asText)
  }

  /** Sends a frame that may be lost, such as typing. */
  sendOptional(frame: Buffer): void {
    if (this.socket.bufferedAmount <= slowBytes) this.send(frame)
  }

  /** Resolves when the frame was handed to the network, or never will be. */
  sendAndWait(frame: Buffer): Promise<void> {
    const { socket } = this
    if (socket.readyState !== WebSocket.OPEN) return Promise.resolve()
    return new Promise((resolve) => socket.send(frame, asText, () => resolve()))
  }
}
