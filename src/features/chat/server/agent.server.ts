import type { InboxTopic } from '#contract/vocabulary.ts'
import { countForUsers } from '#features/inbox/deadlines/list.server.ts'
import { newId } from '#server/database/new-id.ts'
import type { ChatMessage, ClientFrame } from '../protocol/protocol.ts'
import {
  type ChatContext,
  disconnect,
  isId,
  newState,
  replay,
  sendSessionError,
} from './chat-context.server.ts'
import { countUnanswered } from './closed-chats.server.ts'
import { agentKey } from './message-store.server.ts'
import { type Participant, type ParticipantState, write } from './participant.server.ts'
import { addConnections, releaseAgents } from './presence-store.server.ts'
import { forAgents, readSummaries } from './session-list.server.ts'
import { endSession, readStates, sessionsOfAgent, takeSession } from './session-store.server.ts'

const wrongIdentity = 'Sign in to answer chats.'

export async function joinAgent(
  chat: ChatContext,
  connection: Participant,
  { adminId, inboxAt }: Extract<ClientFrame, { type: 'admin_join' }>,
): Promise<void> {
  const { user } = connection
  if (!user || adminId !== user.id || connection.state?.role === 'visitor') {
    disconnect(connection, wrongIdentity)
    return
  }
  const isFirst = connection.state === undefined
  if (isFirst) {
    const participant = newState(chat, 'admin')
    await addLease(chat, user.id, participant, null)
    connection.state = participant
    if (connection.isDismissed) return
    if (!connection.isClosed) chat.channels.agents.add(connection)
    chat.deps.pubSub.publish({ kind: 'agents' })
  }
  const now = Date.now()
  connection.send(write({ type: 'admin_connected', adminId, inboxAt: now }))
  if (isFirst) await sendInboxChanged(chat, chat.inbox.missed(inboxAt), now, [connection])
  await chat.channels.list(connection)
  if (isFirst) chat.channels.notifyChanged(await sessionsOfAgent(chat.deps.db, user.id))
}

/** With the counts of "Needs reply", of which each agent has their own, and of unanswered chats. */
export async function sendInboxChanged(
  { deps: { db }, channels }: Pick<ChatContext, 'deps' | 'channels'>,
  topics: InboxTopic[],
  inboxAt: number,
  agents: Iterable<Participant> = channels.agents,
): Promise<void> {
  const receivers = [...agents]
  const isCounted = topics.includes('inbox') || agents !== channels.agents
  const ids = receivers.flatMap(({ user }) => (isCounted && user ? [user.id] : []))
  const [all, unansweredChats] =
    ids.length > 0
      ? await Promise.all([countForUsers(db, [...new Set(ids)]), countUnanswered(db)])
      : []
  for (const receiver of receivers) {
    const counts = all?.get(receiver.user?.id ?? '') ?? {}
    receiver.send(write({ type: 'inbox_changed', topics, counts, unansweredChats, inboxAt }))
  }
}

async function addLease(
  { deps: { db, pubSub } }: ChatContext,
  userId: string,
  { leases, role }: ParticipantState,
  sessionId: string | null,
): Promise<void> {
  if (leases.some((lease) => lease.sessionId === sessionId)) return
  const id = newId()
  await addConnections(db, [{ id, instanceId: pubSub.instanceId, sessionId, userId, role }])
  leases.push({ id, sessionId })
}

export async function openSession(
  chat: ChatContext,
  connection: Participant,
  { sessionId, adminId, lastSeq, newest }: Extract<ClientFrame, { type: 'join_session' }>,
): Promise<void> {
  const { user, state: participant } = connection
  if (!user || participant?.role !== 'admin' || (adminId && adminId !== user.id)) {
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
    await addLease(chat, user.id, participant, sessionId)
    if (connection.isDismissed) return
    await takeSession(db, sessionId, user.id)
    chat.channels.notifyChanged([sessionId])
  }
  const [summary] = await readSummaries(db, [sessionId])
  if (!summary) return
  // A client that gives `lastSeq` is sent pages, others one frame with everything.
  const isPaged = lastSeq !== undefined
  const missingFrom = isPaged && lastSeq <= summary.lastSeq ? lastSeq : 0
  const from = newest ? Math.max(missingFrom, summary.lastSeq - newest) : missingFrom
  const next = missingFrom === 0 && from > 0 ? `${from + 1}` : null
  const whole: ChatMessage[] = []
  await replay(
    chat,
    connection,
    { sessionId, from, senderKey: agentKey(user.id) },
    async (page, isLast) => {
      whole.push(...page)
      if (!isPaged && !isLast) return
      const session = { ...forAgents(summary), messages: isPaged ? page : whole }
      const extra = isPaged ? { partial: true, more: !isLast, next } : {}
      await connection.sendAndWait(write({ type: 'session_history', session, ...extra }))
    },
    (seq) => {
      participant.sentSeqs ??= new Map()
      participant.sentSeqs.set(sessionId, seq)
      chat.channels.channel(sessionId, seq)
    },
  )
}

export async function endByAgent(
  chat: ChatContext,
  connection: Participant,
  { sessionId, notes }: Extract<ClientFrame, { type: 'end_session' }>,
): Promise<void> {
  const { db } = chat.deps
  const isEnded = await endSession(db, sessionId, notes ?? undefined)
  if (isEnded) chat.channels.notifyChanged([sessionId])
  else if ((await readStates(db, [sessionId])).length === 0) sendSessionError(chat, connection)
}

export async function agentLeft(
  { channels, deps }: ChatContext,
  connection: Participant,
  { leases }: ParticipantState,
): Promise<void> {
  channels.removeAgent(connection)
  await releaseAgents(
    deps.db,
    leases.map(({ id }) => id),
  )
}
