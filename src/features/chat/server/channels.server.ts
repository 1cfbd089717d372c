import type { Database } from '../../../server/database/open.ts'
import type { PubSub } from '../../../server/live/pub-sub.ts'
import type { ChatMessage, ChatSession, ServerFrame } from '../protocol/protocol.ts'
import { pageSize, readAfter } from './message-store.server.ts'
import {
  type ChatChannel,
  echo,
  type Participant,
  type State,
  write,
} from './participant.server.ts'
import { readList, readSummaries } from './session-list.server.ts'
import { readLastSeqs, readStates, type SessionState } from './session-store.server.ts'

const isAnswered = (state: State | undefined) =>
  state?.status === 'active' && state.agentPresent === true

/** Minimum interval between two full lists to all agents. */
const listEveryMs = 250

/**
 * Broadcasts committed changes to the sockets of this instance, in order and each once. Every
 * change of a session, on any instance, ends in `touch`: the session is read again and the
 * difference is sent. Messages stored by this instance are sent without reading them back.
 */
export class ChatChannels {
  readonly agents = new Set<Participant>()
  readonly channels = new Map<string, ChatChannel>()
  #db: Database
  #pubSub: PubSub
  #report: (error: unknown) => void
  #dirty = new Set<string>()
  #working: Promise<void> | undefined
  #listTimer: NodeJS.Timeout | undefined
  #listedAt = 0
  /** Set after a database error: changes may have been missed. */
  needsRepair = false

  constructor(db: Database, pubSub: PubSub, report: (error: unknown) => void) {
    this.#db = db
    this.#pubSub = pubSub
    this.#report = report
    pubSub.on('chat', ({ ids }) => {
      for (const id of ids) if (this.agents.size > 0 || this.channels.has(id)) this.#dirty.add(id)
      this.#work()
    })
  }

  /** Announces changed sessions on all instances. */
  touch(ids: readonly string[]): void {
    for (let at = 0; at < ids.length; at += 200) {
      this.#pubSub.publish({ kind: 'chat', ids: ids.slice(at, at + 200) })
    }
  }

  channel(id: string, known: number, state?: State, isCheck = false): ChatChannel {
    const there = this.channels.get(id)
    if (there) return there
    const channel: ChatChannel = {
      id,
      known,
      state,
      isListed: false,
      isCheck,
      visitors: new Set(),
      senders: new Map(),
    }
    this.channels.set(id, channel)
    return channel
  }

  release(id: string): void {
    const channel = this.channels.get(id)
    if (
      channel &&
      this.agents.size === 0 &&
      channel.visitors.size === 0 &&
      channel.senders.size === 0
    ) {
      this.channels.delete(id)
    }
  }

  releaseAll(): void {
    for (const id of this.channels.keys()) this.release(id)
  }

  /** Broadcasts a message stored by this instance, unless an earlier one is still missing. */
  stored(message: ChatMessage): void {
    const channel = this.channels.get(message.sessionId)
    if (channel && message.seq > channel.known + 1) {
      this.touch([message.sessionId])
      return
    }
    if (channel) this.#tellMessage(channel, message)
    this.#pubSub.publishElsewhere({ kind: 'chat', ids: [message.sessionId] })
  }

