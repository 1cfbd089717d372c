import { closeCodes } from '../protocol/constants.ts'
import type { ChatMessage, ServerFrame, VisitorInfo } from '../protocol/protocol.ts'
import {
  ChatConnection,
  type ConnectionOptions,
  type ConnectionStatus,
  type FrameHandlers,
} from './chat-connection.ts'
import { ChatThread, type Pending } from './chat-thread.ts'

/** The identity survives a reload. `visitorId` is the secret that the server issued. */
export type Identity = { visitorId: string; sessionId: string }

export type Memory = {
  readIdentity(): Identity | undefined
  writeIdentity(identity: Identity | undefined): void
  readOutbox(sessionId: string): readonly Pending[]
  writeOutbox(sessionId: string, outbox: readonly Pending[]): void
}

type VisitorAgent = {
  name: string | null
  title?: string | undefined
  /** The URL of the portrait. */
  portrait?: string | undefined
  isPresent: boolean
}

export type VisitorState = {
  connection: ConnectionStatus
  isAgentThere: boolean | undefined
  /**
   * `intro` means that there is no session, `joining` that one was requested without a response
   * yet.
   */
  phase: 'intro' | 'joining' | 'waiting' | 'active' | 'ended'
  sessionId: string | undefined
  /** The agent who answers; `isPresent` is false while they are disconnected. */
  agent: VisitorAgent | undefined
  messages: readonly ChatMessage[]
  outbox: readonly Pending[]
  agentTypes: boolean
  /** Earlier messages are still arriving and must not be announced as new. */
  isCatchingUp: boolean
  /** Why the server refused the join, if the visitor can correct it. */
  refusal: string | undefined
  /** The server accepts no new chats for now. */
  isFull: boolean
}

export type VisitorOptions = ConnectionOptions & {
  memory: Memory
  surroundings?: () => Pick<VisitorInfo, 'currentPage' | 'userAgent' | 'referrer'>
}

const initial: VisitorState = {
  connection: 'disconnected',
  isAgentThere: undefined,
  phase: 'intro',
  sessionId: undefined,
  agent: undefined,
  messages: [],
  outbox: [],
  agentTypes: false,
  isCatchingUp: false,
  refusal: undefined,
  isFull: false,
}

export class VisitorChat {
  state: VisitorState = initial
  #options: VisitorOptions
  #connection: ChatConnection
  #thread: ChatThread | undefined
  #identity: Identity | undefined
  #info: VisitorInfo | undefined
  #caughtUpAt = 0
  #isShown = false
  #unreported: string[] = []
  #listeners = new Set<() => void>()

