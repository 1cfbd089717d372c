import pLimit from 'p-limit'
import { inboxChanged } from '#server/pub-sub/inbox-changed.ts'
import type { Dependencies } from '#server/service/context.ts'
import type { ServerFrame } from '../protocol/protocol.ts'
import {
  forAgents,
  forVisitor,
  pageSize,
  readAfter,
  type StoredMessage,
} from './messages.server.ts'
import { echo, type Participant, write } from './participant.server.ts'
import {
  adminJoinedFrame,
  isSameProfile,
  type ListedSession,
  readList,
  readStates,
  readSummaries,
  type SessionState,
  sessionForAgents,
} from './sessions.server.ts'

type Deps = Pick<Dependencies, 'db' | 'pubSub' | 'content'>
type State = Pick<SessionState, 'status' | 'agentId' | 'agent' | 'agentPresent'>

type Sender = { connection: Participant; clientMessageId: string | undefined }

type ChatRoom = {
  id: string
  /** Highest `seq` broadcast on this instance. */
  lastBroadcast: number
  /** The last broadcast state; undefined before the first broadcast. */
  state: State | undefined
  isListed: boolean
  visitors: Set<Participant>
  /** Senders by the id of a message that is being stored. */
  senders: Map<string, Sender>
}

const isAnswered = (state: State | undefined) =>
  state?.status === 'active' && state.agentPresent === true

const isOpen = ({ status }: { status: SessionState['status'] }) =>
  status === 'waiting' || status === 'active'

/** Minimum interval between two full lists to all agents. */
const listEveryMs = 250

/**
 * Broadcasts committed changes to the sockets of this instance, in order and once. A change on any
 * instance ends in `notifyChanged`: the session is read again and the difference is sent. A message
 * that is stored here is sent at once and announced to the other instances alone.
 */
export class ChatBroadcast {
  readonly agents = new Set<Participant>()
  readonly rooms = new Map<string, ChatRoom>()
  #deps: Deps
  #report: (error: unknown) => void
  #changed = new Set<string>()
  #working: Promise<void> | undefined
  /**
   * Keeps lists in the order in which they were read: an older list would remove a chat from the
   * screen.
   */
  #oneAtATime = pLimit(1)
  #listTimer: NodeJS.Timeout | undefined
  #listedAt = 0
  /** Set after a database error, because changes may have been missed. */
  needsRepair = false

  constructor(deps: Deps, report: (error: unknown) => void) {
    this.#deps = deps
    this.#report = report
    deps.pubSub.on('chat', ({ ids }) => {
      for (const id of ids) if (this.agents.size > 0 || this.rooms.has(id)) this.#changed.add(id)
      this.#work()
    })
  }

  notifyChanged(ids: string[]): void {
    this.#deps.pubSub.publish({ kind: 'chat', ids })
  }

  /** The last two parameters count for a new room alone. */
  getOrCreateRoom(id: string, lastBroadcast: number, state?: State): ChatRoom {
    let room = this.rooms.get(id)
    if (!room) {
      room = {
        id,
        lastBroadcast,
        state,
        isListed: false,
        visitors: new Set(),
        senders: new Map(),
      }
      this.rooms.set(id, room)
    }
    return room
  }

  deleteRoomIfUnused(id: string): void {
    const { visitors, senders } = this.rooms.get(id) ?? {}
    if (this.agents.size === 0 && visitors?.size === 0 && senders?.size === 0) this.rooms.delete(id)
  }

  removeAgent(agent: Participant): void {
    this.agents.delete(agent)
    for (const id of this.rooms.keys()) this.deleteRoomIfUnused(id)
  }

  /** Broadcasts a message stored by this instance, unless an earlier one is still missing. */
  broadcastStored(message: StoredMessage): void {
    const room = this.rooms.get(message.sessionId)
    if (room && message.seq > room.lastBroadcast + 1) {
      this.notifyChanged([message.sessionId])
      return
    }
    if (room) this.#broadcast(room, message)
    this.#deps.pubSub.publishElsewhere({ kind: 'chat', ids: [message.sessionId] })
  }

