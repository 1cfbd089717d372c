import {
  and,
  asc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Offered, ParsedInput } from '#contract/endpoint.ts'
import { Failure } from '#contract/failure.ts'
import { byName } from '#server/database/by-name.ts'
import { currentMoment } from '#server/database/columns.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import {
  afterCursor,
  countRows,
  orderByOf,
  rowsToRead,
  rowsToSkip,
  toPage,
} from '#server/database/pagination.ts'
import { bookings, hosts, meetingTypes, users } from '#server/database/schema.ts'
import { staffName } from '#server/database/staff-name.ts'
import type { SignedInContext } from '#server/service/context.ts'
import { invitationDelivery } from '../after/delivery.server.ts'
import { isPaused } from '../after/pause.server.ts'
import { type Collision, collisionsOf } from '../availability/collisions.server.ts'
import { readOpenType } from '../availability/service.server.ts'
import { readCalendars } from '../hosts/sources.server.ts'
import { isClockChanged, isTakingCalls, stateShown } from '../types/booking.server.ts'
import type { agenda } from './contract.ts'

type Reader = Database | Transaction
type Showing = Pick<SignedInContext, 'content'>
type Shown = Offered<typeof agenda.show>
type Listing = ParsedInput<typeof agenda.list>

const maxCounted = 1000

const columns = {
  booking: bookings,
  type: meetingTypes.slug,
  title: meetingTypes.title,
  hostName: staffName(users),
  hostLink: hosts.meetingLink,
  invitation: invitationDelivery(bookings.id),
}

type Row = {
  booking: typeof bookings.$inferSelect
  type: string
  title: string
  hostName: string
  hostLink: string | null
  invitation: Shown['invitation']
}

const selectCalls = (db: Reader) =>
  db
    .select(columns)
    .from(bookings)
    .innerJoin(meetingTypes, eq(meetingTypes.id, bookings.meetingTypeId))
    .innerJoin(hosts, eq(hosts.userId, bookings.hostId))
    .innerJoin(users, eq(users.id, hosts.userId))

function shownChange({ googleDiffers: change }: Row['booking']): Shown['googleDiffers'] {
  return change && { start: 'deleted' in change ? null : new Date(change.opens) }
}

function shown(
  { booking, type, title, hostName, hostLink, invitation }: Row,
  collisions: Map<string, Collision>,
): Shown {
  const { id, pendingReason, startsAt, endsAt, zone, hostId, contact, sequence } = booking
  const { name, company, email, phone, note, inquiryId, clientId, outcome } = booking
  const { cancelledBy, cancelReason, visitorDeclinedAt, outcomeNotes } = booking
  return {
    id,
    state: stateShown(booking),
    pendingReason,
    start: startsAt,
    end: endsAt,
    zone,
    type,
    title,
    contact: contact ?? 'video',
    host: { id: hostId, name: hostName },
    sequence,
    name,
    company,
    email,
    phone,
    note,
    inquiryId,
    clientId,
    outcome,
    outcomeNotes,
    link: contact === 'video' ? (booking.link ?? booking.meetUrl ?? hostLink) : null,
    invitation,
    declined: visitorDeclinedAt !== null,
    cancelledBy,
    cancelReason,
    collision: collisions.get(id) ?? null,
    isClockChanged: isToCome(booking) && isClockChanged(booking),
    googleDiffers: shownChange(booking),
  }
}

const isToCome = ({ state, endsAt }: Row['booking']) => state !== 'cancelled' && endsAt > new Date()

async function showAll(deps: Showing, db: Reader, rows: readonly Row[]): Promise<Shown[]> {
  const toCome = rows.map(({ booking }) => booking).filter(isToCome)
  const collisions = await collisionsOf(db, deps, toCome)
  return rows.map((row) => shown(row, collisions))
}

/** Leaves out live and expired holds. */
export const isCall = inArray(bookings.state, ['pending', 'booked', 'cancelled'])

export const unknownCall = () => new Failure('not_found', 'There’s no such call.')

/** @throws Failure `not_found` */
export async function showToStaff(deps: Showing & { db: Reader }, id: string): Promise<Shown> {
  const rows = await selectCalls(deps.db).where(and(eq(bookings.id, id), isCall))
  const [found] = await showAll(deps, deps.db, rows)
  if (!found) throw unknownCall()
  return found
}

