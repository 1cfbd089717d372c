import type { ChatMessage } from '../protocol/protocol.ts'

/** A message on its way. `failed`: the server refused it; only a person can try it again. */
export type Pending = {
  clientMessageId: string
  content: string
  /** Local time in ISO 8601, until the server's time comes with the stored message. */
  sentAt: string
  state: 'sending' | 'failed'
}

/**
 * One conversation as a client knows it: the stored messages without a gap, in order, each once;
 * and what is on its way. Lists are replaced, never changed, so that a view can compare them.
 */
export class ChatLog {
  messages: readonly ChatMessage[] = []
  outbox: readonly Pending[] = []

  get lastSeq(): number {
    return this.messages.at(-1)?.seq ?? 0
  }

  /**
   * Takes a message from the server. Its own message coming back leaves the outbox.
   *
   * @returns `gap` when messages before it are missing: it is not taken, ask again from `lastSeq`.
   */
  take(message: ChatMessage): 'added' | 'known' | 'gap' {
    const { clientMessageId } = message
    if (clientMessageId && this.outbox.some((sent) => sent.clientMessageId === clientMessageId)) {
      this.outbox = this.outbox.filter((sent) => sent.clientMessageId !== clientMessageId)
    }
    if (message.seq <= this.lastSeq) return 'known'
    if (message.seq > this.lastSeq + 1) return 'gap'
    this.messages = [...this.messages, message]
    return 'added'
  }

  /** Takes a page of messages in order. */
  takeAll(page: readonly ChatMessage[]): void {
    const fresh = page.filter(({ seq }) => seq > this.lastSeq)
    for (const message of page) if (message.seq <= this.lastSeq) this.take(message)
    const own = new Set(fresh.map(({ clientMessageId }) => clientMessageId))
    this.outbox = this.outbox.filter(({ clientMessageId }) => !own.has(clientMessageId))
    this.messages = [...this.messages, ...fresh]
  }

  /** Notes a time of delivery. */
  markDelivered(messageId: string, deliveredAt: string): boolean {
    const at = this.messages.findLastIndex(({ id }) => id === messageId)
    const found = this.messages[at]
    if (!found || found.deliveredAt) return false
    this.messages = this.messages.with(at, { ...found, deliveredAt })
    return true
  }

  put(content: string): Pending {
    const pending: Pending = {
      clientMessageId: newMessageId(),
      content,
      sentAt: new Date().toISOString(),
      state: 'sending',
    }
    this.outbox = [...this.outbox, pending]
    return pending
  }

  setState(clientMessageId: string, state: Pending['state']): void {
    this.outbox = this.outbox.map((sent) =>
      sent.clientMessageId === clientMessageId ? { ...sent, state } : sent,
    )
  }

  /** The one that may be sent now: order is kept by waiting for the echo of the one before. */
  get next(): Pending | undefined {
    return this.outbox.find(({ state }) => state === 'sending')
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
