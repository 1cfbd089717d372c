import type { ClientFrame } from '../protocol/protocol.ts'
import { type ChatContext, sendSessionError } from './chat-context.server.ts'
import type { Participant, ParticipantState } from './participant.server.ts'
import { markEnded, readStates } from './sessions.server.ts'

/** Ends a session for its visitor or for any agent, whose notes stay with the session. */
export async function endSession(
  chat: ChatContext,
  connection: Participant,
  { role }: ParticipantState,
  { sessionId, notes }: Extract<ClientFrame, { type: 'end_session' }>,
): Promise<void> {
  const { db } = chat.deps
  const isAgent = role === 'admin'
  if (await markEnded(db, sessionId, (isAgent && notes) || undefined)) {
    chat.broadcast.notifyChanged([sessionId])
  } else if (isAgent && (await readStates(db, [sessionId])).length === 0) {
    sendSessionError(chat, connection)
  }
}
