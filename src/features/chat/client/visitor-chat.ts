import type { ChatMessage, ErrorCode, ServerFrame, VisitorInfo } from '../protocol/protocol.ts'
import { closeCodes } from '../protocol/words.ts'
import {
  ChatConnection,
  type ConnectionOptions,
  type ConnectionStatus,
  type FrameHandlers,
  handleFrame,
} from './chat-connection.ts'
import type { Pending } from './chat-log.ts'
import { ChatThread } from './chat-thread.ts'

/** Survives a reload. `visitorId` is the secret that the server issued. */
export type Identity = { visitorId: string; sessionId: string }

export type Memory = {
  readIdentity(): Identity | undefined
  writeIdentity(identity: Identity | undefined): void
  readOutbox(): readonly Pending[]
  writeOutbox(outbox: readonly Pending[]): void
}

export type VisitorState = {
  line: ConnectionStatus
  /** Whether an agent is connected, as last reported by the server. */
  isAgentThere: boolean | undefined
  /** `intro`: no session. `joining`: requested, not answered yet. */
  phase: 'intro' | 'joining' | 'waiting' | 'active' | 'ended'
  sessionId: string | undefined
  /** The answering agent; `isPresent` is false while they are disconnected. */
  agent: { id: string | null; name: string | null; isPresent: boolean } | undefined
  messages: readonly ChatMessage[]
  outbox: readonly Pending[]
  agentTypes: boolean
  /** Earlier messages are still arriving and must not be announced as new. */
  isCatchingUp: boolean
  /** Why the server refused the join, if the visitor can correct it. */
  refusal: string | undefined
}

export type VisitorOptions = ConnectionOptions & {
  memory: Memory
  surroundings?: () => Pick<VisitorInfo, 'currentPage' | 'userAgent' | 'referrer'>
}

const mendable: ReadonlySet<ErrorCode> = new Set(['invalid', 'too_many'])

const nothingYet: VisitorState = {
  line: 'disconnected',
  isAgentThere: undefined,
  phase: 'intro',
  sessionId: undefined,
  agent: undefined,
  messages: [],
  outbox: [],
  agentTypes: false,
  isCatchingUp: false,
  refusal: undefined,
}

/** Headless visitor client: observable state and actions. */
export class VisitorChat {
  state: VisitorState = nothingYet
  #options: VisitorOptions
  #line: ChatConnection
  #thread: ChatThread | undefined
  #identity: Identity | undefined
  #info: VisitorInfo | undefined
  #caughtUpAt = 0
  #isShown = false
  #unmarked: string[] = []
  #listeners = new Set<() => void>()

  constructor(options: VisitorOptions) {
    this.#options = options
    this.#line = new ChatConnection(options, {
      opened: () => this.#join(),
      heard: (frame) => handleFrame(this.#hearers, frame),
      changed: () => this.#lineChanged(),
      isWanted: (code) => {
        const { phase } = this.state
        // An idle socket closed before the form was sent is reopened on demand only.
        return phase === 'intro' ? this.#isShown && code !== closeCodes.idle : phase !== 'ended'
      },
    })
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Connects without starting a session; call when the widget opens. */
  show(): void {
    this.#isShown = true
    this.#line.open()
  }

  /** Keeps the connection, but does not reconnect while there is no session. */
  hide(): void {
    this.#isShown = false
  }

  /** Resumes this browser's session. @returns false when there is none. */
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

  /** @returns false when the text is blank or too long, or there is no open session. */
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

  /** Ends the session and forgets it; call when the widget is closed. */
  leave(): void {
    const { sessionId } = this.state
    if (sessionId && this.state.phase !== 'ended') {
      this.#line.say({ type: 'end_session', sessionId })
    }
    this.startAnew()
    this.#line.close()
  }

  startAnew(): void {
    this.#options.memory.writeIdentity(undefined)
    this.#options.memory.writeOutbox([])
    this.#thread?.lose()
    this.#thread = undefined
    this.#identity = undefined
    this.#info = undefined
    const { isAgentThere } = this.state
    this.#set({ ...nothingYet, line: this.#line.status, isAgentThere })
  }

  /** Closes the socket; the session stays open. */
  close(): void {
    this.#thread?.lose()
    this.#line.close()
  }

  #begin(): void {
    this.#set({ phase: 'joining', refusal: undefined })
    if (this.#line.isOpen) this.#join()
    else this.#line.open()
  }

  #join(): void {
    if (!this.#info && !this.#identity) return
    this.#line.say({
      type: 'visitor_join',
      visitorInfo: { ...this.#info, ...this.#options.surroundings?.() },
      ...this.#identity,
      lastSeq: this.#thread?.lastSeq ?? 0,
    })
  }

  #hearers: FrameHandlers = {
    availability: ({ available }) => this.#set({ isAgentThere: available }),
    session_created: (frame) => this.#joined(frame),
    new_message: ({ message }) => this.#take(message),
    admin_joined: ({ adminId: id, adminName: name }) =>
      this.#set({ phase: 'active', agent: { id, name, isPresent: true } }),
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
        this.#line.redial()
        return
      }
      this.startAnew()
      if (mendable.has(frame.code)) this.#set({ refusal: frame.message })
    },
  }

  #joined(frame: Extract<ServerFrame, { type: 'session_created' }>): void {
    const { memory, pace } = this.#options
    const { visitorId, sessionId } = frame
    if (this.#thread?.sessionId !== sessionId) {
      const restored = this.#identity?.sessionId === sessionId ? memory.readOutbox() : []
      this.#thread?.lose()
      this.#thread = new ChatThread(
        sessionId,
        this.#line,
        () => this.#threadChanged(),
        pace?.echoPatience,
      )
      this.#thread.outbox = restored
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
    this.#line.settle()
    thread.ready()
  }

  #take(message: ChatMessage): void {
    const thread = this.#thread
    if (!thread || message.sessionId !== thread.sessionId) return
    if (thread.take(message) === 'gap') {
      this.#line.redial()
      return
    }
    if (message.senderType !== 'visitor' && !message.deliveredAt) this.#mark(message.id)
    this.#threadChanged()
    this.#readyOnceCaughtUp(thread)
  }

  /** Batches the marks of one microtask into one frame. */
  #mark(messageId: string): void {
    this.#unmarked.push(messageId)
    if (this.#unmarked.length > 1) return
    queueMicrotask(() => {
      const messageIds = this.#unmarked.splice(0)
      const [messageId] = messageIds
      this.#line.say({
        type: 'mark_message_delivered',
        ...(messageIds.length === 1 ? { messageId } : { messageIds }),
      })
    })
  }

  #lineChanged(): void {
    if (this.#line.status !== 'connected') this.#thread?.lose()
    this.#set({ line: this.#line.status })
  }

  #threadChanged(): void {
    const thread = this.#thread
    if (!thread) return
    if (thread.outbox !== this.state.outbox) this.#options.memory.writeOutbox(thread.outbox)
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