const waitsFor = {
  /** Calls that have ended can no longer be confirmed. */
  pending: and(eq(bookings.state, 'pending'), gt(bookings.endsAt, sql`now()`)),
  outcome: and(
    eq(bookings.state, 'booked'),
    isNull(bookings.outcome),
    lte(bookings.endsAt, currentMoment),
  ),
}

/** Bookings that look like spam are listed apart: they take no time and notify nobody. */
const isOfDays = and(
  isCall,
  or(isNull(bookings.pendingReason), eq(bookings.pendingReason, 'calendar')),
)

/** The id of the requested host; null for all hosts. */
function hostAsked({ user }: SignedInContext, { host = 'all' }: Listing): string | null {
  if (host === 'all') return null
  return host === 'me' ? user.id : host
}

const listed = { id: bookings.id, createdAt: bookings.startsAt }
/** An empty order sorts by `createdAt`, which is the start. */
const order = {}

async function countWaiting(db: Database, ofHost: SQL | undefined) {
  const count = (which: SQL | undefined) =>
    sql<number>`(select count(*)::int from (select from ${bookings}
      where ${and(which, ofHost)} limit ${maxCounted}) found)`
  const [found] = await db
    .select({
      pending: count(waitsFor.pending),
      outcome: count(waitsFor.outcome),
    })
    .from(sql`(select) one`)
  return { pending: 0, outcome: 0, ...found }
}

/** Active hosts, sorted by name. */
const readHosts = (db: Reader) =>
  db
    .select({ id: users.id, name: staffName(users) })
    .from(hosts)
    .innerJoin(users, eq(users.id, hosts.userId))
    .where(isTakingCalls)
    .orderBy(byName(staffName(users)), asc(users.id))

export async function listCalls(
  context: SignedInContext,
  listing: Listing,
): Promise<Offered<typeof agenda.list>> {
  const { db, config } = context
  const { from, until, waiting, inquiryId, ...paging } = listing
  const hostId = hostAsked(context, listing)
  const ofHost = hostId === null ? undefined : eq(bookings.hostId, hostId)
  const matches = and(
    ofHost,
    waiting ? waitsFor[waiting] : inquiryId ? isCall : isOfDays,
    inquiryId ? eq(bookings.inquiryId, inquiryId) : undefined,
    from && gt(bookings.endsAt, from),
    until && lt(bookings.startsAt, until),
  )
  const rows = await selectCalls(db)
    .where(and(matches, afterCursor(listed, paging, order)))
    .orderBy(...orderByOf(listed, order))
    .limit(rowsToRead(paging))
    .offset(rowsToSkip(paging))
  const open = (await readOpenType(context)) ?? null
  const { items, ...page } = toPage(
    rows.map((row) => ({ ...row, id: row.booking.id, createdAt: row.booking.startsAt })),
    paging,
    await countRows(db, paging, bookings, matches),
  )
  return {
    ...page,
    items: await showAll(context, db, items),
    waiting: await countWaiting(db, ofHost),
    calendars: await readCalendars(db, hostId),
    hosts: await readHosts(db),
    shareUrl: open && `${config.publicUrl}/book/${open.slug}`,
    paused: await isPaused(db),
  }
}

/** No call is longer than a day, so this bound lets the index on starts find calls in progress. */
const isRecent = sql`${bookings.startsAt} > now() - interval '1 day'`

/** Bookings that look like spam are left out, because they have no reserved time yet. */
export async function readCallsToCome(db: Database): Promise<Offered<typeof agenda.ofRequests>> {
  const { id, inquiryId, startsAt, endsAt } = bookings
  const isAhead = and(inArray(bookings.state, ['booked', 'pending']), isOfDays)
  const calls = await db
    .select({ id, inquiryId: sql<string>`${inquiryId}`, start: startsAt, end: endsAt })
    .from(bookings)
    .where(and(isAhead, isNotNull(inquiryId), gt(endsAt, sql`now()`), isRecent))
    .orderBy(asc(startsAt), asc(id))
    .limit(maxCounted)
  return { calls }
}
