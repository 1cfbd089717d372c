import { addressProblem, isAddress, toAsciiDomain } from '#contract/email-address.ts'
import { trimmed } from '#contract/visible-text.ts'
import { newId } from '#server/database/new-id.ts'
import { nobody } from '#server/database/public-profile.ts'
import { withoutToken } from '#server/mail/request-link.ts'
import { inboxChanged } from '#server/pub-sub/inbox-changed.ts'
import type { Budget } from '#server/service/rate-limits.ts'
import type { ChatMessage, ClientFrame } from '../protocol/protocol.ts'
import { type ChatContext, disconnect, isId, newState, sendError } from './chat-context.server.ts'
import { watchUnanswered } from './chat-jobs.server.ts'
import { readUndelivered, visitorForm, visitorKey } from './messages.server.ts'
import { type Participant, type ParticipantState, write } from './participant.server.ts'
import { replay } from './replay.server.ts'
import {
  endAbandoned,
  findSession,
  hashVisitorId,
  isOpenOfVisitor,
  newVisitorId,
  type Opened,
  startSession,
  type Visitor,
} from './sessions.server.ts'
import { sendTyping } from './typing.server.ts'

type Join = Extract<ClientFrame, { type: 'visitor_join' }>

/** The limit of new sessions per address, which a whole office may share. */
const newSessions: Budget = { name: 'chat-sessions', points: 10, seconds: 600 }
/** The limit of joins per socket, for a tab that starts chat after chat. */
const maxJoins = 20

/** @returns the visitor, or why the details are refused. */
function visitorOf({ visitorInfo }: Join): Visitor | string {
  // The frame's schema already limits the lengths.
  const trim = (text: string | null | undefined) => trimmed(text ?? '')
  const visitor = {
    name: trim(visitorInfo?.name),
    email: toAsciiDomain(visitorInfo?.email ?? ''),
    company: trim(visitorInfo?.company),
    currentPage: withoutToken(trim(visitorInfo?.currentPage)),
    referrer: withoutToken(trim(visitorInfo?.referrer)),
    userAgent: trim(visitorInfo?.userAgent),
  }
  const { name, email } = visitor
  if (!name || !email) return 'Name and email are required to start a chat.'
  return isAddress(email) ? visitor : addressProblem(email, 'Enter a complete email address.')
}

type Found = { visitorId: string; session: Opened; leaseId: string }

async function findOrStart(
  chat: ChatContext,
  connection: Participant,
  join: Join,
): Promise<Found | undefined> {
  const { db, pubSub, limits: budgets } = chat.deps
  const lease = { id: newId(), instanceId: pubSub.instanceId }
  const found = (visitorId: string, session: Opened) => ({ visitorId, session, leaseId: lease.id })
  const sessionId = isId(join.sessionId ?? '') ? join.sessionId : undefined
  const currentPage = withoutToken(join.visitorInfo?.currentPage ?? '')
  const find = (visitorId: string | null | undefined) =>
    findSession(db, { visitorId, sessionId, currentPage }, lease)
  let former = await find(join.visitorId)
  // A second join sent before the first answer has no `visitorId` yet.
  if (!former.visitorId) former = await find(connection.state?.visitorId)
  if (former.visitorId && former.session) return found(former.visitorId, former.session)
  const visitor = visitorOf(join)
  if (typeof visitor === 'string') {
    sendError(connection, 'invalid', visitor)
    return undefined
  }
  if (!(await budgets.take(newSessions, connection.addressKey)).allowed) {
    sendError(connection, 'too_many', 'Too many chats were started here. Please try again later.')
    return undefined
  }
  if (former.visitorId) {
    // A session abandoned too long ago would block a new one, so it is ended here.
    chat.broadcast.notifyChanged(
      await endAbandoned(db, isOpenOfVisitor(hashVisitorId(former.visitorId))),
    )
  }
  await chat.deps.diskSpace.assertSpace()
  const visitorId = former.visitorId ?? newVisitorId()
  const session = await startSession(chat.deps, visitorId, visitor, lease)
  if (!session.resumed) {
    await watchUnanswered(chat.deps, session.id)
    chat.deps.jobs.wake()
    inboxChanged(chat.deps, 'notifications')
  }
  return found(visitorId, session)
}

export async function joinVisitor(
  chat: ChatContext,
  connection: Participant,
  join: Join,
): Promise<void> {
  const former = connection.state
  if (former?.role === 'admin') {
    disconnect(connection, 'This connection belongs to an agent.')
    return
  }
  const joins = (former?.joins ?? 0) + 1
  if (joins > maxJoins) {
    sendError(connection, 'too_many', 'Too many attempts. Please reload the page.')
    return
  }
  const found = await findOrStart(chat, connection, join)
  if (!found) return
  const { session, visitorId, leaseId } = found
  const { id: sessionId, status, lastSeq, resumed } = session
  const participant = newState(chat, 'visitor')
  Object.assign(participant, { visitorId, sessionId, joins })
  if (status !== 'ended') participant.leases.push({ id: leaseId, sessionId })
  if (former) {
    participant.tokens = former.tokens
    participant.filledAt = former.filledAt
    if (former.typingIn) sendTyping(chat, connection, former, former.typingIn, false)
    visitorLeft(chat, connection, former)
  }
  connection.state = participant
  await connection.sendAndWait(
    write({ type: 'session_created', sessionId, visitorId, status, lastSeq, resumed }),
  )
  await catchUp(chat, connection, participant, found, join.lastSeq)
  // The state that other participants know is older than the new presence row.
  chat.broadcast.notifyChanged([sessionId])
}

async function catchUp(
  chat: ChatContext,
  connection: Participant,
  participant: ParticipantState,
  { session: { id: sessionId, status, lastSeq } }: Found,
  clientSeq: number | undefined,
): Promise<void> {
  const send = async (page: ChatMessage[]) => {
    for (const [at, message] of page.entries()) {
      const frame = write({ type: 'new_message', message })
      if (at === page.length - 1) await connection.sendAndWait(frame)
      else connection.send(frame)
    }
  }
  connection.mayLag = true
  // Clients that implement only the spec keep their messages and need just the undelivered ones.
  if (clientSeq === undefined) {
    const undelivered = await readUndelivered(chat.deps.db, sessionId, lastSeq)
    await send(undelivered.map(visitorForm(chat.deps)))
  }
  const from = clientSeq === undefined ? lastSeq : clientSeq > lastSeq ? 0 : clientSeq
  await replay(chat, connection, { sessionId, from, senderKey: visitorKey }, send, (seq) => {
    const state = { status, agentId: null, agent: nobody, agentPresent: false }
    const room = chat.broadcast.getOrCreateRoom(sessionId, seq, state)
    participant.sentSeq = seq
    if (!connection.isClosed) room.visitors.add(connection)
    chat.broadcast.sendState(room, connection)
  })
}

export function visitorLeft(
  { broadcast, closedVisitors }: ChatContext,
  connection: Participant,
  { sessionId, leases }: ParticipantState,
): void {
  broadcast.rooms.get(sessionId)?.visitors.delete(connection)
  broadcast.deleteRoomIfUnused(sessionId)
  for (const { id } of leases) void closedVisitors.add(id)
}
