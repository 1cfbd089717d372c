import { randomUUIDv7 } from 'node:crypto'
import type { ChatMessage, ClientFrame } from '../protocol/protocol.ts'
import {
  type ChatContext,
  disconnect,
  isId,
  newParticipantState,
  replay,
  sendSessionError,
} from './chat-context.server.ts'
import { agentKey } from './message-store.server.ts'
import { asSeenBy, type Participant, type ParticipantState, write } from './participant.server.ts'
import { addConnections, releaseAgents } from './presence-store.server.ts'
import { readSummaries } from './session-list.server.ts'
import { endSession, readStates, sessionsOfAgent, takeSession } from './session-store.server.ts'

const wrongIdentity = 'Sign in to answer chats.'

/** Lets a signed-in user in as an agent; `adminId` must be their own id. */
export async function joinAgent(
  engine: ChatContext,
  caller: Participant,
  { adminId }: Extract<ClientFrame, { type: 'admin_join' }>,
): Promise<void> {
  const { user } = caller
  if (!user || adminId !== user.id || caller.state?.role === 'visitor') {
    disconnect(caller, wrongIdentity)
    return
  }
  const isFirst = caller.state === undefined
  if (isFirst) {
    const seat = newParticipantState(engine, 'admin')
    await addLease(engine, caller, seat, null)
    caller.state = seat
    if (caller.isDismissed) return
    if (!caller.isGone) engine.rooms.agents.add(caller)
    engine.tools.hub.publish({ kind: 'agents' })
  }
  caller.say(write({ type: 'admin_connected', adminId }))
  await engine.rooms.list(caller)
  if (isFirst) engine.rooms.touch(await sessionsOfAgent(engine.tools.db, user.id))
}

async function addLease(
  { tools }: ChatContext,
  { user }: Participant,
  seat: ParticipantState,
  sessionId: string | null,
): Promise<void> {
  if (!user || seat.leases.some((lease) => lease.sessionId === sessionId)) return
  const id = randomUUIDv7()
  const { instanceId } = tools.hub
  await addConnections(tools.db, [{ id, instanceId, sessionId, userId: user.id, role: 'admin' }])
  seat.leases.push({ id, sessionId })
}

/** The seat of an agent; whoever is none is sent away. */
function agentSeat(caller: Participant): ParticipantState | undefined {
  if (caller.state?.role === 'admin') return caller.state
  disconnect(caller, wrongIdentity)
  return undefined
}

/** Opens a session for an agent: a waiting one becomes active, and its history is sent. */
export async function openSession(
  engine: ChatContext,
  caller: Participant,
  { sessionId, adminId, lastSeq }: Extract<ClientFrame, { type: 'join_session' }>,
): Promise<void> {
  const seat = agentSeat(caller)
  const { user } = caller
  if (!seat || !user) return
  if (adminId && adminId !== user.id) {
    disconnect(caller, wrongIdentity)
    return
  }
  const { db } = engine.tools
  const [state] = isId(sessionId) ? await readStates(db, [sessionId]) : []
  if (!state) {
    sendSessionError(engine, caller)
    return
  }
  if (state.status === 'waiting' || state.status === 'active') {
    await addLease(engine, caller, seat, sessionId)
    if (caller.isDismissed) return
    await takeSession(db, sessionId, user.id)
    engine.rooms.touch([sessionId])
  }
  await sendHistory(engine, caller, seat, sessionId, lastSeq)
}

/** Pages for a client that says what it has; one frame with everything for one that does not. */
async function sendHistory(
  engine: ChatContext,
  caller: Participant,
  seat: ParticipantState,
  sessionId: string,
  lastSeq: number | undefined,
): Promise<void> {
  const key = agentKey(caller.user?.id ?? '')
  const isPaged = lastSeq !== undefined
  const whole: ChatMessage[] = []
  const [summary] = await readSummaries(engine.tools.db, [sessionId])
  if (!summary) return
  const from = lastSeq !== undefined && lastSeq <= summary.lastSeq ? lastSeq : 0
  caller.mayLag = true
  try {
    await replay(
      engine,
      sessionId,
      from,
      async (page, isLast) => {
        const messages = page.map((kept) => asSeenBy(kept, key))
        whole.push(...messages)
        if (!isPaged && !isLast) return
        const session = { ...summary, messages: isPaged ? messages : whole }
        const extra = isPaged ? { partial: true, more: !isLast } : {}
        await caller.sayAndWait(write({ type: 'session_history', session, ...extra }))
      },
      (at) => {
        seat.marks ??= new Map()
        seat.marks.set(sessionId, at)
        engine.rooms.room(sessionId, at)
      },
    )
  } finally {
    caller.mayLag = false
  }
}

export async function endByAgent(
  engine: ChatContext,
  caller: Participant,
  { sessionId, notes }: Extract<ClientFrame, { type: 'end_session' }>,
): Promise<void> {
  const { db } = engine.tools
  if (!isId(sessionId)) {
    sendSessionError(engine, caller)
    return
  }
  const ended = await endSession(db, sessionId, notes ?? undefined)
  if (ended) engine.rooms.touch([sessionId])
  else if ((await readStates(db, [sessionId])).length === 0) sendSessionError(engine, caller)
}

/** A socket of an agent is gone; in 5 s it counts. */
export async function agentLeft(
  engine: ChatContext,
  caller: Participant,
  seat: ParticipantState,
): Promise<void> {
  engine.rooms.agents.delete(caller)
  if (engine.rooms.agents.size === 0) engine.rooms.releaseAll()
  await releaseAgents(
    engine.tools.db,
    seat.leases.map(({ id }) => id),
  )
}
