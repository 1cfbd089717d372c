import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { LimitFunction } from 'p-limit'
import type { Offered, ParsedInput } from '#contract/endpoint.ts'
import type { SiteSettings } from '#contract/settings/document.ts'
import { dayAt, startOfDay } from '#features/content/business-hours/zone-clock.ts'
import { findLead } from '#features/inbox/request-status/status.server.ts'
import { lockNamed } from '#server/database/named-lock.ts'
import { newId } from '#server/database/new-id.ts'
import type { Transaction } from '#server/database/open.ts'
import { bookings } from '#server/database/schema.ts'
import { nothingHere } from '#server/http/errors.ts'
import { hashOfToken } from '#server/mail/request-link.ts'
import type { Context } from '#server/service/context.ts'
import { networkKeys } from '#server/service/network-keys.ts'
import { type Budget, takeForNetworks } from '#server/service/rate-limits.ts'
import { chooseHosts, slotTaken } from '../availability/choose-hosts.server.ts'
import { offeredStarts } from '../availability/free-starts.ts'
import { type Host, readHostTimes } from '../availability/host-times.server.ts'
import { type MeetingType, readType } from '../availability/service.server.ts'
import { callTimes, hostShown, wallTime } from '../types/booking.server.ts'
import { makeToken } from '../types/tokens.server.ts'
import { areTaken, takeCells } from './cells.server.ts'
import type { holds } from './contract.ts'
import { holdExpired, limitReached, tooMany } from './refusals.ts'

/**
 * A whole office may share one address, and people choose more than once; see `takeForNetworks`.
 */
const budget: Budget = { name: 'holds', points: 60, seconds: 600 }

/**
 * The maximum number of live holds of an address and of the networks around it, in the order of
 * `networkKeys`.
 */
const maxLive = [20, 30, 40]

/** The share of a day's times that one network may hold at once; one time is always allowed. */
const maxPartOfDay = 1 / 4

/**
 * The maximum number of live holds of everybody. A flood of holds delays bookings, but ends by
 * itself.
 */
const maxOfAll = 200

export const maxExtensions = 2

const inFiveMinutes = sql`now() + interval '5 minutes'`

/** Expired holds can be confirmed for another hour unless somebody else has taken the time. */
export const isKnownHold = sql`${bookings.holdExpiresAt} > now() - interval '1 hour'`

type Live = { key: string; startsAt: number; seconds: number }

/** The number of calls that could begin on a day of the firm's zone, summed over all hosts. */
async function countFreeTimes(
  tx: Transaction,
  { hours }: SiteSettings,
  type: MeetingType,
  day: number,
): Promise<number> {
  const zone = hours.timeZone
  const [from, to] = [startOfDay(zone, day).getTime(), startOfDay(zone, day + 1).getTime()]
  const window = { now: Date.now(), from, to }
  const hosts = await readHostTimes(tx, hours, type.id, from, to)
  return hosts.reduce((sum, host) => sum + offeredStarts(type, [host], window).starts.length, 0)
}

/** @throws Failure `too_many_requests`, until one of the holds expires. */
async function limitLive(tx: Transaction, { settings, type, start, keys }: Making): Promise<void> {
  const { rows: live } = await tx.execute<Live>(sql`
    select coalesce(address_key, '') as key,
      floor(extract(epoch from starts_at) * 1000)::float8 as "startsAt",
      ceil(extract(epoch from hold_expires_at - now()))::int as seconds
    from ${bookings} where state = 'held' and hold_expires_at > now()`)
  const refuseFrom = (max: number, some: readonly Live[]) => {
    if (some.length < max) return
    throw limitReached(Math.max(1, Math.min(...some.map(({ seconds }) => seconds))))
  }
  refuseFrom(maxOfAll, live)
  const around = live.map((one) => ({ ...one, networks: networkKeys(one.key) }))
  const inside = (at: number) => around.filter(({ networks }) => networks[at] === keys[at])
  for (const at of keys.keys()) refuseFrom(maxLive[at] ?? 0, inside(at))
  const dayOf = (at: number) => dayAt(settings.hours.timeZone, at)
  const day = dayOf(start.getTime())
  const sameDay = inside(keys.length - 1).filter(({ startsAt }) => dayOf(startsAt) === day)
  if (sameDay.length === 0) return
  const times = sameDay.length + (await countFreeTimes(tx, settings, type, day))
  refuseFrom(Math.max(1, Math.floor(times * maxPartOfDay)), sameDay)
}

