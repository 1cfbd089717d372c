import { and, desc, eq, sql } from 'drizzle-orm'
import type { ParsedInput } from '#contract/endpoint.ts'
import { Failure } from '#contract/failure.ts'
import { defaultLimit } from '#contract/pagination.ts'
import { nextOpening } from '#features/content/business-hours/business-minutes.ts'
import { isOpen } from '#features/content/business-hours/open-hours.ts'
import { dayAt, startOfDay } from '#features/content/business-hours/zone-clock.ts'
import { countAvailable, isReachable } from '#features/notifications/presence/activity.server.ts'
import { insertRow } from '#server/database/insert.ts'
import type { Transaction } from '#server/database/open.ts'
import { chatSessions, clients, inquiries, mailThreads } from '#server/database/schema.ts'
import { addressKey } from '#server/http/client-address.ts'
import { nothingHere } from '#server/http/errors.ts'
import type { PubSub } from '#server/pub-sub/pub-sub.ts'
import { record } from '#server/service/audit.ts'
import type { Dependencies, Service } from '#server/service/context.ts'
import { withIdempotency } from '#server/service/idempotency.ts'
import { type Budget, takeOrRefuse } from '#server/service/rate-limits.ts'
import type { chat } from '../protocol/contract.ts'
import { followLink } from './follow-link.server.ts'
import { readBefore } from './messages.server.ts'
import {
  chatsOfAddress,
  countSessions,
  endAbandoned,
  listClosed,
  lockSession,
  medianReply,
  readSession,
  type SessionRow,
  setClient,
} from './sessions.server.ts'

/** The limit of followed links per address. */
const links: Budget = { name: 'chat-links', points: 10, seconds: 60 }

const minAnswered = 5
const medianCacheMs = 60_000

const medians = new WeakMap<PubSub, { seconds: number | null; at: number }>()

/** Each instance caches the value for a minute. */
async function medianReplySeconds({ db, pubSub }: Dependencies): Promise<number | null> {
  const cached = medians.get(pubSub)
  if (cached && performance.now() - cached.at < medianCacheMs) return cached.seconds
  const found = await medianReply(db)
  const seconds = found.answered >= minAnswered ? Math.max(0, found.seconds ?? 0) : null
  medians.set(pubSub, { seconds, at: performance.now() })
  return seconds
}

const noSession = () => new Failure('not_found', 'There’s no such chat.')

async function linkClient(
  tx: Transaction,
  user: { id: string },
  input: ParsedInput<typeof chat.createClient>,
): Promise<string> {
  const session = await lockSession(tx, input.id)
  if (!session) throw noSession()
  if (session.clientId) {
    const [linked] = await tx.select().from(clients).where(eq(clients.id, session.clientId))
    throw new Failure('conflict', `This chat is already linked to the client ${linked?.name}.`)
  }
  const clientId = input.existingClientId
    ? (await findClient(tx, input.existingClientId)).id
    : await insertClient(tx, user, session, input)
  await setClient(tx, session.id, clientId)
  await tx.update(mailThreads).set({ clientId }).where(eq(mailThreads.chatSessionId, session.id))
  const linked = { subject: 'chat', subjectId: session.id, clientId }
  await record(tx, user, { action: 'chat.linked', ...linked })
  return clientId
}

async function findClient(tx: Transaction, id: string) {
  const [client] = await tx.select().from(clients).where(eq(clients.id, id))
  if (!client) throw new Failure('not_found', 'There’s no such client.')
  return client
}

async function insertClient(
  tx: Transaction,
  user: { id: string },
  session: SessionRow,
  { name, company, phone, notes }: ParsedInput<typeof chat.createClient>,
): Promise<string> {
  const id = await insertRow(tx, clients, {
    name: name || session.visitorName,
    email: session.visitorEmail,
    company: company || session.visitorCompany || null,
    phone: phone || null,
    notes: notes || 'Created from a live chat.',
  })
  const created = { subject: 'client', subjectId: id, clientId: id }
  await record(tx, user, { action: 'client.created', ...created })
  return id
}

export const chatService: Service<typeof chat> = {
  async availability(context) {
    const { db } = context
    const { hours } = context.content.resolved()
    const now = new Date()
    const [agents, median, reachable] = await Promise.all([
      countAvailable(db),
      medianReplySeconds(context),
      isOpen(hours, 'chat', now) && isReachable(db),
    ])
    const status = agents > 0 ? 'online' : reachable ? 'reachable' : 'away'
    const backAt = status === 'away' ? nextOpening(hours, 'chat', now)?.opens : null
    return {
      agentConnected: agents > 0,
      medianReplySeconds: median,
      status,
      backAt: backAt ?? null,
    }
  },

  async followLink(context, { token, visitorId }) {
    const { db, limits, requester, pubSub } = context
    const sentence = 'Too many links were opened here. Please wait a minute and try again.'
    await takeOrRefuse(limits, links, addressKey(requester.address), sentence)
    const entry = await followLink(db, token, visitorId)
    if (!entry) throw nothingHere()
    // A session that can no longer be resumed must appear as ended.
    const ids = await endAbandoned(db, eq(chatSessions.id, entry.sessionId))
    if (ids.length > 0) pubSub.publish({ kind: 'chat', ids })
    context.log.info({ event: 'chat_link_followed' })
    return entry
  },

  async numbers({ db, content }) {
    const { timeZone: zone } = content.resolved().hours
    return countSessions(db, startOfDay(zone, dayAt(zone, Date.now())))
  },

  async context({ db }, { id }) {
    const session = await readSession(db, id)
    if (!session) throw noSession()
    const email = session.visitorEmail.toLowerCase()
    const [linked, suggestions, earlier, earlierChats] = await Promise.all([
      session.clientId
        ? db
            .select({ id: clients.id, name: clients.name })
            .from(clients)
            .where(eq(clients.id, session.clientId))
        : [],
      session.clientId
        ? []
        : db
            .select({ id: clients.id, name: clients.name })
            .from(clients)
            .where(eq(sql`lower(${clients.email})`, email))
            .limit(5),
      db
        .select()
        .from(inquiries)
        .where(and(eq(sql`lower(${inquiries.email})`, email), eq(inquiries.quarantined, false)))
        .orderBy(desc(inquiries.createdAt))
        .limit(20),
      chatsOfAddress(db, email, id),
    ])
    const { currentPage, referrer, userAgent, notes } = session
    return {
      currentPage,
      referrer,
      userAgent,
      notes,
      client: linked[0] ?? null,
      suggestions,
      inquiries: earlier,
      earlierChats,
    }
  },

  async messages({ db }, { id, after, limit = defaultLimit }) {
    const session = await readSession(db, id)
    if (!session) throw noSession()
    const before = after === undefined ? session.lastSeq + 1 : Number(after)
    const messages = await readBefore(db, id, before, limit + 1)
    const items = messages.slice(0, limit)
    return { items, next: messages.length > limit ? `${items.at(-1)?.seq}` : null }
  },

  list: ({ db }, listing) => listClosed(db, listing),

  async createClient(context, input) {
    return context.db.transaction(async (tx) => {
      const make = () => linkClient(tx, context.user, input)
      const { id } = await withIdempotency(tx, context, 'chat.linked', make)
      return { clientId: id, name: (await findClient(tx, id)).name }
    })
  },
}