  #tellMessage(channel: ChatChannel, message: ChatMessage): void {
    if (message.seq <= channel.known) return
    channel.known = message.seq
    const sender = channel.senders.get(message.id)
    channel.senders.delete(message.id)
    const frame = write({ type: 'new_message', message })
    for (const visitor of channel.visitors) {
      const isNews = message.seq > (visitor.state?.mark ?? 0)
      if (isNews && visitor !== sender?.connection) visitor.say(frame)
    }
    for (const agent of channel.isCheck ? [] : this.agents) {
      const isNews = message.seq > (agent.state?.marks?.get(channel.id) ?? 0)
      if (isNews && agent !== sender?.connection) agent.say(frame)
    }
    sender?.connection.say(echo(message, sender.clientMessageId))
  }

  #work(): void {
    if (this.#working || this.#dirty.size === 0) return
    this.#working = (async () => {
      // Batches everything touched in the same turn of the event loop.
      await undefined
      while (this.#dirty.size > 0) {
        const ids = [...this.#dirty]
        this.#dirty.clear()
        await this.#refresh(ids)
      }
    })()
      .catch((error) => {
        this.needsRepair = true
        this.#report(error)
      })
      .finally(() => {
        this.#working = undefined
        // A session may have been touched since the last check.
        this.#work()
      })
  }

  async #refresh(ids: readonly string[]): Promise<void> {
    const wanted = ids.filter((id) => this.agents.size > 0 || this.channels.has(id))
    const states = await readStates(this.#db, wanted)
    for (;;) {
      const behind = states.flatMap(({ id, lastSeq }) => {
        // A session new to this instance starts at `lastSeq`: agents load its history on opening.
        const channel = this.channel(id, lastSeq)
        return channel.known < lastSeq ? [{ sessionId: id, seq: channel.known }] : []
      })
      const messages = await readAfter(this.#db, behind)
      for (const { message } of messages) {
        const channel = this.channels.get(message.sessionId)
        if (channel) this.#tellMessage(channel, message)
      }
      if (messages.length === 0 || behind.length * pageSize > messages.length) break
    }
    const fresh = states.filter(({ id, status }) => this.#isNew(id, status)).map(({ id }) => id)
    const summaries = this.agents.size > 0 ? await readSummaries(this.#db, fresh) : []
    for (const session of summaries) this.#tellNew(session)
    for (const state of states) this.#tellState(state)
  }

  #isNew(id: string, status: SessionState['status']): boolean {
    return (
      (status === 'waiting' || status === 'active') && this.channels.get(id)?.isListed === false
    )
  }

  #tellNew(session: ChatSession): void {
    const channel = this.channels.get(session.id)
    if (!channel || channel.isListed) return
    channel.isListed = true
    this.tellAgents({ type: 'new_chat_session', session })
    // Agents now have the current state, so only later changes are sent.
    if (channel.state === undefined) {
      const { status, agentId, agentName } = session
      channel.state = { status, agentId, agentName, agentPresent: false }
    }
  }

  #tellState(now: SessionState): void {
    const channel = this.channels.get(now.id)
    if (!channel) return
    const before = channel.state
    channel.state = now
    const { id: sessionId, status, agentId } = now
    const changed = before?.status !== status
    if (status === 'ended' && changed) {
      this.#tellRoom(channel, { type: 'session_ended', sessionId })
      this.tellAgents({ type: 'session_ended', sessionId })
    } else if (status === 'abandoned' && changed) {
      this.tellAgents({ type: 'user_disconnected', userType: 'visitor', sessionId })
    } else if (isAnswered(now) && !(isAnswered(before) && before?.agentId === agentId)) {
      this.#tellRoom(channel, admissionOf(now))
    } else if (isAnswered(before) && !isAnswered(now)) {
      this.#tellRoom(channel, { type: 'user_disconnected', userType: 'admin', sessionId })
    }
    if (before && (changed || before.agentId !== agentId)) this.listSoon()
    this.release(now.id)
  }

  stateFor(channel: ChatChannel): ServerFrame | undefined {
    const { state, id } = channel
    if (state?.status === 'ended') return { type: 'session_ended', sessionId: id }
    return isAnswered(state) && state ? admissionOf({ ...state, id }) : undefined
  }

  #tellRoom(channel: ChatChannel, frame: ServerFrame): void {
    if (channel.visitors.size === 0) return
    const text = write(frame)
    for (const visitor of channel.visitors) visitor.say(text)
  }

  tellAgents(frame: ServerFrame, except?: Participant): void {
    if (this.agents.size === 0) return
    const text = write(frame)
    for (const agent of this.agents) if (agent !== except) agent.say(text)
  }

  listSoon(): void {
    if (this.#listTimer || this.agents.size === 0) return
    const wait = Math.max(0, this.#listedAt + listEveryMs - performance.now())
    this.#listTimer = setTimeout(() => {
      this.#listTimer = undefined
      this.list().catch(this.#report)
    }, wait)
  }

  /** Sends the list to one agent, or to all if it contains a session new to them. */
  async list(only?: Participant): Promise<void> {
    const sessions = await readList(this.#db)
    const isNews = sessions.some(({ id }) => this.channels.get(id)?.isListed !== true)
    const frame = write({ type: 'active_sessions', sessions })
    for (const agent of only && !isNews ? [only] : this.agents) agent.say(frame)
    if (this.agents.size === 0) return
    for (const { id, lastSeq, status, agentId, agentName } of sessions) {
      const state = { status, agentId, agentName, agentPresent: status === 'active' }
      this.channel(id, lastSeq, state).isListed = true
    }
    if (!only) this.#forgetUnlisted(new Set(sessions.map(({ id }) => id)))
    this.#listedAt = performance.now()
  }

  #forgetUnlisted(listed: ReadonlySet<string>): void {
    for (const { id, visitors, senders, state } of this.channels.values()) {
      const isOver = state?.status === 'ended' || state?.status === 'abandoned'
      if (isOver && visitors.size === 0 && senders.size === 0 && !listed.has(id)) {
        this.channels.delete(id)
      }
    }
  }

  /** Finds changes whose pub/sub messages were missed. */
  async repair(): Promise<void> {
    if (this.channels.size === 0 && this.agents.size === 0) return
    const marks = await readLastSeqs(this.#db, [...this.channels.keys()], this.agents.size > 0)
    this.needsRepair = false
    for (const { id, status, lastSeq, agentPresent } of marks) {
      const channel = this.channels.get(id)
      const { state } = channel ?? {}
      const isCurrent =
        channel &&
        channel.known >= lastSeq &&
        state?.status === status &&
        (status !== 'active' || state.agentPresent === agentPresent)
      if (!isCurrent) this.#dirty.add(id)
    }
    this.#work()
  }

  close(): void {
    clearTimeout(this.#listTimer)
  }
}

function admissionOf({ id, agentId, agentName }: State & { id: string }): ServerFrame {
  return { type: 'admin_joined', sessionId: id, adminId: agentId, adminName: agentName }
}
