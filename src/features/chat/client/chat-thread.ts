import { cleanContent, times } from '../protocol/constants.ts'
import type { ChatMessage, ServerFrame } from '../protocol/protocol.ts'
import type { ChatConnection } from './chat-connection.ts'

/** An unacknowledged message. If `failed`, the server refused it and only the user can retry. */
export type Pending = {
  clientMessageId: string
  content: string
  /** ISO 8601 time of the local clock; the stored message has the server's time. */
  sentAt: string
  state: 'sending' | 'failed'
}

/** A page of older messages, newest first. `next` is the cursor of the page before it. */
export type EarlierPage = { items: readonly ChatMessage[]; next: string | null }

/** Temporary errors: the message itself is acceptable and is retried. */
const temporary = new Set(['unavailable', 'too_many'])
const retryMs = 1_000
/** Interval for repeating `typing_start`, well within its expiry at the other end. */
const typingAgainMs = 3_000

/**
 * Stored messages without gaps or duplicates, and the outbox. A message waits for the echo of the
 * one before and is sent again after a lost connection. Lists are replaced, never mutated.
 */
export class ChatThread {
  readonly sessionId: string
  messages: readonly ChatMessage[] = []
  outbox: readonly Pending[] = []
  /** Cursor of the messages before `messages`; null if there are none. */
  earlier: string | null = null
  otherTypes = false
  /** The join was answered and every message stored by then has arrived. */
  isReady = false
  #connection: ChatConnection
  #changed: () => void
  #inFlight: string | undefined
  #sendTimer: ReturnType<typeof setTimeout> | undefined
  #shownTimer: ReturnType<typeof setTimeout> | undefined
  #stopTimer: ReturnType<typeof setTimeout> | undefined
  #typingSentAt = 0

  constructor(sessionId: string, connection: ChatConnection, changed: () => void) {
    this.sessionId = sessionId
    this.#connection = connection
    this.#changed = changed
  }

  get lastSeq(): number {
    return this.messages.at(-1)?.seq ?? 0
  }

  /** @returns false, without any effect, if the text is blank or too long. */
  send(text: string): boolean {
    const content = cleanContent(text)
    if (!content) return false
    this.stopTyping()
    const sentAt = new Date().toISOString()
    this.outbox = [
      ...this.outbox,
      { clientMessageId: newMessageId(), content, sentAt, state: 'sending' },
    ]
    this.#changed()
    this.flush()
    return true
  }

  retry(clientMessageId: string): void {
    this.#setState(clientMessageId, 'sending')
    this.flush()
  }

  #setState(clientMessageId: string, state: Pending['state']): void {
    this.outbox = this.outbox.map((pending) =>
      pending.clientMessageId === clientMessageId ? { ...pending, state } : pending,
    )
    this.#changed()
  }

  flush(): void {
    const { sessionId } = this
    const next = this.outbox.find(({ state }) => state === 'sending')
    if (!next || this.#inFlight || !this.isReady) return
    const { clientMessageId, content } = next
    const frame = { type: 'send_message', sessionId, content, messageType: 'text' } as const
    if (!this.#connection.send({ ...frame, clientMessageId })) return
    this.#inFlight = clientMessageId
    const { echoTimeout } = this.#connection.pace
    this.#sendTimer = setTimeout(() => this.#connection.reconnect(), echoTimeout)
  }

  ready(): void {
    this.isReady = true
    this.flush()
  }

  disconnected(): void {
    this.isReady = false
    this.#endFlight()
    this.showTyping(false)
    clearTimeout(this.#stopTimer)
    this.#typingSentAt = 0
  }

  /** @returns false if earlier messages are missing; request them again from `lastSeq`. */
  take(message: ChatMessage): boolean {
    const isNext = message.seq === this.lastSeq + 1
    if (isNext && message.senderType !== 'system') this.showTyping(false)
    if (isNext) this.messages = [...this.messages, message]
    this.#acknowledge([message])
    return message.seq <= this.lastSeq
  }

  takePage(page: readonly ChatMessage[]): void {
    const { lastSeq } = this
    this.messages = [...this.messages, ...page.filter(({ seq }) => seq > lastSeq)]
    this.#acknowledge(page)
  }

  takeEarlier({ items, next }: EarlierPage): void {
    const firstSeq = this.messages[0]?.seq ?? 0
    const page = items.filter(({ seq }) => seq < firstSeq).toReversed()
    this.messages = [...page, ...this.messages]
    this.earlier = next
    this.#changed()
  }

  #acknowledge(stored: readonly ChatMessage[]): void {
    const ids = new Set(stored.map(({ clientMessageId }) => clientMessageId))
    const outbox = this.outbox.filter(({ clientMessageId }) => !ids.has(clientMessageId))
    if (outbox.length < this.outbox.length) this.outbox = outbox
    if (this.#inFlight && ids.has(this.#inFlight)) this.#endFlight()
    this.flush()
  }

  setDelivered(messageId: string, deliveredAt: string): void {
    const at = this.messages.findLastIndex(({ id }) => id === messageId)
    const found = this.messages[at]
    if (!found || found.deliveredAt) return
    this.messages = this.messages.with(at, { ...found, deliveredAt })
    this.#changed()
  }

  /** @returns whether the error was about a message of this thread. */
  refuse({ clientMessageId, code }: Extract<ServerFrame, { type: 'error' }>): boolean {
    if (!clientMessageId || clientMessageId !== this.#inFlight) return false
    this.#endFlight()
    if (temporary.has(code)) this.#sendTimer = setTimeout(() => this.flush(), retryMs)
    else {
      this.#setState(clientMessageId, 'failed')
      this.flush()
    }
    return true
  }

  /** Call this on every keystroke; `typing_stop` is sent 2 s after the last one. */
  type(): void {
    const now = Date.now()
    const { sessionId } = this
    const isDue = now - this.#typingSentAt >= typingAgainMs
    if (isDue && this.#connection.send({ type: 'typing_start', sessionId })) {
      this.#typingSentAt = now
    }
    clearTimeout(this.#stopTimer)
    this.#stopTimer = setTimeout(() => this.stopTyping(), times.typingStop)
  }

  stopTyping(): void {
    clearTimeout(this.#stopTimer)
    if (this.#typingSentAt === 0) return
    this.#typingSentAt = 0
    this.#connection.send({ type: 'typing_stop', sessionId: this.sessionId })
  }

  /** Shows that the other side is typing, for 6 s unless renewed. */
  showTyping(types: boolean): void {
    clearTimeout(this.#shownTimer)
    if (types) this.#shownTimer = setTimeout(() => this.showTyping(false), times.typingShown)
    if (this.otherTypes === types) return
    this.otherTypes = types
    this.#changed()
  }

  #endFlight(): void {
    clearTimeout(this.#sendTimer)
    this.#inFlight = undefined
  }
}

/** A version 4 UUID (RFC 9562, 5.4); `crypto.randomUUID` does not exist on pages without https. */
export function newMessageId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte, at) => {
    const fixed = at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte
    return fixed.toString(16).padStart(2, '0')
  }).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
