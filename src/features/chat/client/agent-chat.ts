import type { InboxTopic } from '#contract/vocabulary.ts'
import type { ChatMessage, ChatSession, ServerFrame } from '../protocol/protocol.ts'
import {
  ChatConnection,
  type ConnectionOptions,
  type ConnectionStatus,
  type FrameHandlers,
} from './chat-connection.ts'
import { ChatThread, type EarlierPage } from './chat-thread.ts'

type ThreadState = Pick<ChatThread, 'messages' | 'outbox' | 'isReady'> & {
  visitorTypes: boolean
  hasEarlier: boolean
}

export type AgentState = {
  connection: ConnectionStatus
  isJoined: boolean
  /** The server refused permanently; the agent must sign in again. */
  isRefused: boolean
  sessions: readonly ChatSession[]
  selectedId: string | undefined
  threads: Readonly<Record<string, ThreadState>>
  /** Counts of "Needs reply" by view. */
  counts: Extract<ServerFrame, { type: 'inbox_changed' }>['counts']
  /** The number of chats that have ended and still need a reply. */
  unanswered: number
  /** The ids of chats whose end can still be undone. */
  ending: readonly string[]
}

export type AgentOptions = ConnectionOptions & {
  adminId: string
  /** If absent, the whole history is loaded when a session is opened. */
  readEarlier?: (sessionId: string, after: string) => Promise<EarlierPage>
  /** Milliseconds in which the end of a chat can be undone. */
  undoMs?: number
}

export type AgentEvent =
  | { type: 'session'; session: ChatSession }
  | { type: 'message'; sessionId: string }

const firstPage = 50

export class AgentChat {
  state: AgentState = {
    connection: 'disconnected',
    isJoined: false,
    isRefused: false,
    sessions: [],
    selectedId: undefined,
    threads: {},
    counts: {},
    unanswered: 0,
    ending: [],
  }
  /** Lists to refetch; the consumer clears the set. */
  readonly changed = new Set<InboxTopic>()
  onChanged = () => {}
  #options: AgentOptions
  #connection: ChatConnection
  #threads = new Map<string, ChatThread>()
  #loading = new Map<string, Promise<void>>()
  /**
   * Timers by session. Undefined if the time is over but there was no connection to send the end.
   */
  #endings = new Map<string, ReturnType<typeof setTimeout> | undefined>()
  #hasList = false
  #inboxAt: number | undefined
  #listeners = new Set<() => void>()
  #eventListeners = new Set<(event: AgentEvent) => void>()

