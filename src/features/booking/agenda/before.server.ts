import { and, desc, eq, isNotNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { Offered } from '#contract/endpoint.ts'
import type { Database } from '#server/database/open.ts'
import { bookings, chatSessions, clients, inquiries, projects } from '#server/database/schema.ts'
import type { callBriefs } from './contract.ts'

type Before = Offered<typeof callBriefs.show>['before']
type Booking = typeof bookings.$inferSelect

const maxShown = 20

const hasEmail = (column: unknown, email: string) =>
  eq(sql`lower(${column})`, email.toLowerCase()) as SQL

async function requestsOf(db: Database, { createdAt, inquiryId }: Booking, email: string) {
  const isOther = inquiryId ? ne(inquiries.id, inquiryId) : undefined
  const isEarlier = and(isOther, lt(inquiries.createdAt, createdAt))
  const rows = await db
    .select({ id: inquiries.id, number: inquiries.number, at: inquiries.createdAt })
    .from(inquiries)
    .where(and(hasEmail(inquiries.email, email), isEarlier, eq(inquiries.quarantined, false)))
    .orderBy(desc(inquiries.createdAt), desc(inquiries.id))
    .limit(maxShown)
  return rows.map(({ id, number, at }) => ({
    kind: 'request' as const,
    at,
    text: `Request ${number}`,
    href: `/admin/inbox?lead=${id}`,
  }))
}

async function chatsOf(db: Database, { createdAt }: Booking, email: string) {
  const { id, startedAt, messageCount } = chatSessions
  const rows = await db
    .select({ id, at: startedAt, count: messageCount })
    .from(chatSessions)
    .where(and(hasEmail(chatSessions.visitorEmail, email), lt(startedAt, createdAt)))
    .orderBy(desc(startedAt), desc(id))
    .limit(maxShown)
  return rows.map(({ id: chat, at, count }) => ({
    kind: 'chat' as const,
    at,
    text: `Chat of ${count} ${count === 1 ? 'message' : 'messages'}`,
    href: `/admin/inbox?chat=${chat}`,
  }))
}

const became = { happened: 'Call that happened', no_show: 'Call they didn’t come to' }

async function callsOf(db: Database, { id: own, startsAt }: Booking, email: string) {
  const { id, outcome } = bookings
  const rows = await db
    .select({ id, at: bookings.startsAt, outcome })
    .from(bookings)
    .where(
      and(
        hasEmail(bookings.email, email),
        and(ne(id, own), lt(bookings.startsAt, startsAt), isNotNull(outcome)),
      ),
    )
    .orderBy(desc(bookings.startsAt), desc(id))
    .limit(maxShown)
  return rows.flatMap(({ id: call, at, outcome: known }) =>
    known
      ? [{ kind: 'call' as const, at, text: became[known], href: `/admin/agenda/${call}` }]
      : [],
  )
}

async function clientOf(db: Database, clientId: string | null, email: string): Promise<Before> {
  const isClient = clientId ? eq(clients.id, clientId) : hasEmail(clients.email, email)
  const [client] = await db
    .select({ id: clients.id, name: clients.name, at: clients.createdAt })
    .from(clients)
    .where(isClient)
    .orderBy(desc(clients.createdAt), desc(clients.id))
    .limit(1)
  if (!client) return []
  const href = `/admin/clients/${client.id}`
  const rows = await db
    .select({ title: projects.title, status: projects.status, at: projects.createdAt })
    .from(projects)
    .where(eq(projects.clientId, client.id))
    .orderBy(desc(projects.createdAt), desc(projects.id))
    .limit(maxShown)
  return [
    { kind: 'client', at: client.at, text: `Client ${client.name}`, href },
    ...rows.map(({ title, status, at }) => ({
      kind: 'project' as const,
      at,
      text: `Project ${title}, ${status.replace('_', ' ')}`,
      href,
    })),
  ]
}

/**
 * Earlier requests, chats and calls from an address, newest first, and its client. All are empty
 * after an erasure.
 */
export async function readBefore(db: Database, booking: Booking): Promise<Before> {
  const { email, clientId } = booking
  if (!email) return []
  const found = await Promise.all([
    requestsOf(db, booking, email),
    chatsOf(db, booking, email),
    callsOf(db, booking, email),
    clientOf(db, clientId, email),
  ])
  const all: Before = found.flat()
  return all.sort((a, b) => Number(b.at) - Number(a.at)).slice(0, maxShown)
}
