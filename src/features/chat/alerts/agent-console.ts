import { AgentChat, type AgentEvent, type AgentState } from '../client/chat-client.ts'

export type Alert = { kind: 'waiting' | 'message'; sessionId: string; name: string }

const nobody: ReadonlyMap<string, number> = new Map()

/**
 * The agent's chats and their unread counts. One instance serves all screens behind the login, so
 * that waiting visitors are noticed on each of them.
 */
export class AgentConsole {
  readonly chat: AgentChat
  readonly ownId: string
  /** Unread visitor messages by session. Replaced, never mutated. */
  unread = nobody
  #attended: string | undefined
  #listeners = new Set<() => void>()
  #ringers = new Set<(call: Alert) => void>()

  constructor(url: string, ownId: string) {
    this.ownId = ownId
    this.chat = new AgentChat({ url, adminId: ownId })
    this.chat.onEvent((event) => this.#handle(event))
  }

  subscribe = (listener: () => void): (() => void) => {
    const stop = this.chat.subscribe(listener)
    this.#listeners.add(listener)
    return () => {
      stop()
      this.#listeners.delete(listener)
    }
  }

  onCall(ringer: (call: Alert) => void): () => void {
    this.#ringers.add(ringer)
    return () => this.#ringers.delete(ringer)
  }

  /** Connects and tracks the visibility of the page. @returns a function that ends both. */
  open(): () => void {
    const look = () => this.#look()
    document.addEventListener('visibilitychange', look)
    this.chat.connect()
    return () => {
      document.removeEventListener('visibilitychange', look)
      this.chat.close()
    }
  }

  attend(sessionId: string | undefined): void {
    this.#attended = sessionId
    this.#look()
  }

  #look(): void {
    const id = this.#attended
    if (!id || document.hidden || !this.unread.has(id)) return
    this.unread = new Map([...this.unread].filter(([of]) => of !== id))
    this.#tell()
  }

  #handle(event: AgentEvent): void {
    if (event.type === 'session') {
      const { id, status, visitorName } = event.session
      if (status === 'waiting') this.#ring({ kind: 'waiting', sessionId: id, name: visitorName })
      return
    }
    const { sessionId } = event
    if (sessionId === this.#attended && !document.hidden) return
    this.unread = new Map(this.unread).set(sessionId, (this.unread.get(sessionId) ?? 0) + 1)
    this.#tell()
    const name = this.chat.state.sessions.find(({ id }) => id === sessionId)?.visitorName ?? ''
    this.#ring({ kind: 'message', sessionId, name })
  }

  #ring(call: Alert): void {
    for (const ringer of this.#ringers) ringer(call)
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** Sessions that need an agent: waiting ones, and active ones with unread messages. */
export function attentionOf(state: AgentState, unread: ReadonlyMap<string, number>): number {
  return state.sessions.filter(
    ({ id, status }) => status === 'waiting' || (status === 'active' && unread.has(id)),
  ).length
}
