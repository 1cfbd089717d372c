import type { ChatMessage, ServerFrame } from '../protocol/protocol.ts'
import { cleanContent, times } from '../protocol/words.ts'
import type { ChatConnection } from './chat-connection.ts'
import { ChatLog } from './chat-log.ts'

/** Temporary errors: the message itself is acceptable and is retried. */
const passing = new Set(['unavailable', 'too_many'])
const retryMs = 1_000
/** Interval for repeating `typing_start`, well within its expiry at the other end. */
const typingAgainMs = 3_000

/**
 * A conversation that sends. Each message waits for the echo of the previous one, so the order is
 * kept; messages are sent again after a lost connection, so none is lost.
 */
export class ChatThread extends ChatLog {
  readonly sessionId: string
  otherTypes = false
  /** The join was answered and every message stored by then has arrived. */
  isReady = false
  #line: ChatConnection
  #changed: () => void
  #echoPatience: number
  #inFlight: string | undefined
  #sendTimer: ReturnType<typeof setTimeout> | undefined
  #shownTimer: ReturnType<typeof setTimeout> | undefined
  #stopTimer: ReturnType<typeof setTimeout> | undefined
  #toldAt = 0

  constructor(
    sessionId: string,
    line: ChatConnection,
    changed: () => void,
    echoPatience: number = times.echoPatience,
  ) {
    super()
    this.sessionId = sessionId
    this.#line = line
    this.#changed = changed
    this.#echoPatience = echoPatience
  }

  /**
   * Adds the message to the outbox and sends it.
   *
   * @returns false, without any effect, when it is blank or too long.
   */
  send(text: string): boolean {
    const content = cleanContent(text)
    if (!content) return false
    this.stopTyping()
    this.put(content)
    this.#changed()
    this.flush()
    return true
  }

  retry(clientMessageId: string): void {
    this.setState(clientMessageId, 'sending')
    this.#changed()
    this.flush()
  }

  flush(): void {
    const { next, sessionId } = this
    if (!next || this.#inFlight || !this.isReady) return
    const { clientMessageId, content } = next
    const frame = { type: 'send_message', sessionId, content, messageType: 'text' } as const
    if (!this.#line.say({ ...frame, clientMessageId })) return
    this.#inFlight = clientMessageId
    this.#sendTimer = setTimeout(() => this.#line.redial(), this.#echoPatience)
  }

  /** Call when the join is complete; sends the outbox. */
  ready(): void {
    this.isReady = true
    this.flush()
  }

  /** Call when the connection is lost. */
  lose(): void {
    this.isReady = false
    this.#endFlight()
    this.showTyping(false)
    clearTimeout(this.#stopTimer)
    this.#toldAt = 0
  }

  override take(message: ChatMessage): 'added' | 'known' | 'gap' {
    const taken = super.take(message)
    if (message.senderType !== 'system' && taken === 'added') this.showTyping(false)
    this.#landed()
    return taken
  }

  override takeAll(page: readonly ChatMessage[]): void {
    super.takeAll(page)
    this.#landed()
  }

  /** @returns whether the error was about a message of this thread. */
  refuse({ clientMessageId, code }: Extract<ServerFrame, { type: 'error' }>): boolean {
    if (!clientMessageId || clientMessageId !== this.#inFlight) return false
    this.#endFlight()
    if (passing.has(code)) this.#sendTimer = setTimeout(() => this.flush(), retryMs)
    else {
      this.setState(clientMessageId, 'failed')
      this.flush()
    }
    return true
  }

  /** Call on every keystroke; `typing_stop` is sent 2 s after the last. */
  type(): void {
    const now = Date.now()
    const { sessionId } = this
    if (
      now - this.#toldAt >= typingAgainMs &&
      this.#line.say({ type: 'typing_start', sessionId })
    ) {
      this.#toldAt = now
    }
    clearTimeout(this.#stopTimer)
    this.#stopTimer = setTimeout(() => this.stopTyping(), times.typingStop)
  }

  stopTyping(): void {
    clearTimeout(this.#stopTimer)
    if (this.#toldAt === 0) return
    this.#toldAt = 0
    this.#line.say({ type: 'typing_stop', sessionId: this.sessionId })
  }

  /** Shows the other side typing, for 6 s unless renewed. */
  showTyping(types: boolean): void {
    clearTimeout(this.#shownTimer)
    if (types) this.#shownTimer = setTimeout(() => this.showTyping(false), times.typingShown)
    if (this.otherTypes === types) return
    this.otherTypes = types
    this.#changed()
  }

  #landed(): void {
    const still = this.outbox.some(({ clientMessageId }) => clientMessageId === this.#inFlight)
    if (this.#inFlight && !still) this.#endFlight()
    this.flush()
  }

  #endFlight(): void {
    clearTimeout(this.#sendTimer)
    this.#inFlight = undefined
  }
}
