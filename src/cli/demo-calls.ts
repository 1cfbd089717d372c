import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { BusinessHours } from '#contract/business-hours.ts'
import type { bookingContacts } from '#contract/vocabulary.ts'
import { takeCells } from '#features/booking/bookings/cells.server.ts'
import { callTimes, wallTime } from '#features/booking/types/booking.server.ts'
import { clockOf, dayAt } from '#features/content/business-hours/zone-clock.ts'
import { hashPassword } from '#features/identity/passwords/hash-password.server.ts'
import { newId } from '#server/database/new-id.ts'
import type { Transaction } from '#server/database/open.ts'
import * as tables from '#server/database/schema.ts'

type Lead = (typeof tables.inquiries)['$inferInsert']
type Booking = (typeof tables.bookings)['$inferInsert']

const hour = 3_600_000
const day = 24 * hour

type DemoCall = {
  /** Days from today; a weekend is passed over. */
  in: number
  /** O'clock in the firm's zone; without it, the next whole hour but one. */
  at?: number
  host: 'owner' | 'mara'
  contact: (typeof bookingContacts)[number]
  zone: string
  note: string
} & Partial<Booking>

const demoCalls: DemoCall[] = [
  {
    in: -12,
    at: 10,
    host: 'owner',
    contact: 'video',
    zone: 'Europe/Berlin',
    note: 'Two of us will join.',
    outcome: 'happened',
    outcomeNotes: 'They type 200 claims a day. A pilot with one broker, then all of them.',
  },
  {
    in: -6,
    at: 14,
    host: 'mara',
    contact: 'phone',
    zone: 'America/New_York',
    note: '',
    outcome: 'happened',
    outcomeNotes: 'Wants an offer by the end of the month. The office manager decides.',
  },
  {
    in: -3,
    at: 11,
    host: 'owner',
    contact: 'video',
    zone: 'Europe/London',
    note: 'About the reminders to our customers.',
    outcome: 'no_show',
  },
  {
    in: 0,
    host: 'owner',
    contact: 'video',
    zone: 'Europe/Berlin',
    note: 'Please show how you read photos.',
  },
  {
    in: 2,
    at: 15,
    host: 'mara',
    contact: 'phone',
    zone: 'Europe/Madrid',
    note: '',
    sequence: 1,
    visitorMoves: 1,
  },
  {
    in: 4,
    at: 9,
    host: 'mara',
    contact: 'video',
    zone: 'Europe/Berlin',
    note: '',
    sequence: 1,
    state: 'cancelled',
    cancelledBy: 'visitor',
    cancelReason: 'Our managing director is away that week.',
  },
  {
    in: 7,
    at: 10,
    host: 'owner',
    contact: 'video',
    zone: 'America/Chicago',
    note: 'We have a CRM and a shared inbox.',
  },
  // At the time of the one before, so that nobody else is free to take it.
  {
    in: 7,
    at: 10,
    host: 'mara',
    contact: 'video',
    zone: 'Europe/Paris',
    note: '',
    state: 'pending',
    pendingReason: 'calendar',
  },
]

const week = (days: number[], opens: string, closes: string) =>
  days.map((one) => ({ day: one, opens, closes }))

/** A colleague who takes calls, and whom nobody can sign in as. */
async function findMara(tx: Transaction): Promise<string> {
  const username = 'mara-demo'
  const [known] = await tx
    .select({ id: tables.users.id })
    .from(tables.users)
    .where(eq(tables.users.username, username))
  if (known) return known.id
  const id = newId()
  const passwordHash = await hashPassword(randomBytes(24).toString('base64'))
  const displayName = 'Mara Lindqvist'
  await tx.insert(tables.users).values({ id, username, displayName, passwordHash, role: 'agent' })
  return id
}

