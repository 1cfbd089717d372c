import { AgentChat, type AgentNews, type AgentState } from '../client/chat-client.ts'

/** What the desk may want to ring for: somebody new, or words that nobody is looking at. */
export type Alert = { kind: 'waiting' | 'message'; sessionId: string; name: string }

const nobody: ReadonlyMap<string, number> = new Map()

/**
 * The agent's chats and what has not been looked at in them. One for all screens behind the login,
 * so that somebody who waits is noticed on every one of them.
 */
export class AgentConsole {
  readonly chat: AgentChat
  readonly ownId: string
  /** Messages of visitors that nobody has seen, by session. Replaced, never changed. */
  unread = nobody
  #attended: string | undefined
  #listeners = new Set<() => void>()
  #ringers = new Set<(call: Alert) => void>()

  constructor(url: string, ownId: string) {
    this.ownId = ownId
    this.chat = new AgentChat({ url, adminId: ownId })
    this.chat.onNews((news) => this.#hear(news))
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

  /** Opens the socket and follows whether somebody looks. @returns the end of both. */
  open(): () => void {
    const look = () => this.#look()
    document.addEventListener('visibilitychange', look)
    this.chat.connect()
    return () => {
      document.removeEventListener('visibilitychange', look)
      this.chat.close()
    }
  }

  /** Says which session is on screen. */
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

  #hear(news: AgentNews): void {
    if (news.type === 'session') {
      const { id, status, visitorName } = news.session
      if (status === 'waiting') this.#ring({ kind: 'waiting', sessionId: id, name: visitorName })
      return
    }
    const { sessionId } = news
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

/** How many sessions want a person: those that wait, and those with unseen words. */
export function attentionOf(state: AgentState, unread: ReadonlyMap<string, number>): number {
  return state.sessions.filter(
    ({ id, status }) => status === 'waiting' || (status === 'active' && unread.has(id)),
  ).length
}
