import type { ChatMessage, ChatSession, ServerFrame } from '../protocol/protocol.ts'
import {
  ChatConnection,
  type ConnectionOptions,
  type ConnectionStatus,
  type FrameHandlers,
  handleFrame,
} from './chat-connection.ts'
import type { Pending } from './chat-log.ts'
import { ChatThread } from './chat-thread.ts'

type ThreadState = {
  messages: readonly ChatMessage[]
  outbox: readonly Pending[]
  visitorTypes: boolean
  /** False until the history is loaded, and after a lost connection until it has caught up. */
  isReady: boolean
}

export type AgentState = {
  line: ConnectionStatus
  /** The server has accepted the join. */
  isJoined: boolean
  /** The server refused permanently; the agent must sign in again. */
  isRefused: boolean
  sessions: readonly ChatSession[]
  selectedId: string | undefined
  threads: Readonly<Record<string, ThreadState>>
}

export type AgentOptions = ConnectionOptions & { adminId: string }

/** Events that the console may alert the agent to. */
export type AgentNews =
  | { type: 'session'; session: ChatSession }
  | { type: 'message'; sessionId: string }

/** Headless agent client for all chats: observable state and actions. */
export class AgentChat {
  state: AgentState = {
    line: 'disconnected',
    isJoined: false,
    isRefused: false,
    sessions: [],
    selectedId: undefined,
    threads: {},
  }
  #options: AgentOptions
  #line: ChatConnection
  #threads = new Map<string, ChatThread>()
  #hasList = false
  #listeners = new Set<() => void>()
  #newsListeners = new Set<(news: AgentNews) => void>()

  constructor(options: AgentOptions) {
    this.#options = options
    this.#line = new ChatConnection(options, {
      opened: () => this.refresh(),
      heard: (frame) => handleFrame(this.#hearers, frame),
      changed: () => this.#lineChanged(),
      isWanted: () => true,
    })
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Reports each new session and visitor message once. */
  onNews(listener: (news: AgentNews) => void): () => void {
    this.#newsListeners.add(listener)
    return () => this.#newsListeners.delete(listener)
  }

  connect(): void {
    this.#line.open()
  }

  close(): void {
    for (const thread of this.#threads.values()) thread.lose()
    this.#line.close()
  }

  /** Requests the list again, or connects if there is no connection. */
  refresh(): void {
    const { adminId } = this.#options
    if (!this.#line.say({ type: 'admin_join', adminId })) this.#line.open()
  }

  /** Opens a session. The server decides whether a waiting one becomes active. */
  select(sessionId: string | undefined): void {
    this.#set({ selectedId: sessionId })
    if (sessionId && this.state.isJoined) this.#ask(sessionId)
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
    return this.#line.say({ type: 'end_session', sessionId, ...(notes && { notes }) })
  }

  #threadOf(sessionId: string): ChatThread {
    const known = this.#threads.get(sessionId)
    if (known) return known
    const thread = new ChatThread(
      sessionId,
      this.#line,
      () => this.#show(thread),
      this.#options.pace?.echoPatience,
    )
    this.#threads.set(sessionId, thread)
    return thread
  }

  #ask(sessionId: string): void {
    const { lastSeq } = this.#threadOf(sessionId)
    this.#line.say({ type: 'join_session', sessionId, adminId: this.#options.adminId, lastSeq })
  }

  #hearers: FrameHandlers = {
    admin_connected: () => this.#set({ isJoined: true, isRefused: false }),
    active_sessions: ({ sessions }) => {
      this.#line.settle()
      const known = new Map(this.state.sessions.map(({ id, messageCount }) => [id, messageCount]))
      this.#set({ sessions })
      this.#catchUp()
      const isFirst = !this.#hasList
      this.#hasList = true
      if (isFirst) return
      for (const session of sessions) {
        const isNew = session.status === 'waiting' && !known.has(session.id)
        if (isNew) this.#tell({ type: 'session', session })
        if (session.messageCount > (known.get(session.id) ?? 0)) this.#tellOfLastMessage(session)
      }
    },
    new_chat_session: ({ session }) => {
      this.#put(session)
      this.#tell({ type: 'session', session })
      this.#tellOfLastMessage(session)
    },
    session_history: (frame) => this.#takeHistory(frame),
    new_message: ({ message }) => this.#takeMessage(message),
    user_typing: ({ userType, sessionId, isTyping }) => {
      if (userType === 'visitor') this.#threadOf(sessionId).showTyping(isTyping)
    },
    user_disconnected: ({ sessionId }) => this.#change(sessionId, { status: 'abandoned' }),
    session_ended: ({ sessionId }) => this.#change(sessionId, { status: 'ended' }),
    message_delivered: ({ sessionId, messageId, deliveredAt }) => {
      const thread = this.#threads.get(sessionId)
      if (thread?.markDelivered(messageId, deliveredAt)) this.#show(thread)
    },
    error: (frame) => {
      for (const thread of this.#threads.values()) if (thread.refuse(frame)) this.#show(thread)
    },
  }

  /** After a (re)connection, rejoins the open session and those with unsent messages. */
  #catchUp(): void {
    for (const { sessionId, isReady, outbox } of this.#threads.values()) {
      if (isReady) continue
      if (sessionId === this.state.selectedId || outbox.length > 0) this.#ask(sessionId)
    }
    const { selectedId } = this.state
    if (selectedId && !this.#threads.has(selectedId)) this.#ask(selectedId)
  }

  #takeHistory({ session, more }: Extract<ServerFrame, { type: 'session_history' }>): void {
    const thread = this.#threadOf(session.id)
    thread.takeAll(session.messages)
    if (!more) thread.ready()
    this.#put({ ...session, messages: [] })
    this.#show(thread)
  }

  #takeMessage(message: ChatMessage): void {
    const thread = this.#threads.get(message.sessionId)
    if (thread?.isReady && thread.take(message) === 'gap') {
      thread.isReady = false
      this.#ask(message.sessionId)
    }
    if (thread) this.#show(thread)
    const session = this.state.sessions.find(({ id }) => id === message.sessionId)
    if (!session || message.seq <= session.lastSeq) return
    const { seq: lastSeq, senderType, senderId, content, sentAt } = message
    const said = senderType !== 'system'
    this.#change(session.id, {
      lastSeq,
      ...(said && {
        lastMessage: { senderType, senderId, content },
        lastMessageAt: sentAt,
        messageCount: session.messageCount + 1,
      }),
    })
    if (senderType === 'visitor') this.#tell({ type: 'message', sessionId: session.id })
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
  #tellOfLastMessage({ id, lastMessage }: ChatSession): void {
    if (lastMessage?.senderType === 'visitor') this.#tell({ type: 'message', sessionId: id })
  }

  #tell(news: AgentNews): void {
    for (const listener of this.#newsListeners) listener(news)
  }

  #lineChanged(): void {
    const { status, refused } = this.#line
    const lost = status !== 'connected'
    if (lost) {
      for (const thread of this.#threads.values()) {
        thread.lose()
        this.#show(thread)
      }
    }
    this.#set({ line: status, isRefused: refused, ...(lost && { isJoined: false }) })
  }

  #show(thread: ChatThread): void {
    const { messages, outbox, otherTypes, isReady } = thread
    const shown: ThreadState = { messages, outbox, visitorTypes: otherTypes, isReady }
    this.#set({ threads: { ...this.state.threads, [thread.sessionId]: shown } })
  }

  #set(change: Partial<AgentState>): void {
    this.state = { ...this.state, ...change }
    for (const listener of this.#listeners) listener()
  }
}
