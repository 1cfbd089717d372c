import { sql } from 'drizzle-orm'
import { notify } from '#features/notifications/delivery/notify.server.ts'
import type { Transaction } from '#server/database/open.ts'
import { chatConnections, chatSessions, notifications } from '#server/database/schema.ts'
import { inboxChanged } from '#server/pub-sub/inbox-changed.ts'
import type { Dependencies } from '#server/service/context.ts'
import type { Queue } from '#server/service/job-queue.ts'
import { isRunning } from './statuses.server.ts'

/** The minimum time between two notices of one conversation. */
const spacingSeconds = 60

/** Older messages are covered by deadlines. */
const freshMinutes = 10

const batch = 200

type Chat = { id: string; name: string }

const urlOf = (id: string) => `/admin/chat?session=${id}`

/** Notifies screens and devices at once, and later mail and channels if nobody has joined. */
export function notifyWaiting(
  deps: Pick<Dependencies, 'config' | 'content'>,
  tx: Transaction,
  { id, name }: Chat,
  ways: 'at_once' | 'later',
): Promise<Queue[]> {
  const notice = {
    event: 'chat.waiting' as const,
    eventKey: `chat ${id}` as const,
    to: 'everybody' as const,
    subject: { chatSessionId: id },
    title: 'A visitor is waiting in the chat',
    name,
    act: 'is waiting in the chat',
    url: urlOf(id),
    alsoToStaff: true,
  }
  return notify(deps, tx, notice, { ways })
}

type Unread = Chat & { agentId: string | null; at: string }

export function notifyMessage(
  deps: Pick<Dependencies, 'config' | 'content'>,
  tx: Transaction,
  { id, name, agentId, at }: Unread,
  ways: 'at_once' | 'later',
): Promise<Queue[]> {
  const notice = {
    event: 'chat.message' as const,
    eventKey: `message ${id} ${at}` as const,
    subject: { chatSessionId: id },
    title: 'A visitor wrote in the chat',
    name,
    act: 'wrote in the chat',
    url: urlOf(id),
    to: agentId ? { users: [agentId] } : ('everybody' as const),
  }
  return notify(deps, tx, notice, { ways })
}

/**
 * Notifies screens and devices of messages that nobody has on screen: those of the chat's agent, or
 * everybody's if it has none. There is at most one notification a minute per conversation.
 */
export async function notifyMessages(deps: Dependencies): Promise<void> {
  const { rows } = await deps.db.execute<Unread>(sql`
    select id, visitor_name as name, agent_id as "agentId", last_message_at::text as at
    from ${chatSessions}
    where last_message_by = 'visitor' and ${isRunning}
      and last_message_at > now() - make_interval(mins => ${freshMinutes})
      and not exists (select from ${chatConnections} c
        where c.session_id = chat_sessions.id and c.role = 'admin')
      and not exists (select from ${notifications} n where n.chat_session_id = chat_sessions.id
        and n.created_at >= least(last_message_at,
          now() - make_interval(secs => ${spacingSeconds})))
    limit ${batch}`)
  for (const chat of rows) {
    await deps.db.transaction((tx) => notifyMessage(deps, tx, chat, 'at_once'))
  }
  if (rows.length === 0) return
  deps.jobs.wake()
  inboxChanged(deps, 'notifications')
}
