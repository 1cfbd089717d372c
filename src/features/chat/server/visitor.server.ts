import { randomUUIDv7 } from 'node:crypto'
import { addressKey, type Budget } from '../../../server/http/rate-limits.ts'
import { checkAddress, checkRunOf } from '../../../server/security/self-check-token.ts'
import type { ClientFrame } from '../protocol/protocol.ts'
import { limits } from '../protocol/words.ts'
import {
  type ChatContext,
  disconnect,
  isId,
  newParticipantState,
  replay,
  sendError,
  sendSessionError,
  sendTyping,
} from './chat-context.server.ts'
import { watchUnanswered } from './chat-jobs.server.ts'
import { readUndelivered, type StoredMessage, visitorKey } from './message-store.server.ts'
import { asSeenBy, type Participant, type ParticipantState, write } from './participant.server.ts'
import {
  endAbandoned,
  endSession,
  findSession,
  hashVisitorId,
  newVisitorId,
  type Opened,
  startSession,
  type Visitor,
} from './session-store.server.ts'

type Join = Extract<ClientFrame, { type: 'visitor_join' }>

/** New sessions per address, which an office shares. */
const newSessions: Budget = { name: 'chat-sessions', points: 10, seconds: 600 }
/** Joins per socket: bounds a tab that starts chat after chat. */
const mostJoins = 20

function visitorOf({ visitorInfo }: Join): Visitor | undefined {
  const tidy = (text: string | null | undefined, most: number) => (text ?? '').trim().slice(0, most)
  const visitor = {
    name: tidy(visitorInfo?.name, limits.name),
    email: tidy(visitorInfo?.email, limits.email),
    company: tidy(visitorInfo?.company, limits.company),
    currentPage: tidy(visitorInfo?.currentPage, limits.address),
    referrer: tidy(visitorInfo?.referrer, limits.address),
    userAgent: tidy(visitorInfo?.userAgent, limits.userAgent),
  }
  const isComplete = visitor.name && visitor.email && visitor.email !== checkAddress
  return isComplete ? visitor : undefined
}

type Found = { visitorId: string; session: Opened; leaseId: string; isCheck: boolean }

const checkVisitor: Visitor = {
  ...{ name: 'Self-check', email: checkAddress, company: '' },
  ...{ currentPage: '', referrer: '', userAgent: '' },
}

async function findOrStart(
  chat: ChatContext,
  connection: Participant,
  join: Join,
): Promise<Found | undefined> {
  const { db, pubSub, limits: budgets } = chat.deps
  const lease = { id: randomUUIDv7(), instanceId: pubSub.instanceId }
  const address = addressKey(connection.address)
  if (join.visitorId && (await checkRunOf(chat.deps, join.visitorId))) {
    const session = await startSession(db, join.visitorId, checkVisitor, lease)
    return { visitorId: join.visitorId, session, leaseId: lease.id, isCheck: true }
  }
  const visitor = visitorOf(join)
  const find = (visitorId: string | null | undefined) =>
    findSession(db, {
      visitorId: visitorId ?? undefined,
      sessionId: join.sessionId && isId(join.sessionId) ? join.sessionId : undefined,
      currentPage: join.visitorInfo?.currentPage ?? '',
      lease,
    })
  let found = await find(join.visitorId)
  // A second join sent before the first answer has no `visitorId` yet.
  if (!found.visitorId) found = await find(connection.state?.visitorId)
  if (found.visitorId && found.session) {
    const { visitorId, session } = found
    return { visitorId, session, leaseId: lease.id, isCheck: false }
  }
  if (!visitor) {
    sendError(connection, 'invalid', 'Name and email are required to start a chat.')
    return undefined
  }
  if (!(await budgets.take(newSessions, address)).allowed) {
    sendError(connection, 'too_many', 'Too many chats were started here. Please try again later.')
    return undefined
  }
  if (found.visitorId) {
    // A session abandoned too long ago would prevent a new one.
    chat.channels.touch(await endAbandoned(db, hashVisitorId(found.visitorId)))
  }
  await chat.deps.diskSpace.demand()
  const visitorId = found.visitorId ?? newVisitorId()
  const session = await startSession(db, visitorId, visitor, lease)
  if (!session.resumed) await watchUnanswered(chat.deps, session.id)
  return { visitorId, session, leaseId: lease.id, isCheck: false }
}