type Making = {
  settings: SiteSettings
  type: MeetingType
  start: Date
  hash: Buffer
  replaces: Buffer | undefined
  /** The requester's networks, from narrow to wide. */
  keys: string[]
}

/** Somebody else has just taken the slot; throwing this rolls back the transaction. */
class Taken extends Error {}

async function makeHold(tx: Transaction, making: Making, host: Host) {
  const { type, start, hash, replaces, keys } = making
  // Holds of one network wait for each other, so that their count is exact.
  await tx.execute(lockNamed(`hold ${keys.at(-1)}`))
  if (replaces) {
    const isOpen = inArray(bookings.state, ['held', 'expired'])
    await tx.delete(bookings).where(and(eq(bookings.holdHash, replaces), isOpen))
  }
  await limitLive(tx, making)
  const row = {
    id: newId(),
    meetingTypeId: type.id,
    hostId: host.id,
    state: 'held' as const,
    ...callTimes(type, start),
    wallTime: wallTime(host.zone, start),
    holdHash: hash,
    addressKey: keys[0],
  }
  const [made] = await tx
    .insert(bookings)
    .values({ ...row, holdExpiresAt: inFiveMinutes })
    .returning()
  if (!made) throw new Error('insert returned no row')
  if (!(await takeCells(tx, made))) throw new Taken()
  return made
}

async function tryHosts(
  { db }: Context,
  making: Making,
  hosts: readonly Host[],
  without: string | undefined,
) {
  for (const host of hosts) {
    const cells = { ...callTimes(making.type, making.start), hostId: host.id, id: without ?? null }
    if (await areTaken(db, cells)) continue
    try {
      return { host, made: await db.transaction((tx) => makeHold(tx, making, host)) }
    } catch (error) {
      if (!(error instanceof Taken)) throw error
    }
  }
  throw slotTaken()
}

/** The id of the hold with that token, which may be replaced. */
async function idOfHold({ db }: Context, hash: Buffer | undefined): Promise<string | undefined> {
  if (!hash) return undefined
  const isHeld = and(eq(bookings.holdHash, hash), eq(bookings.state, 'held'))
  const [found] = await db.select({ id: bookings.id }).from(bookings).where(isHeld)
  return found?.id
}

/** @param limit of concurrent attempts to take a time. */
export async function createHold(
  context: Context,
  limit: LimitFunction,
  {
    type: slug,
    start,
    requestToken,
    host: hostId,
    replaces: token,
  }: ParsedInput<typeof holds.create>,
): Promise<Offered<typeof holds.create>> {
  const { db, requester } = context
  await takeForNetworks(context.limits, budget, context.requester.address, tooMany)
  const type = await readType(context, slug)
  const lead = requestToken ? await findLead(db, requestToken) : undefined
  const replaces = token ? hashOfToken(token) : undefined
  const without = await idOfHold(context, replaces)
  const wanted = { type, start, without, preferred: hostId ?? lead?.assigneeId }
  const { hosts, toBeConfirmed } = await chooseHosts(context, wanted)
  const { token: holdToken, hash } = makeToken()
  const settings = context.content.resolved()
  const keys = networkKeys(requester.address)
  const making = { settings, type, start, hash, replaces, keys }
  const { host, made } = await limit(() => tryHosts(context, making, hosts, without))
  return {
    holdToken,
    start: made.startsAt,
    end: made.endsAt,
    toBeConfirmed,
    expiresAt: made.holdExpiresAt ?? new Date(),
    host: hostShown(context, host),
  }
}

/**
 * @throws Failure `hold_expired` on the third extension, or if somebody else has taken the time.
 */
export async function extendHold({ db }: Context, token: string) {
  const hash = hashOfToken(token)
  if (!hash) throw nothingHere()
  const isIt = and(eq(bookings.holdHash, hash), isKnownHold)
  const mayExtend = and(eq(bookings.state, 'held'), lt(bookings.holdExtended, maxExtensions))
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

/** @throws Failure `not_found` for a malformed token. */
export async function removeHold({ db }: Context, token: string): Promise<void> {
  const hash = hashOfToken(token)
  if (!hash) throw nothingHere()
  const isOpen = inArray(bookings.state, ['held', 'expired'])
  await db.delete(bookings).where(and(eq(bookings.holdHash, hash), isOpen))
}
