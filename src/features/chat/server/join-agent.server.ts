import type { InboxTopic } from '#contract/vocabulary.ts'
import { countForUsers } from '#features/inbox/deadlines/list.server.ts'
import type { ClientFrame } from '../protocol/protocol.ts'
import { type ChatContext, disconnect, newState, notSignedIn } from './chat-context.server.ts'
import { type Participant, type ParticipantState, write } from './participant.server.ts'
import { addAgent, releaseAgents } from './presence.server.ts'
import { countUnanswered, sessionsOfAgent } from './sessions.server.ts'

export async function joinAgent(
  chat: ChatContext,
  connection: Participant,
  { adminId, inboxAt }: Extract<ClientFrame, { type: 'admin_join' }>,
): Promise<void> {
  const { user } = connection
  if (!user || adminId !== user.id || connection.state?.role === 'visitor') {
    disconnect(connection, notSignedIn)
    return
  }
  const isFirst = connection.state === undefined
  if (isFirst) {
    const participant = newState(chat, 'admin')
    await addAgent(chat.deps, user.id, participant, null)
    connection.state = participant
    if (connection.isDismissed) return
    if (!connection.isClosed) chat.broadcast.agents.add(connection)
    chat.deps.pubSub.publish({ kind: 'agents' })
  }
  const now = Date.now()
  connection.send(write({ type: 'admin_connected', adminId, inboxAt: now }))
  if (isFirst) await sendInboxChanged(chat, chat.inbox.missed(inboxAt), now, [connection])
  await chat.broadcast.list(connection)
  if (isFirst) chat.broadcast.notifyChanged(await sessionsOfAgent(chat.deps.db, user.id))
}

/** Includes the counts of "Needs reply", which differ by agent, and of unanswered chats. */
export async function sendInboxChanged(
  { deps: { db }, broadcast }: Pick<ChatContext, 'deps' | 'broadcast'>,
  topics: InboxTopic[],
  inboxAt: number,
  agents: Iterable<Participant> = broadcast.agents,
): Promise<void> {
  const receivers = [...agents]
  const isCounted = topics.includes('inbox') || agents !== broadcast.agents
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

export async function agentLeft(
  { broadcast, deps }: ChatContext,
  connection: Participant,
  { leases }: ParticipantState,
): Promise<void> {
  broadcast.removeAgent(connection)
  await releaseAgents(
    deps.db,
    leases.map(({ id }) => id),
  )
}
