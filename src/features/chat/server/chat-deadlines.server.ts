import { sql } from 'drizzle-orm'
import { z } from 'zod'
import {
  assign,
  type DeadlineDependencies,
  endSnooze,
  meetDeadline,
  openDeadline,
  waiveDeadline,
} from '#features/inbox/deadlines/deadlines.server.ts'
import { chatMessages, chatSessions, replyDeadlines, users } from '#server/database/schema.ts'
import { job } from '#server/jobs/jobs.ts'
import { inboxChanged } from '#server/pub-sub/inbox-changed.ts'
import type { Dependencies } from '#server/service/context.ts'
import { notifyMessage, notifyMessages } from './chat-notices.server.ts'
import { isClosed, isNotEnded } from './statuses.server.ts'

/** A visitor's message that nobody has answered for this long opens a deadline. */
const unansweredSeconds = 60

/** The maximum number of changes per run; the next run continues. */
const batch = 200

const isOpen = sql`d.met_at is null and d.waived_at is null`

type Answered = {
  id: string
  messageId: string
  at: string
  by: string | null
  name: string | null
}

/** Marks deadlines as met by the first agent message after their opening. */
export async function meetAnswered(
  deps: DeadlineDependencies & Pick<Dependencies, 'pubSub'>,
  sessionId?: string,
): Promise<void> {
  const { db } = deps
  const { rows } = await db.execute<Answered>(sql`
    select d.chat_session_id as id, m.id as "messageId", m.sent_at as at, m.sender_id as by,
      coalesce(u.display_name, u.username) as name
    from ${replyDeadlines} d
    cross join lateral (
      select * from ${chatMessages} c where c.session_id = d.chat_session_id
        and c.sender_type = 'admin' and c.message_type = 'text' and c.sent_at >= d.opened_at
      order by c.seq limit 1
    ) m
    left join ${users} u on u.id = m.sender_id
    where ${isOpen} and d.chat_session_id ${sessionId ? sql`= ${sessionId}` : sql`is not null`}
    limit ${batch}`)
  for (const { id, messageId, at, by, name } of rows) {
    const met = {
      evidence: 'chat' as const,
      evidenceId: messageId,
      at: new Date(at),
      by: by && name ? { id: by, name } : null,
    }
    await db.transaction((tx) => meetDeadline(deps, tx, { chatSessionId: id }, met))
  }
  if (rows.length > 0) inboxChanged(deps, 'inbox')
}

type Unanswered = { id: string; at: string; name: string; agentId: string | null }

/** Opens deadlines for visitors who wrote again after a reply. */
async function openUnanswered(deps: Dependencies): Promise<void> {
  const { rows } = await deps.db.execute<Unanswered>(sql`
    select ${chatSessions.id}, last_message_at as at, visitor_name as name, agent_id as "agentId"
    from ${chatSessions}
    where last_message_by = 'visitor' and ${isNotEnded}
      and last_message_at <= now() - make_interval(secs => ${unansweredSeconds})
      and not exists (select from ${replyDeadlines} d where d.chat_session_id = chat_sessions.id
        and (${isOpen} or greatest(d.opened_at, d.met_at, d.waived_at) >= last_message_at))
    limit ${batch}`)
  for (const chat of rows) {
    const { id, at } = chat
    const deadline = { kind: 'chat', chatSessionId: id, openedAt: new Date(at) } as const
    await deps.db.transaction(async (tx) => {
      await openDeadline(deps, tx, deadline)
      await notifyMessage(deps, tx, chat, 'later')
    })
  }
  if (rows.length > 0) inboxChanged(deps, 'inbox')
}

/** Waives deadlines of chats that ended before the visitor wrote anything. */
async function waiveUnasked(deps: Dependencies): Promise<void> {
  const { db } = deps
  const { rows } = await db.execute<{ id: string }>(sql`
    select ${chatSessions.id} from ${replyDeadlines} d
    join ${chatSessions} on ${chatSessions.id} = d.chat_session_id
    where ${isOpen} and d.kind = 'chat' and ${isClosed}
      and not exists (select from ${chatMessages} m
        where m.session_id = d.chat_session_id and m.sender_type = 'visitor')
    limit ${batch}`)
  for (const { id } of rows) {
    const waived = { reason: 'nothing_asked' } as const
    await db.transaction((tx) => waiveDeadline(deps, tx, { chatSessionId: id }, waived))
  }
  if (rows.length > 0) inboxChanged(deps, 'inbox')
}

/** A message of the visitor ends the snooze. */
async function endSnoozes(deps: Dependencies): Promise<void> {
  const { db } = deps
  const { rows } = await db.execute<{ id: string }>(sql`
    select s.id from ${replyDeadlines} d join ${chatSessions} s on s.id = d.chat_session_id
    where ${isOpen} and d.snoozed_until > now()
      and s.last_message_by = 'visitor' and s.last_message_at > d.changed_at
    limit ${batch}`)
  for (const { id } of rows) await db.transaction((tx) => endSnooze(tx, { chatSessionId: id }))
  if (rows.length > 0) inboxChanged(deps, 'inbox')
}

type Joined = { id: string; chatSessionId: string; agentId: string; name: string }

/** Assigns the deadline of a chat to the agent who has joined it. */
async function assignAgents(deps: Dependencies): Promise<void> {
  const assigned = await deps.db.transaction(async (tx) => {
    const { rows } = await tx.execute<Joined>(sql`
      select d.id, d.chat_session_id as "chatSessionId", u.id as "agentId",
        coalesce(u.display_name, u.username) as name
      from ${replyDeadlines} d join ${chatSessions} s on s.id = d.chat_session_id
      join ${users} u on u.id = s.agent_id and u.active
      where ${isOpen} and d.assignee_id is null
      limit ${batch} for update of d skip locked`)
    for (const { agentId, name, ...deadline } of rows) {
      const ids = { ...deadline, inquiryId: null, threadId: null }
      await assign(tx, ids, { id: agentId, name }, agentId)
    }
    return rows.length
  })
  if (assigned > 0) inboxChanged(deps, 'inbox', 'notifications')
}

/** Derives deadlines from stored chats in a job, so that sending a message does no extra work. */
export const followChats = job({
  name: 'chat.deadlines',
  payload: z.object({}),
  everySeconds: 5,
  async run(deps) {
    await meetAnswered(deps)
    await waiveUnasked(deps)
    await endSnoozes(deps)
    await assignAgents(deps)
    await openUnanswered(deps)
    await notifyMessages(deps)
  },
})
