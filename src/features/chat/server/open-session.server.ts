import type { ChatMessage, ClientFrame } from '../protocol/protocol.ts'
import {
  type ChatContext,
  disconnect,
  isId,
  notSignedIn,
  sendSessionError,
} from './chat-context.server.ts'
import { agentKey } from './messages.server.ts'
import { type Participant, write } from './participant.server.ts'
import { addAgent } from './presence.server.ts'
import { replay } from './replay.server.ts'
import { readStates, readSummaries, sessionForAgents, takeSession } from './sessions.server.ts'

/** Opens a chat for an agent and reads its messages. A waiting chat becomes active. */
export async function openSession(
  chat: ChatContext,
  connection: Participant,
  { sessionId, adminId, lastSeq, newest }: Extract<ClientFrame, { type: 'join_session' }>,
): Promise<void> {
  const { user, state: participant } = connection
  if (!user || participant?.role !== 'admin' || (adminId && adminId !== user.id)) {
    disconnect(connection, notSignedIn)
    return
  }
  const { db } = chat.deps
  const [state] = isId(sessionId) ? await readStates(db, [sessionId]) : []
  if (!state) {
    sendSessionError(chat, connection)
    return
  }
  if (state.status === 'waiting' || state.status === 'active') {
    await addAgent(chat.deps, user.id, participant, sessionId)
    if (connection.isDismissed) return
    await takeSession(db, sessionId, user.id)
    chat.broadcast.notifyChanged([sessionId])
  }
  const [summary] = await readSummaries(db, [sessionId])
  if (!summary) return
  // A client that sends `lastSeq` gets pages; others get one frame with everything.
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
      const session = { ...sessionForAgents(summary), messages: isPaged ? page : whole }
      const extra = isPaged ? { partial: true, more: !isLast, next } : {}
      await connection.sendAndWait(write({ type: 'session_history', session, ...extra }))
    },
    (seq) => {
      participant.sentSeqs ??= new Map()
      participant.sentSeqs.set(sessionId, seq)
      chat.broadcast.getOrCreateRoom(sessionId, seq)
    },
  )
}
