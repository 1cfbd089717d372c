import type { Duplex } from 'node:stream'
import { WebSocket } from 'ws'
import type { SignedIn } from '../context.ts'

/** Bytes that may wait for a slow reader: what can be missed is dropped first, then the reader. */
const slowBytes = 256 * 1024
const lostBytes = 1024 * 1024

/**
 * One open socket. Kept small, because there are thousands: no closures, and lists only while
 * something is in them.
 */
export class SocketConnection<S> {
  readonly socket: WebSocket
  /** What the socket is made of. */
  readonly stream: Duplex
  readonly address: string
  /** Who was signed in at the upgrade. */
  readonly user: SignedIn | undefined
  /** What the feature knows of this socket. */
  state: S | undefined = undefined
  readonly openedAt: number
  heardAt: number
  /** When it was last asked whether it is there. */
  askedAt = 0
  /** Frames that wait until the one before has been dealt with. */
  queue: string[] | undefined = undefined
  isBusy = false
  /** Frames under way that the next one need not wait for. */
  alongside = 0
  /** Called when there are none of them any more. */
  whenAlone: (() => void) | undefined = undefined
  isGone = false
  /** Sent away: what it said and still waits has no effect any more. */
  isDismissed = false
  /** While a long history is written, its size is no sign of a slow reader. */
  mayLag = false
  /** Frames that made no sense in the minute that began at `badSince`. */
  bad = 0
  badSince = 0

  constructor(
    socket: WebSocket,
    stream: Duplex,
    address: string,
    user: SignedIn | undefined,
    now: number,
  ) {
    this.socket = socket
    this.stream = stream
    this.address = address
    this.user = user
    this.openedAt = now
    this.heardAt = now
  }

  /** Acts when every earlier frame has been dealt with, which is at once when none is under way. */
  inOrder(act: () => void | Promise<void>): void | Promise<void> {
    if (this.alongside === 0) return act()
    return new Promise<void>((resolve) => {
      this.whenAlone = resolve
    }).then(() => (this.isDismissed ? undefined : act()))
  }

  /**
   * Ends the conversation from this side: nothing is read any more, while what was heard before is
   * still dealt with. `ws` cuts the connection after `closeTimeout`, whether the close was answered
   * or not.
   */
  close(code: number): void {
    const { socket, stream } = this
    // Frames in the bytes that were read already would still be told.
    socket.removeAllListeners('message')
    socket.close(code)
    // Nobody who heeds the close has to wait for the cut.
    stream.end()
    // `ws` itself reads on after a frame that broke the protocol, from the next tick.
    process.nextTick(() => socket.pause())
  }

  /** Closes, and drops what waits: whoever is sent away has no say. */
  dismiss(code: number): void {
    this.isDismissed = true
    this.queue = undefined
    this.close(code)
  }

  /** Writes a frame; a reader who does not read is dropped, and resumes what it has missed. */
  say(frame: Buffer): void {
    const { socket } = this
    if (socket.readyState !== WebSocket.OPEN) return
    if (socket.bufferedAmount > lostBytes && !this.mayLag) socket.terminate()
    else socket.send(frame, asText)
  }

  /** Writes what may be lost, such as typing. */
  whisper(frame: Buffer): void {
    if (this.socket.bufferedAmount <= slowBytes) this.say(frame)
  }

  /** Resolves when the frame has been handed to the network, or never will be. */
  sayAndWait(frame: Buffer): Promise<void> {
    const { socket } = this
    if (socket.readyState !== WebSocket.OPEN) return Promise.resolve()
    return new Promise((resolve) => socket.send(frame, asText, () => resolve()))
  }
}

const asText = { binary: false } as const
