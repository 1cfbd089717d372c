import type { ChatContext } from './chat-context.server.ts'
import { visitorAlias } from './messages.server.ts'
import type { Participant, ParticipantState } from './participant.server.ts'

/** Broadcasts a typing notice, which is never stored and is the first to be dropped under load. */
export function sendTyping(
  { deps, clock, pace }: ChatContext,
  connection: Participant,
  participant: ParticipantState,
  sessionId: string,
  isTyping: boolean,
): void {
  if (isTyping ? clock() - participant.typedAt < pace.typing : participant.typingIn === '') return
  if (isTyping) participant.typedAt = clock()
  participant.typingIn = isTyping ? sessionId : ''
  const userId =
    participant.role === 'admin' ? (connection.user?.id ?? '') : visitorAlias(sessionId)
  deps.pubSub.publish({ kind: 'typing', sessionId, by: participant.role, userId, isTyping })
}