export async function joinVisitor(
  chat: ChatContext,
  connection: Participant,
  join: Join,
): Promise<void> {
  if (connection.state?.role === 'admin') {
    disconnect(connection, 'This connection belongs to an agent.')
    return
  }
  if ((connection.state?.joins ?? 0) >= mostJoins) {
    sendError(connection, 'too_many', 'Too many attempts. Please reload the page.')
    return
  }
  const found = await findOrStart(chat, connection, join)
  if (!found) return
  const { session, visitorId, leaseId, isCheck } = found
  const former = connection.state
  const participant = newParticipantState(chat, 'visitor')
  participant.visitorId = isCheck ? '' : visitorId
  participant.sessionId = session.id
  participant.joins = (former?.joins ?? 0) + 1
  if (session.status !== 'ended') participant.leases.push({ id: leaseId, sessionId: session.id })
  if (former) {
    participant.tokens = former.tokens
    participant.filledAt = former.filledAt
    if (former.typingIn) sendTyping(chat, connection, former, former.typingIn, false)
    visitorLeft(chat, connection, former)
  }
  connection.state = participant
  const { id: sessionId, status, lastSeq, resumed } = session
  await connection.sayAndWait(
    write({ type: 'session_created', sessionId, visitorId, status, lastSeq, resumed }),
  )
  await catchUp(chat, connection, participant, { ...session, isCheck }, join.lastSeq)
  // Other participants' view predates the new presence row.
  chat.channels.touch([session.id])
}

async function catchUp(
  chat: ChatContext,
  connection: Participant,
  participant: ParticipantState,
  { id, status, lastSeq, isCheck }: Opened & { isCheck: boolean },
  known: number | undefined,
): Promise<void> {
  const tell = async (page: StoredMessage[]) => {
    for (const [at, kept] of page.entries()) {
      const frame = write({ type: 'new_message', message: asSeenBy(kept, visitorKey) })
      if (at === page.length - 1) await connection.sayAndWait(frame)
      else connection.say(frame)
    }
  }
  connection.mayLag = true
  try {
    // Clients that follow only the spec keep their messages, so they lack just the undelivered
    // ones. Messages stored after the join are read below.
    if (known === undefined) await tell(await readUndelivered(chat.deps.db, id, lastSeq))
    const from = known === undefined ? lastSeq : known > lastSeq ? 0 : known
    await replay(chat, id, from, tell, (at) => {
      const state = { status, agentId: null, agentName: null, agentPresent: false }
      const channel = chat.channels.channel(id, at, state, isCheck)
      participant.mark = at
      if (!connection.isGone) channel.visitors.add(connection)
      const now = chat.channels.stateFor(channel)
      if (now) connection.say(write(now))
    })
  } finally {
    connection.mayLag = false
  }
}

export function ownsSession({ state }: Participant, sessionId: string): boolean {
  return state?.role === 'visitor' && state.sessionId === sessionId
}

export async function markDelivered(
  chat: ChatContext,
  connection: Participant,
  { messageId, messageIds = [] }: Extract<ClientFrame, { type: 'mark_message_delivered' }>,
): Promise<void> {
  const sessionId = connection.state?.sessionId
  const ids = [...new Set([...messageIds, ...(messageId ? [messageId] : [])])]
  if (!sessionId || connection.state?.role !== 'visitor' || !ids.every(isId)) {
    sendSessionError(chat, connection)
    return
  }
  const marks = await Promise.all(
    ids.map((id) => chat.deliveries.add({ messageId: id, sessionId })),
  )
  const fresh: string[] = []
  for (const [at, mark] of marks.entries()) {
    const id = ids[at] ?? ''
    if (!mark) sendSessionError(chat, connection)
    if (!mark?.isNew) continue
    fresh.push(id)
    const { deliveredAt } = mark
    chat.channels.tellAgents({ type: 'message_delivered', sessionId, messageId: id, deliveredAt })
  }
  if (fresh.length > 0) chat.deps.pubSub.publishElsewhere({ kind: 'delivered', ids: fresh })
}

export async function endByVisitor(chat: ChatContext, sessionId: string): Promise<void> {
  if (await endSession(chat.deps.db, sessionId)) chat.channels.touch([sessionId])
}

/** Call when a visitor's socket has closed or switched to another session. */
export function visitorLeft(
  chat: ChatContext,
  connection: Participant,
  participant: ParticipantState,
): void {
  chat.channels.channels.get(participant.sessionId)?.visitors.delete(connection)
  chat.channels.release(participant.sessionId)
  for (const { id } of participant.leases) void chat.leavers.add(id)
}
