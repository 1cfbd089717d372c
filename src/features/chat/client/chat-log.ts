import type { ChatMessage } from '../protocol/protocol.ts'

/** An unacknowledged message. `failed`: the server refused it, and only the user can retry. */
export type Pending = {
  clientMessageId: string
  content: string
  /** ISO 8601 by the local clock; the stored message has the server's time. */
  sentAt: string
  state: 'sending' | 'failed'
}

/**
 * Client copy of a conversation: stored messages in order, without gaps or duplicates, and the
 * outbox. Lists are replaced and never mutated, so views can compare them by identity.
 */
export class ChatLog {
  messages: readonly ChatMessage[] = []
  outbox: readonly Pending[] = []

  get lastSeq(): number {
    return this.messages.at(-1)?.seq ?? 0
  }

  /**
   * Adds a message from the server; the client's own message is removed from the outbox.
   *
   * @returns `gap` when earlier messages are missing: not added, request again from `lastSeq`.
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

  takeAll(page: readonly ChatMessage[]): void {
    const fresh = page.filter(({ seq }) => seq > this.lastSeq)
    for (const message of page) if (message.seq <= this.lastSeq) this.take(message)
    const own = new Set(fresh.map(({ clientMessageId }) => clientMessageId))
    this.outbox = this.outbox.filter(({ clientMessageId }) => !own.has(clientMessageId))
    this.messages = [...this.messages, ...fresh]
  }

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

  /** The only message that may be sent now: waiting for each echo preserves the order. */
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