  constructor(options: AgentOptions) {
    this.#options = options
    this.#connection = new ChatConnection(options, {
      opened: () => this.refresh(),
      changed: () => this.#connectionChanged(),
      isWanted: () => true,
      handlers: this.#handlers,
    })
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Reports each new session and visitor message once. */
  onEvent(listener: (event: AgentEvent) => void): void {
    this.#eventListeners.add(listener)
  }

  connect(): void {
    this.#connection.open()
  }

  close(): void {
    this.endNow()
    for (const thread of this.#threads.values()) thread.disconnected()
    this.#connection.close()
  }

  refresh(): void {
    const { adminId } = this.#options
    const inboxAt = this.#inboxAt
    if (!this.#connection.send({ type: 'admin_join', adminId, inboxAt })) this.#connection.open()
  }

  /** Reports input, so that the agent does not count as idle. */
  reportActivity(): void {
    this.#connection.send({ type: 'activity' })
  }

  /** Adds a session that is missing from the list. */
  add(session: ChatSession): void {
    if (!this.state.sessions.some(({ id }) => id === session.id)) this.#put(session)
  }

  /** Opens a session. The server decides whether a waiting one becomes active. */
  select(sessionId: string | undefined): void {
    this.#set({ selectedId: sessionId })
    if (sessionId && this.state.isJoined) this.#join(sessionId)
  }

  /** @returns false when the text is blank or too long. */
  send(sessionId: string, text: string): boolean {
    return this.#threadOf(sessionId).send(text)
  }

  retry(sessionId: string, clientMessageId: string): void {
    this.#threadOf(sessionId).retry(clientMessageId)
  }

  type(sessionId: string): void {
    this.#threadOf(sessionId).type()
  }

  end(sessionId: string, notes?: string): boolean {
    return this.#connection.send({ type: 'end_session', sessionId, ...(notes && { notes }) })
  }

  /**
   * Ends a chat in 5 s unless `keep` is called first. Without a connection, it ends on
   * reconnecting.
   */
  endSoon(sessionId: string): void {
    const { undoMs = 5000 } = this.#options
    clearTimeout(this.#endings.get(sessionId))
    this.#endings.set(
      sessionId,
      setTimeout(() => this.#endOne(sessionId), undoMs),
    )
    this.#showEndings()
  }

  /** @returns false if the chat has already ended. */
  keep(sessionId: string): boolean {
    clearTimeout(this.#endings.get(sessionId))
    const isKept = this.#endings.delete(sessionId)
    this.#showEndings()
    return isKept
  }

  /** Ends the pending chats now, because the agent is leaving the page. */
  endNow(): void {
    for (const sessionId of this.#endings.keys()) this.#endOne(sessionId)
  }

  #endOne(sessionId: string): void {
    clearTimeout(this.#endings.get(sessionId))
    if (this.end(sessionId)) this.#endings.delete(sessionId)
    else this.#endings.set(sessionId, undefined)
    this.#showEndings()
  }

  #showEndings(): void {
    this.#set({ ending: [...this.#endings.keys()] })
  }

  loadEarlier(sessionId: string): Promise<void> {
    const { earlier } = this.#threadOf(sessionId)
    const { readEarlier } = this.#options
    if (!earlier || !readEarlier) return Promise.resolve()
    const loading =
      this.#loading.get(sessionId) ??
      readEarlier(sessionId, earlier)
        .then((page) => this.#threadOf(sessionId).takeEarlier(page))
        .finally(() => this.#loading.delete(sessionId))
    this.#loading.set(sessionId, loading)
    return loading
  }

  async loadAll(sessionId: string): Promise<readonly ChatMessage[]> {
    const thread = this.#threadOf(sessionId)
    while (thread.earlier) await this.loadEarlier(sessionId)
    return thread.messages
  }

  #threadOf(sessionId: string): ChatThread {
    let thread = this.#threads.get(sessionId)
    if (!thread) {
      const made = new ChatThread(sessionId, this.#connection, () => this.#show(made))
      this.#threads.set(sessionId, made)
      thread = made
    }
    return thread
  }

  #join(sessionId: string): void {
    const { adminId, readEarlier } = this.#options
    const { lastSeq } = this.#threadOf(sessionId)
    const newest = lastSeq === 0 && readEarlier ? { newest: firstPage } : {}
    this.#connection.send({ type: 'join_session', sessionId, adminId, lastSeq, ...newest })
  }

  #handlers: FrameHandlers = {
    admin_connected: ({ inboxAt }) => {
      this.#inboxAt = inboxAt
      this.#set({ isJoined: true, isRefused: false })
      for (const [sessionId, timer] of this.#endings) if (!timer) this.#endOne(sessionId)
    },
    inbox_changed: ({ topics, counts, unansweredChats = this.state.unanswered, inboxAt }) => {
      // A frame overtaken by a newer one has outdated counts.
      if (inboxAt >= (this.#inboxAt ?? 0)) {
        this.#inboxAt = inboxAt
        this.#set({ counts: { ...this.state.counts, ...counts }, unanswered: unansweredChats })
      }
      for (const topic of topics) this.changed.add(topic)
      this.onChanged()
    },
    active_sessions: ({ sessions }) => {
      this.#connection.resetBackoff()
      const before = new Map(this.state.sessions.map(({ id, messageCount }) => [id, messageCount]))
      const { selectedId } = this.state
      const shown = this.state.sessions.find(({ id }) => id === selectedId)
      this.#set({ sessions })
      // An ended chat may be too old for the list.
      if (shown && ['ended', 'abandoned'].includes(shown.status)) this.add(shown)
      this.#catchUp()
      const isFirst = !this.#hasList
      this.#hasList = true
      if (isFirst) return
      for (const session of sessions) {
        const isNew = session.status === 'waiting' && !before.has(session.id)
        if (isNew) this.#emit({ type: 'session', session })
        if (session.messageCount > (before.get(session.id) ?? 0)) this.#emitLastMessage(session)
      }
    },
    new_chat_session: ({ session }) => {
      this.#put(session)
      this.#emit({ type: 'session', session })
      this.#emitLastMessage(session)
    },
    session_history: (frame) => this.#takeHistory(frame),
    new_message: ({ message }) => this.#takeMessage(message),
    user_typing: ({ userType, sessionId, isTyping }) => {
      if (userType === 'visitor') this.#threadOf(sessionId).showTyping(isTyping)
    },
    user_disconnected: ({ sessionId }) => this.#change(sessionId, { status: 'abandoned' }),
    session_ended: ({ sessionId }) => this.#change(sessionId, { status: 'ended' }),
    message_delivered: ({ sessionId, messageId, deliveredAt }) =>
      this.#threads.get(sessionId)?.setDelivered(messageId, deliveredAt),
    error: (frame) => {
      for (const thread of this.#threads.values()) thread.refuse(frame)
    },
  }

  /** After a (re)connection, rejoins the open session and those with unsent messages. */
  #catchUp(): void {
    for (const { sessionId, isReady, outbox } of this.#threads.values()) {
      if (isReady) continue
      if (sessionId === this.state.selectedId || outbox.length > 0) this.#join(sessionId)
    }
    const { selectedId } = this.state
    if (selectedId && !this.#threads.has(selectedId)) this.#join(selectedId)
  }

  #takeHistory(frame: Extract<ServerFrame, { type: 'session_history' }>): void {
    const { session, more, next = null } = frame
    const thread = this.#threadOf(session.id)
    if (thread.lastSeq === 0) thread.earlier = next
    thread.takePage(session.messages)
    if (!more) thread.ready()
    this.#put({ ...session, messages: [] })
    this.#show(thread)
  }

  #takeMessage(message: ChatMessage): void {
    const thread = this.#threads.get(message.sessionId)
    if (thread?.isReady && !thread.take(message)) {
      thread.isReady = false
      this.#join(message.sessionId)
    }
    if (thread) this.#show(thread)
    const session = this.state.sessions.find(({ id }) => id === message.sessionId)
    if (!session || message.seq <= session.lastSeq) return
    const { seq: lastSeq, senderType, senderId, content, sentAt } = message
    this.#change(session.id, {
      lastSeq,
      ...(senderType !== 'system' && {
        lastMessage: { senderType, senderId, content },
        lastMessageAt: sentAt,
        messageCount: session.messageCount + 1,
      }),
    })
    if (senderType === 'visitor') this.#emit({ type: 'message', sessionId: session.id })
  }

  #put(session: ChatSession): void {
    const { sessions } = this.state
    const at = sessions.findIndex(({ id }) => id === session.id)
    this.#set({ sessions: at === -1 ? [session, ...sessions] : sessions.with(at, session) })
  }

  #change(sessionId: string, change: Partial<ChatSession>): void {
    const session = this.state.sessions.find(({ id }) => id === sessionId)
    if (session) this.#put({ ...session, ...change })
  }

  /** Reports a message that arrived while disconnected and is known only from the session list. */
  #emitLastMessage({ id, lastMessage }: ChatSession): void {
    if (lastMessage?.senderType === 'visitor') this.#emit({ type: 'message', sessionId: id })
  }

  #emit(event: AgentEvent): void {
    for (const listener of this.#eventListeners) listener(event)
  }

  #connectionChanged(): void {
    const { status, refused } = this.#connection
    const isLost = status !== 'connected'
    for (const thread of isLost ? this.#threads.values() : []) {
      thread.disconnected()
      this.#show(thread)
    }
    this.#set({ connection: status, isRefused: refused, ...(isLost && { isJoined: false }) })
  }

  #show(thread: ChatThread): void {
    const { sessionId, messages, outbox, otherTypes: visitorTypes, isReady, earlier } = thread
    const shown = { messages, outbox, visitorTypes, isReady, hasEarlier: earlier !== null }
    this.#set({ threads: { ...this.state.threads, [sessionId]: shown } })
  }

  #set(change: Partial<AgentState>): void {
    this.state = { ...this.state, ...change }
    for (const listener of this.#listeners) listener()
  }
}