  #broadcast(room: ChatRoom, message: StoredMessage): void {
    const { id, seq } = message
    if (seq <= room.lastBroadcast) return
    room.lastBroadcast = seq
    const sender = room.senders.get(id)
    room.senders.delete(id)
    const frame = write({ type: 'new_message', message: forVisitor(message, this.#firm()) })
    for (const visitor of room.visitors) {
      const isMissing = seq > (visitor.state?.sentSeq ?? 0)
      if (isMissing && visitor !== sender?.connection) visitor.send(frame)
    }
    const agentFrame =
      message.senderType === 'admin'
        ? write({ type: 'new_message', message: forAgents(message) })
        : frame
    for (const agent of this.agents) {
      const isMissing = seq > (agent.state?.sentSeqs?.get(room.id) ?? 0)
      if (isMissing && agent !== sender?.connection) agent.send(agentFrame)
    }
    sender?.connection.send(echo(forAgents(message), sender.clientMessageId))
  }

  #work(): void {
    if (this.#working || this.#changed.size === 0) return
    this.#working = (async () => {
      // Batches all changes of the same turn of the event loop.
      await undefined
      while (this.#changed.size > 0) {
        const ids = [...this.#changed]
        this.#changed.clear()
        await this.#oneAtATime(() => this.#refresh(ids))
      }
    })()
      .catch((error) => {
        this.needsRepair = true
        this.#report(error)
      })
      .finally(() => {
        this.#working = undefined
        // A session may have changed since the last check.
        this.#work()
      })
  }

  async #refresh(ids: readonly string[]): Promise<void> {
    const wanted = ids.filter((id) => this.agents.size > 0 || this.rooms.has(id))
    const states = await readStates(this.#deps.db, wanted)
    for (;;) {
      const behind = states.flatMap(({ id, lastSeq }) => {
        // A session new to this instance starts at `lastSeq`: agents load its history on opening.
        const room = this.getOrCreateRoom(id, lastSeq)
        return room.lastBroadcast < lastSeq ? [{ sessionId: id, seq: room.lastBroadcast }] : []
      })
      const messages = await readAfter(this.#deps.db, behind)
      for (const message of messages) {
        const room = this.rooms.get(message.sessionId)
        if (room) this.#broadcast(room, message)
      }
      // A session has at most a page of them.
      if (messages.length < pageSize) break
    }
    const unlisted = states.flatMap((state) =>
      isOpen(state) && this.rooms.get(state.id)?.isListed === false ? [state.id] : [],
    )
    const summaries = this.agents.size > 0 ? await readSummaries(this.#deps.db, unlisted) : []
    for (const session of summaries) this.#announce(session)
    for (const state of states) this.#broadcastState(state)
  }

  #announce(session: ListedSession): void {
    const room = this.rooms.get(session.id)
    if (!room || room.isListed) return
    room.isListed = true
    this.sendToAgents({ type: 'new_chat_session', session: sessionForAgents(session) })
    // Agents now have the current state, so only later changes are sent.
    const { status, agentId, publicAgent: agent } = session
    room.state ??= { status, agentId, agent, agentPresent: false }
  }

  #broadcastState(state: SessionState): void {
    const room = this.rooms.get(state.id)
    if (!room) return
    const before = room.state
    room.state = state
    const { id: sessionId, status } = state
    const hasChanged = before?.status !== status
    const isSameAgent =
      before?.agentId === state.agentId && isSameProfile(before.agent, state.agent)
    if (status === 'ended' && hasChanged) {
      sendToAll(room.visitors, { type: 'session_ended', sessionId })
      this.sendToAgents({ type: 'session_ended', sessionId })
    } else if (status === 'abandoned' && hasChanged) {
      this.sendToAgents({ type: 'user_disconnected', userType: 'visitor', sessionId })
    } else if (isAnswered(state) && !(isAnswered(before) && isSameAgent)) {
      sendToAll(room.visitors, adminJoinedFrame(state, this.#firm()))
    } else if (isAnswered(before) && !isAnswered(state)) {
      sendToAll(room.visitors, { type: 'user_disconnected', userType: 'admin', sessionId })
    }
    if (before && (hasChanged || !isSameAgent)) this.#listSoon()
    if (before && hasChanged) inboxChanged(this.#deps, 'inbox')
    this.deleteRoomIfUnused(sessionId)
  }

  #firm(): string {
    return this.#deps.content.resolved().firm.name
  }

  sendState({ state, id }: ChatRoom, visitor: Participant): void {
    if (state?.status === 'ended') visitor.send(write({ type: 'session_ended', sessionId: id }))
    else if (state && isAnswered(state))
      visitor.send(write(adminJoinedFrame({ ...state, id }, this.#firm())))
  }

  sendToAgents(frame: ServerFrame): void {
    sendToAll(this.agents, frame)
  }

  /** Typing notices may be lost. They appear only in open sessions. */
  sendTyping(frame: Extract<ServerFrame, { type: 'user_typing' }>): void {
    const room = this.rooms.get(frame.sessionId)
    if (!room?.state || !isOpen(room.state)) return
    const isVisitor = frame.userType === 'visitor'
    const receivers = isVisitor ? this.agents : room.visitors
    if (receivers.size === 0) return
    const userId = isVisitor ? frame.userId : (room.state.agent.name ?? this.#firm())
    const text = write({ ...frame, userId })
    for (const receiver of receivers) receiver.sendOptional(text)
  }

  #listSoon(): void {
    if (this.#listTimer || this.agents.size === 0) return
    const wait = Math.max(0, this.#listedAt + listEveryMs - performance.now())
    this.#listTimer = setTimeout(() => {
      this.#listTimer = undefined
      this.list().catch(this.#report)
    }, wait)
  }

  /** Sends the list to one agent, or to all if it contains a session new to them. */
  list(only?: Participant): Promise<void> {
    return this.#oneAtATime(() => this.#list(only))
  }

  async #list(only?: Participant): Promise<void> {
    const sessions = await readList(this.#deps.db)
    const hasNew = sessions.some(({ id }) => this.rooms.get(id)?.isListed !== true)
    const frame = write({ type: 'active_sessions', sessions: sessions.map(sessionForAgents) })
    for (const agent of only && !hasNew ? [only] : this.agents) agent.send(frame)
    if (this.agents.size === 0) return
    let isOvertaken = false
    for (const { id, lastSeq, status, agentId, publicAgent: agent } of sessions) {
      const state = { status, agentId, agent, agentPresent: status === 'active' }
      const room = this.getOrCreateRoom(id, lastSeq, state)
      room.isListed = true
      // A message was sent after the list had been read.
      isOvertaken ||= room.lastBroadcast > lastSeq
    }
    if (!only) this.#forgetUnlisted(new Set(sessions.map(({ id }) => id)))
    this.#listedAt = performance.now()
    if (isOvertaken) this.#listSoon()
  }

  #forgetUnlisted(listed: ReadonlySet<string>): void {
    for (const { id, visitors, senders, state } of this.rooms.values()) {
      const isUsed = visitors.size > 0 || senders.size > 0 || listed.has(id)
      if (state && !isOpen(state) && !isUsed) this.rooms.delete(id)
    }
  }

  /** Finds changes whose pub/sub messages were missed. */
  async repair(): Promise<void> {
    if (this.rooms.size === 0 && this.agents.size === 0) return
    const current = await readStates(this.#deps.db, [...this.rooms.keys()], this.agents.size > 0)
    this.needsRepair = false
    for (const { id, status, lastSeq, agentPresent } of current) {
      const room = this.rooms.get(id)
      const { state } = room ?? {}
      const isCurrent =
        room &&
        room.lastBroadcast >= lastSeq &&
        state?.status === status &&
        (status !== 'active' || state.agentPresent === agentPresent)
      if (!isCurrent) this.#changed.add(id)
    }
    this.#work()
  }

  close(): void {
    clearTimeout(this.#listTimer)
  }
}

function sendToAll(receivers: ReadonlySet<Participant>, frame: ServerFrame): void {
  if (receivers.size === 0) return
  const text = write(frame)
  for (const receiver of receivers) receiver.send(text)
}
