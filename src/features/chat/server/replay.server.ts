import type { ChatMessage } from '../protocol/protocol.ts'
import type { ChatContext } from './chat-context.server.ts'
import { forAgents, pageSize, readAfter, visitorForm } from './messages.server.ts'
import type { Participant } from './participant.server.ts'

/**
 * Sends the messages after `from` until the client has all that this instance has broadcast;
 * `caughtUp` is called synchronously after the last check, so that no later broadcast is missed.
 */
export async function replay(
  { deps, broadcast }: ChatContext,
  connection: Participant,
  { sessionId, from, senderKey }: { sessionId: string; from: number; senderKey: string },
  send: (page: ChatMessage[], isLast: boolean) => Promise<void>,
  caughtUp: (lastSeq: number) => void,
): Promise<void> {
  connection.mayLag = true
  try {
    for (let seq = from; ; ) {
      const stored = await readAfter(deps.db, [{ sessionId, seq }], senderKey)
      const isAgent = connection.state?.role === 'admin'
      const page = stored.map(isAgent ? forAgents : visitorForm(deps))
      seq = page.at(-1)?.seq ?? seq
      const isLast = page.length < pageSize
      await send(page, isLast)
      if (!isLast || (broadcast.rooms.get(sessionId)?.lastBroadcast ?? 0) > seq) continue
      caughtUp(seq)
      return
    }
  } finally {
    connection.mayLag = false
  }
}
