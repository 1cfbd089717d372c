import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Offered, ParsedInput } from '#contract/endpoint.ts'
import { findLead } from '#features/inbox/request-status/status.server.ts'
import { newId } from '#server/database/new-id.ts'
import type { Transaction } from '#server/database/open.ts'
import { bookings } from '#server/database/schema.ts'
import { addressKey } from '#server/http/client-address.ts'
import { nothingHere } from '#server/http/errors.ts'
import { hashOfToken } from '#server/mail/request-link.ts'
import type { Context } from '#server/service/context.ts'
import { type Budget, takeOrRefuse } from '#server/service/rate-limits.ts'
import { chooseHosts, slotTaken } from '../availability/choosing.server.ts'
import type { Host } from '../availability/host-times.server.ts'
import { type MeetingType, readType } from '../availability/service.server.ts'
import { takeCells } from './cells.server.ts'
import type { holds } from './contract.ts'
import { callTimes, hostShown, wallTime } from './meeting.server.ts'
import { holdExpired, limitReached, tooMany } from './refusals.ts'
import { makeToken } from './tokens.server.ts'

/** Per address. */
const budget: Budget = { name: 'holds', points: 20, seconds: 600 }
const mostOfAddress = 3

/** Live ones of everybody: a flood of holds delays bookings, but ends by itself. */
const mostOfAll = 200

export const mostExtensions = 2

const inFiveMinutes = sql`now() + interval '5 minutes'`

/** Expired ones can be confirmed for another hour while nobody else took the time. */
export const isKnownHold = sql`${bookings.holdExpiresAt} > now() - interval '1 hour'`

type Count = { all: number; own: number; seconds: number }

/** @throws Failure `too_many_requests` until one of them expires. */
async function limitLive(tx: Transaction, key: string): Promise<void> {
  const { rows } = await tx.execute<Count>(sql`
    select count(*)::int as all, (count(*) filter (where address_key = ${key}))::int as own,
      ceil(extract(epoch from min(hold_expires_at) - now()))::int as seconds
    from ${bookings} where state = 'held' and hold_expires_at > now()`)
  const [{ all, own, seconds } = { all: 0, own: 0, seconds: 0 }] = rows
  if (own >= mostOfAddress || all >= mostOfAll) throw limitReached(Math.max(1, seconds))
}

type Making = {
  type: MeetingType
  start: Date
  hash: Buffer
  replaces: Buffer | undefined
  key: string
}

/** The slot was taken by somebody else meanwhile; undoes the transaction. */
class Taken extends Error {}

async function makeHold(tx: Transaction, making: Making, host: Host) {
  const { type, start, hash, replaces, key } = making
  // Holds of one address wait for each other, so that their number is exact.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`hold ${key}`}, 0))`)
  if (replaces) {
    const isOpen = inArray(bookings.state, ['held', 'expired'])
    await tx.delete(bookings).where(and(eq(bookings.holdHash, replaces), isOpen))
  }
  await limitLive(tx, key)
  const row = {
    ...({ id: newId(), meetingTypeId: type.id, hostId: host.id, state: 'held' } as const),
    ...{ ...callTimes(type, start), wallTime: wallTime(host.zone, start) },
    ...{ holdHash: hash, addressKey: key },
  }
  const [made] = await tx
    .insert(bookings)
    .values({ ...row, holdExpiresAt: inFiveMinutes })
    .returning()
  if (!made) throw new Error('insert returned no row')
  if (!(await takeCells(tx, made))) throw new Taken()
  return made
}

async function tryHosts({ db }: Context, making: Making, hosts: readonly Host[]) {
  for (const host of hosts) {
    try {
      return { host, made: await db.transaction((tx) => makeHold(tx, making, host)) }
    } catch (error) {
      if (!(error instanceof Taken)) throw error
    }
  }
  throw slotTaken()
}

/** A live hold of that token, which may be given up. */
async function idOfHold({ db }: Context, hash: Buffer | undefined): Promise<string | undefined> {
  if (!hash) return undefined
  const isHeld = and(eq(bookings.holdHash, hash), eq(bookings.state, 'held'))
  const [found] = await db.select({ id: bookings.id }).from(bookings).where(isHeld)
  return found?.id
}

export async function createHold(
  context: Context,
  { type: slug, start, requestToken, replaces: token }: ParsedInput<typeof holds.create>,
): Promise<Offered<typeof holds.create>> {
  const { db, limits, requester } = context
  const key = addressKey(requester.address)
  await takeOrRefuse(limits, budget, key, tooMany)
  const type = await readType(context, slug)
  const lead = requestToken ? await findLead(db, requestToken) : undefined
  const replaces = token ? hashOfToken(token) : undefined
  const without = await idOfHold(context, replaces)
  const wanted = { type, start, without, preferred: lead?.assigneeId }
  const { hosts, toBeConfirmed } = await chooseHosts(context, wanted)
  const { token: holdToken, hash } = makeToken()
  const making = { type, start, hash, replaces, key }
  const { host, made } = await tryHosts(context, making, hosts)
  return {
    ...{ holdToken, start: made.startsAt, end: made.endsAt, toBeConfirmed },
    expiresAt: made.holdExpiresAt ?? new Date(),
    host: hostShown(context, host.name),
  }
}

/** @throws Failure `hold_expired` the third time, and when the time went to somebody else. */
export async function extendHold({ db }: Context, token: string) {
  const hash = hashOfToken(token)
  if (!hash) throw nothingHere()
  const isIt = and(eq(bookings.holdHash, hash), isKnownHold)
  const mayExtend = and(eq(bookings.state, 'held'), lt(bookings.holdExtended, mostExtensions))
  const [extended] = await db
    .update(bookings)
    .set({ holdExpiresAt: inFiveMinutes, holdExtended: sql`${bookings.holdExtended} + 1` })
    .where(and(isIt, mayExtend))
    .returning({ expiresAt: bookings.holdExpiresAt })
  if (extended?.expiresAt) return { expiresAt: extended.expiresAt }
  const isOpen = inArray(bookings.state, ['held', 'expired'])
  if ((await db.$count(bookings, and(isIt, isOpen))) === 0) throw nothingHere()
  throw holdExpired()
}

/** @throws Failure `not_found` for what can be no token. */
export async function removeHold({ db }: Context, token: string): Promise<void> {
  const hash = hashOfToken(token)
  if (!hash) throw nothingHere()
  const isOpen = inArray(bookings.state, ['held', 'expired'])
  await db.delete(bookings).where(and(eq(bookings.holdHash, hash), isOpen))
}