async function storeHosts(tx: Transaction, ownerId: string, now: Date) {
  const mara = await findMara(tx)
  const taking = { active: true, joinedAt: now }
  await tx
    .insert(tables.hosts)
    .values([
      { ...taking, userId: ownerId, weekly: week([1, 2, 3, 4, 5], '09:00', '17:00') },
      {
        ...taking,
        userId: mara,
        weekly: week([1, 2, 4, 5], '08:30', '15:30'),
        googleAddress: 'mara@counterfoil.example',
      },
    ])
    .onConflictDoNothing()
  // Prevents a notification about a calendar that was never connected.
  await tx
    .insert(tables.hostBusy)
    .values({
      userId: mara,
      source: 'google',
      error: 'not_connected',
      unreadableSince: now,
      reportedAt: now,
    })
    .onConflictDoNothing()
  await tx.insert(tables.hostTimeOff).values({
    userId: mara,
    startsAt: new Date(now.getTime() + 14 * day),
    endsAt: new Date(now.getTime() + 21 * day),
    note: 'Skiing',
  })
  return { owner: ownerId, mara }
}

function startOf(plan: DemoCall, now: Date, zone: string): Date {
  if (plan.at === undefined) return new Date((Math.floor(now.getTime() / hour) + 2) * hour)
  let date = dayAt(zone, now.getTime()) + plan.in
  // January 1, 1970 was a Thursday.
  while ([0, 6].includes((date + 4) % 7)) date += Math.sign(plan.in)
  return new Date(clockOf(zone, date)(plan.at * 60, false))
}

type Owners = { leads: readonly Lead[]; ownerId: string; now: Date; hours: BusinessHours }

/**
 * Stores two hosts and their calls, of whom nobody is told. The last mails and notices of calls
 * come from jobs, which are not planned.
 *
 * @returns how many there are.
 */
export async function storeCalls(
  tx: Transaction,
  { leads, ownerId, now, hours: { timeZone } }: Owners,
): Promise<number> {
  const [type] = await tx.select().from(tables.meetingTypes).limit(1)
  if (!type) return 0
  const hosts = await storeHosts(tx, ownerId, now)
  const joined = Object.values(hosts).map((userId) => ({ meetingTypeId: type.id, userId }))
  await tx.insert(tables.meetingTypeHosts).values(joined).onConflictDoNothing()
  const free = leads.toSorted((one, other) => Number(other.createdAt) - Number(one.createdAt))
  for (const plan of demoCalls) {
    const { in: _, at: __, host, ...values } = plan
    const startsAt = startOf(plan, now, timeZone)
    // Only the request of the cancelled call waits for an answer.
    const waits = values.state === 'cancelled'
    const bookedBy = Math.min(Number(startsAt), Number(now)) - (waits ? 0 : 2 * day)
    const at = free.findIndex(
      (lead) => Number(lead.createdAt) < bookedBy && waits === !lead.firstContactedAt,
    )
    const [lead] = at < 0 ? [] : free.splice(at, 1)
    if (!lead) throw new Error('No request is left for a call.')
    const hostId = hosts[host]
    const times = callTimes(type, startsAt)
    const booking = {
      id: newId(),
      state: 'booked' as const,
      ...values,
      ...times,
      hostId,
      meetingTypeId: type.id,
      inquiryId: lead.id,
      clientId: lead.clientId,
      name: lead.name,
      email: lead.email,
      company: lead.company,
      phone: values.contact === 'phone' ? '+1 555 0100' : '',
      page: '/book/consultation',
      wallTime: wallTime(timeZone, startsAt),
      createdAt: lead.createdAt,
      // Staff are reminded an hour later of a call that waits for a calendar.
      updatedAt: values.state === 'pending' ? new Date(now.getTime() + 3 * day) : lead.createdAt,
      ...(values.outcome && { outcomeAt: times.endsAt, outcomeBy: hostId }),
      ...(waits && { cancelledAt: now }),
    }
    await tx.insert(tables.bookings).values(booking)
    if (!waits) {
      await takeCells(tx, booking)
      continue
    }
    await tx
      .update(tables.replyDeadlines)
      .set({ reopenedAt: now, reopenReason: 'cancelled' })
      .where(eq(tables.replyDeadlines.inquiryId, lead.id ?? ''))
  }
  return demoCalls.length
}
