import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Offered, ParsedInput } from '#contract/endpoint.ts'
import { newId } from '#server/database/new-id.ts'
import type { Transaction } from '#server/database/open.ts'
import { bookings, inquiries } from '#server/database/schema.ts'
import { inboxChanged } from '#server/pub-sub/inbox-changed.ts'
import type { SignedInContext } from '#server/service/context.ts'
import { fieldFailure } from '#server/service/field-failure.ts'
import { withIdempotency } from '#server/service/idempotency.ts'
import { slotTaken } from '../availability/choose-hosts.server.ts'
import { readType } from '../availability/service.server.ts'
import { findChat, findClient } from '../bookings/booker.server.ts'
import { takeCells } from '../bookings/cells.server.ts'
import { hasCall, makeLead, recordConfirmed } from '../bookings/confirm-hold.server.ts'
import { personOf } from '../bookings/person.ts'
import { type Call, callTimes, requireCall, wallTime } from '../types/booking.server.ts'
import { newTokens } from '../types/tokens.server.ts'
import { actorOf, assertUpcoming, findHost } from './acts.server.ts'
import { showToStaff } from './calls.server.ts'
import type { agenda } from './contract.ts'

type NewBooking = ParsedInput<typeof agenda.create>

/** Locks the request, so that two calls know of each other. @throws Failure `invalid_input` */
async function lockLead(tx: Transaction, id: string) {
  const isIt = and(eq(inquiries.id, id), eq(inquiries.quarantined, false))
  const [lead] = await tx.select().from(inquiries).where(isIt).for('no key update')
  if (lead) return lead
  const message = 'There’s no such request'
  throw fieldFailure('inquiryId', message)
}

/** The zone of the last call with an address, else the firm’s. */
async function zoneOf({ content }: SignedInContext, tx: Transaction, email: string) {
  const isTheirs = eq(sql`lower(${bookings.email})`, email.toLowerCase())
  const [last] = await tx
    .select({ zone: bookings.zone })
    .from(bookings)
    .where(and(isTheirs, isNotNull(bookings.zone)))
    .orderBy(desc(bookings.createdAt))
    .limit(1)
  return last?.zone ?? content.resolved().hours.timeZone
}

async function book(
  context: SignedInContext,
  tx: Transaction,
  type: Call['type'],
  { hostId, start, inquiryId: given, ...more }: NewBooking,
): Promise<string> {
  assertUpcoming(start)
  const lead = given ? await lockLead(tx, given) : undefined
  const client = !lead && more.clientId ? await findClient(tx, more.clientId) : undefined
  if (!lead && more.clientId && !client) throw fieldFailure('clientId', 'There’s no such client')
  const chat = more.chatSessionId ? await findChat(tx, more.chatSessionId) : undefined
  if (more.chatSessionId && !chat) throw fieldFailure('chatSessionId', 'There’s no such chat')
  const person = personOf(more, lead ?? client ?? chat, type.locations)
  if (lead && !more.further && (await hasCall(tx, lead.id))) {
    throw fieldFailure('further', 'This request already has a call to come')
  }
  const host = await findHost(context, tx, hostId)
  const id = newId()
  const { note, contact } = more
  const zone = more.zone ?? (await zoneOf(context, tx, person.email))
  const clientId = (lead ?? client ?? chat)?.clientId ?? null
  const newLead = {
    id,
    title: type.title,
    note,
    page: null,
    reasons: [],
    clientId,
    enteredBy: context.user,
  }
  const made = lead ? undefined : await makeLead(context, tx, newLead, person)
  const inquiryId = lead?.id ?? made?.id ?? null
  const times = callTimes(type, start)
  await tx.insert(bookings).values({
    id,
    meetingTypeId: type.id,
    hostId,
    inquiryId,
    clientId,
    chatSessionId: chat?.chatSessionId ?? null,
    state: 'booked',
    ...times,
    ...person,
    note,
    zone,
    contact,
    wallTime: wallTime(host.zone, start),
    ...newTokens(context.encryption, id),
  })
  if (!(await takeCells(tx, { id, hostId, ...times }))) throw slotTaken()
  const confirmation = { by: actorOf(context.user), isLeadNew: made !== undefined }
  await recordConfirmed(context, tx, await requireCall(tx, id), confirmation)
  return id
}

/** Books on behalf of a caller. Notice, horizon, hours and other calendars are not checked. */
export async function createCall(
  context: SignedInContext,
  given: NewBooking,
): Promise<Offered<typeof agenda.create>> {
  const { db, jobs } = context
  const type = await readType(context, given.type)
  const { id, isNew } = await db.transaction((tx) =>
    withIdempotency(tx, context, 'booking.confirmed', () => book(context, tx, type, given)),
  )
  if (isNew) {
    jobs.wake()
    inboxChanged(context, 'inbox', 'leads', 'mail', 'notifications', 'agenda')
  }
  return showToStaff(context, id)
}