  constructor(options: VisitorOptions) {
    this.#options = options
    this.#connection = new ChatConnection(options, {
      opened: () => this.#join(),
      changed: () => this.#connectionChanged(),
      isWanted: (code) => {
        const { phase } = this.state
        // An idle socket closed before the form was sent is reopened on demand only.
        return phase === 'intro' ? this.#isShown && code !== closeCodes.idle : phase !== 'ended'
      },
      handlers: this.#handlers,
    })
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Connects without starting a session. Call this when the widget opens. */
  show(): void {
    this.#isShown = true
    this.#connection.open()
  }

  /** Keeps the connection, but does not reconnect while there is no session. */
  hide(): void {
    this.#isShown = false
  }

  /** @returns false if this browser has no session. */
  resume(): boolean {
    const identity = this.#options.memory.readIdentity()
    if (!identity) return false
    this.#identity = identity
    this.#begin()
    return true
  }

  start(info: Pick<VisitorInfo, 'name' | 'email' | 'company'>): void {
    this.#info = info
    this.#begin()
  }

  /** @returns false if the text is blank or too long, or if there is no open session. */
  send(text: string): boolean {
    const open = this.state.phase === 'waiting' || this.state.phase === 'active'
    return open && (this.#thread?.send(text) ?? false)
  }

  retry(clientMessageId: string): void {
    this.#thread?.retry(clientMessageId)
  }

  type(): void {
    this.#thread?.type()
  }

  leave(): void {
    const { sessionId } = this.state
    if (sessionId && this.state.phase !== 'ended') {
      this.#connection.send({ type: 'end_session', sessionId })
    }
    this.startAnew()
    this.#connection.close()
  }

  startAnew(): void {
    this.#options.memory.writeIdentity(undefined)
    if (this.#identity) this.#options.memory.writeOutbox(this.#identity.sessionId, [])
    this.#thread?.disconnected()
    this.#thread = undefined
    this.#identity = undefined
    this.#info = undefined
    const { isAgentThere } = this.state
    this.#set({ ...initial, connection: this.#connection.status, isAgentThere })
  }

  /** Closes the socket; the session stays open. */
  close(): void {
    this.#thread?.disconnected()
    this.#connection.close()
  }

  #begin(): void {
    this.#set({ phase: 'joining', refusal: undefined, isFull: false })
    if (this.#connection.isOpen) this.#join()
    else this.#connection.open()
  }

  #join(): void {
    if (!this.#info && !this.#identity) return
    this.#connection.send({
      type: 'visitor_join',
      visitorInfo: { ...this.#info, ...this.#options.surroundings?.() },
      ...this.#identity,
      lastSeq: this.#thread?.lastSeq ?? 0,
    })
  }

  #handlers: FrameHandlers = {
    availability: ({ available }) => this.#set({ isAgentThere: available }),
    session_created: (frame) => this.#joined(frame),
    new_message: ({ message }) => this.#take(message),
    admin_joined: ({ adminName: name, adminTitle: title, adminPortraitUrl: portrait }) =>
      this.#set({ phase: 'active', agent: { name, title, portrait, isPresent: true } }),
    user_disconnected: () => {
      const { agent } = this.state
      this.#set({ agent: agent && { ...agent, isPresent: false } })
    },
    user_typing: ({ isTyping }) => this.#thread?.showTyping(isTyping),
    session_ended: ({ sessionId }) => {
      if (sessionId !== this.state.sessionId) return
      this.#options.memory.writeIdentity(undefined)
      this.#set({ phase: 'ended', agentTypes: false })
    },
    error: (frame) => {
      if (this.#thread?.refuse(frame) || this.state.phase !== 'joining') return
      if (frame.code === 'unavailable') {
        this.#connection.reconnect()
        return
      }
      this.startAnew()
      if (frame.code === 'invalid') this.#set({ refusal: frame.message })
      if (frame.code === 'too_many') this.#set({ isFull: true })
    },
  }

  #joined(frame: Extract<ServerFrame, { type: 'session_created' }>): void {
    const { memory } = this.#options
    const { visitorId, sessionId } = frame
    if (this.#thread?.sessionId !== sessionId) {
      this.#thread?.disconnected()
      this.#thread = new ChatThread(sessionId, this.#connection, () => this.#threadChanged())
      this.#thread.outbox = memory.readOutbox(sessionId)
    }
    this.#identity = { visitorId, sessionId }
    memory.writeIdentity(this.#identity)
    this.#caughtUpAt = frame.lastSeq
    // `session_ended` follows the last message if the session has ended.
    const phase = frame.status === 'active' || frame.status === 'ended' ? 'active' : 'waiting'
    this.#set({ phase, sessionId, agent: phase === 'active' ? this.state.agent : undefined })
    this.#threadChanged()
    this.#readyOnceCaughtUp(this.#thread)
  }

  #readyOnceCaughtUp(thread: ChatThread): void {
    if (thread.isReady || thread.lastSeq < this.#caughtUpAt) return
    this.#connection.resetBackoff()
    thread.ready()
  }

  #take(message: ChatMessage): void {
    const thread = this.#thread
    if (!thread || message.sessionId !== thread.sessionId) return
    if (!thread.take(message)) {
      this.#connection.reconnect()
      return
    }
    if (message.senderType !== 'visitor' && !message.deliveredAt) this.#delivered(message.id)
    this.#threadChanged()
    this.#readyOnceCaughtUp(thread)
  }

  /** Reports the deliveries of one microtask in one frame. */
  #delivered(messageId: string): void {
    this.#unreported.push(messageId)
    if (this.#unreported.length > 1) return
    queueMicrotask(() => {
      const messageIds = this.#unreported.splice(0)
      const [messageId] = messageIds
      const ids = messageIds.length === 1 ? { messageId } : { messageIds }
      this.#connection.send({ type: 'mark_message_delivered', ...ids })
    })
  }

  #connectionChanged(): void {
    const { status } = this.#connection
    if (status !== 'connected') this.#thread?.disconnected()
    this.#set({ connection: status })
  }

  #threadChanged(): void {
    const thread = this.#thread
    if (!thread) return
    if (thread.outbox !== this.state.outbox)
      this.#options.memory.writeOutbox(thread.sessionId, thread.outbox)
    this.#set({
      messages: thread.messages,
      outbox: thread.outbox,
      agentTypes: thread.otherTypes,
      isCatchingUp: thread.lastSeq < this.#caughtUpAt,
    })
  }

  #set(change: Partial<VisitorState>): void {
    this.state = { ...this.state, ...change }
    for (const listener of this.#listeners) listener()
  }
}
