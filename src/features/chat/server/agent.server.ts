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

export async function joinAgent(
  chat: ChatContext,
  connection: Participant,
  { adminId }: Extract<ClientFrame, { type: 'admin_join' }>,
): Promise<void> {
  const { user } = connection
  if (!user || adminId !== user.id || connection.state?.role === 'visitor') {
    disconnect(connection, wrongIdentity)
    return
  }
  const isFirst = connection.state === undefined
  if (isFirst) {
    const participant = newParticipantState(chat, 'admin')
    await addLease(chat, connection, participant, null)
    connection.state = participant
    if (connection.isDismissed) return
    if (!connection.isGone) chat.channels.agents.add(connection)
    chat.deps.pubSub.publish({ kind: 'agents' })
  }
  connection.say(write({ type: 'admin_connected', adminId }))
  await chat.channels.list(connection)
  if (isFirst) chat.channels.touch(await sessionsOfAgent(chat.deps.db, user.id))
}

async function addLease(
  { deps }: ChatContext,
  { user }: Participant,
  participant: ParticipantState,
  sessionId: string | null,
): Promise<void> {
  if (!user || participant.leases.some((lease) => lease.sessionId === sessionId)) return
  const id = randomUUIDv7()
  const { instanceId } = deps.pubSub
  await addConnections(deps.db, [{ id, instanceId, sessionId, userId: user.id, role: 'admin' }])
  participant.leases.push({ id, sessionId })
}

function agentParticipant(connection: Participant): ParticipantState | undefined {
  if (connection.state?.role === 'admin') return connection.state
  disconnect(connection, wrongIdentity)
  return undefined
}

export async function openSession(
  chat: ChatContext,
  connection: Participant,
  { sessionId, adminId, lastSeq }: Extract<ClientFrame, { type: 'join_session' }>,
): Promise<void> {
  const participant = agentParticipant(connection)
  const { user } = connection
  if (!participant || !user) return
  if (adminId && adminId !== user.id) {
    disconnect(connection, wrongIdentity)
    return
  }
  const { db } = chat.deps
  const [state] = isId(sessionId) ? await readStates(db, [sessionId]) : []
  if (!state) {
    sendSessionError(chat, connection)
    return
  }
  if (state.status === 'waiting' || state.status === 'active') {
    await addLease(chat, connection, participant, sessionId)
    if (connection.isDismissed) return
    await takeSession(db, sessionId, user.id)
    chat.channels.touch([sessionId])
  }
  await sendHistory(chat, connection, participant, sessionId, lastSeq)
}

/** Sends pages to a client that gives `lastSeq`, otherwise one frame with everything. */
async function sendHistory(
  chat: ChatContext,
  connection: Participant,
  participant: ParticipantState,
  sessionId: string,
  lastSeq: number | undefined,
): Promise<void> {
  const key = agentKey(connection.user?.id ?? '')
  const isPaged = lastSeq !== undefined
  const whole: ChatMessage[] = []
  const [summary] = await readSummaries(chat.deps.db, [sessionId])
  if (!summary) return
  const from = lastSeq !== undefined && lastSeq <= summary.lastSeq ? lastSeq : 0
  connection.mayLag = true
  try {
    await replay(
      chat,
      sessionId,
      from,
      async (page, isLast) => {
        const messages = page.map((kept) => asSeenBy(kept, key))
        whole.push(...messages)
        if (!isPaged && !isLast) return
        const session = { ...summary, messages: isPaged ? messages : whole }
        const extra = isPaged ? { partial: true, more: !isLast } : {}
        await connection.sayAndWait(write({ type: 'session_history', session, ...extra }))
      },
      (at) => {
        participant.marks ??= new Map()
        participant.marks.set(sessionId, at)
        chat.channels.channel(sessionId, at)
      },
    )
  } finally {
    connection.mayLag = false
  }
}

export async function endByAgent(
  chat: ChatContext,
  connection: Participant,
  { sessionId, notes }: Extract<ClientFrame, { type: 'end_session' }>,
): Promise<void> {
  const { db } = chat.deps
  if (!isId(sessionId)) {
    sendSessionError(chat, connection)
    return
  }
  const ended = await endSession(db, sessionId, notes ?? undefined)
  if (ended) chat.channels.touch([sessionId])
  else if ((await readStates(db, [sessionId])).length === 0) sendSessionError(chat, connection)
}

/** Agents count as gone 5 s after their socket closes. */
export async function agentLeft(
  chat: ChatContext,
  connection: Participant,
  participant: ParticipantState,
): Promise<void> {
  chat.channels.agents.delete(connection)
  if (chat.channels.agents.size === 0) chat.channels.releaseAll()
  await releaseAgents(
    chat.deps.db,
    participant.leases.map(({ id }) => id),
  )
}
