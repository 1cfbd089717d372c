import { and, asc, eq, gt, lt, sql } from 'drizzle-orm'
import { Failure } from '#contract/failure.ts'
import { byName } from '#server/database/by-name.ts'
import { insertRow } from '#server/database/insert.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import {
  bookings,
  hosts,
  hostTimeOff,
  meetingTypeHosts,
  meetingTypes,
  users,
} from '#server/database/schema.ts'
import { record } from '#server/service/audit.ts'
import { changeRow, nextUpdatedAt } from '#server/service/concurrent-changes.ts'
import type { Service, SignedInContext } from '#server/service/context.ts'
import { fieldFailure } from '#server/service/field-failure.ts'
import { withIdempotency } from '#server/service/idempotency.ts'
import { type Budget, takeOrRefuse } from '#server/service/rate-limits.ts'
import { isReserving, isTakingCalls } from '../types/booking.server.ts'
import { checkAddress, setAddress } from './address.server.ts'
import type { bookingHosts } from './contract.ts'
import { resetGoogleBusy } from './google-busy.server.ts'
import { planEventsOf } from './plan-event.server.ts'
import { fetchCalendarNow, fetchCalendars } from './refresh-calendars.server.ts'
import { readSources } from './sources.server.ts'

/** Users who start taking calls join this meeting type. */
const usualType = 'consultation'
const maxTimeOff = 200
const shownCollisions = 100

/** The limit per host. */
const checkBudget: Budget = { name: 'calendar-checks', points: 10, seconds: 60 }

const missing = () => new Failure('not_found', 'There’s no such user.')

/** Resolves `me`. @throws Failure `not_found`; `forbidden` if an agent accesses another user. */
async function whose({ db, user }: SignedInContext, userId: string): Promise<string> {
  if (userId === 'me' || userId === user.id) return user.id
  if ((await db.$count(users, eq(users.id, userId))) === 0) throw missing()
  if (user.role === 'agent') throw new Failure('forbidden', 'Ask an admin to change this.')
  return userId
}

/** @throws Failure `not_found` */
async function read(db: Database | Transaction, userId: string) {
  const [found] = await db
    .select({
      name: users.displayName,
      active: hosts.active,
      zone: hosts.zone,
      weekly: hosts.weekly,
      meetingLink: hosts.meetingLink,
      updatedAt: hosts.updatedAt,
      googleAddress: hosts.googleAddress,
    })
    .from(users)
    .leftJoin(hosts, eq(hosts.userId, users.id))
    .where(eq(users.id, userId))
  if (!found) throw missing()
  const types = await db
    .select({ id: meetingTypeHosts.meetingTypeId })
    .from(meetingTypeHosts)
    .where(eq(meetingTypeHosts.userId, userId))
    .orderBy(asc(meetingTypeHosts.joinedAt), asc(meetingTypeHosts.meetingTypeId))
  const { id, startsAt, endsAt, note } = hostTimeOff
  const timeOff = await db
    .select({ id, startsAt, endsAt, note })
    .from(hostTimeOff)
    .where(and(eq(hostTimeOff.userId, userId), sql`${endsAt} > now()`))
    .orderBy(asc(startsAt), asc(id))
  const active = found.active ?? false
  const sources = await readSources(db, userId)
  return { userId, ...found, active, meetingTypes: types.map((type) => type.id), timeOff, sources }
}

/** A user has no row until the first change. */
async function ensureHost(tx: Transaction, userId: string): Promise<void> {
  await tx.insert(hosts).values({ userId }).onConflictDoNothing()
}

async function joinUsualType(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`
    insert into ${meetingTypeHosts} (meeting_type_id, user_id)
    select id, ${userId} from ${meetingTypes} where slug = ${usualType}
    on conflict do nothing`)
}

async function hasTypes(db: Database, userId: string, wanted: string[]): Promise<boolean> {
  const { meetingTypes: present } = await read(db, userId)
  return present.length === new Set(wanted).size && present.every((id) => wanted.includes(id))
}

/** @throws Failure `invalid_input` */
async function setTypes(tx: Transaction, userId: string, wanted: string[]): Promise<void> {
  const ids = sql`${sql.param([...new Set(wanted)])}::uuid[]`
  const known = await tx.$count(meetingTypes, sql`${meetingTypes.id} = any(${ids})`)
  if (known < new Set(wanted).size)
    throw fieldFailure('meetingTypes', 'There’s no such meeting type')
  await tx
    .delete(meetingTypeHosts)
    .where(and(eq(meetingTypeHosts.userId, userId), sql`meeting_type_id <> all(${ids})`))
  await tx.execute(sql`
    insert into ${meetingTypeHosts} (meeting_type_id, user_id)
    select id, ${userId} from unnest(${ids}) id on conflict do nothing`)
}

/** Calls that reserve their time, in order. */
function callsBetween(db: Database, userId: string, from: Date, to: Date) {
  const { id, startsAt, endsAt, name, company } = bookings
  return db
    .select({ id, start: startsAt, end: endsAt, name, company })
    .from(bookings)
    .where(and(eq(bookings.hostId, userId), lt(startsAt, to), gt(endsAt, from), isReserving))
    .orderBy(asc(startsAt), asc(id))
    .limit(shownCollisions)
}

export const hostsService: Service<typeof bookingHosts> = {
  async list({ db }) {
    const name = sql<string>`coalesce(nullif(${users.displayName}, ''), ${users.username})`
    const found = await db
      .select({ userId: hosts.userId, name, active: isTakingCalls })
      .from(hosts)
      .innerJoin(users, eq(users.id, hosts.userId))
      .orderBy(byName(name), asc(hosts.userId))
    return { hosts: found }
  },

  async show(context, input) {
    return read(context.db, await whose(context, input.userId))
  },

  async save(context, { userId: given, meetingTypes: types, icsUrl, ...change }) {
    const { db, user } = context
    const userId = await whose(context, given)
    const isAgent = user.role === 'agent'
    if (types && isAgent && !(await hasTypes(db, userId, types))) {
      throw new Failure('forbidden', 'Ask an admin to do this.')
    }
    if (icsUrl) await checkAddress(context, icsUrl)
    const { saved, isAsked } = await db.transaction(async (tx) => {
      await ensureHost(tx, userId)
      const shown = () => read(tx, userId)
      const changed = await changeRow(tx, context, hosts, eq(hosts.userId, userId), change, shown)
      if (changed?.row.active && !changed.row.joinedAt) {
        const values = { joinedAt: sql`now()`, updatedAt: nextUpdatedAt(hosts.updatedAt) }
        await tx.update(hosts).set(values).where(eq(hosts.userId, userId))
        await joinUsualType(tx, userId)
      }
      if (types && !isAgent) await setTypes(tx, userId, types)
      if (icsUrl !== undefined) await setAddress(context, tx, userId, icsUrl)
      const act = { action: 'host.changed', subject: 'user', subjectId: userId } as const
      const isOther =
        (types && !isAgent) || icsUrl !== undefined || (changed && changed.changed.length > 0)
      if (isOther) await record(tx, user, act)
      const isGoogleNew = changed?.changed.includes('googleAddress') === true
      if (isGoogleNew) {
        await resetGoogleBusy(tx, userId, changed?.row.googleAddress ?? null)
        await planEventsOf(context, tx, userId)
      }
      const isAsked = Boolean(icsUrl || (isGoogleNew && changed?.row.googleAddress))
      if (isAsked) await context.jobs.add(tx, fetchCalendarNow, { userId })
      return { saved: await shown(), isAsked }
    })
    // The sitemap lists what can be booked.
    context.contentChanged()
    if (isAsked) context.jobs.wake()
    return saved
  },

  async check(context, { userId: given }) {
    const userId = await whose(context, given)
    await takeOrRefuse(
      context.limits,
      checkBudget,
      userId,
      'Too many checks. Please wait a minute.',
    )
    await fetchCalendars(context, userId)
    const sources = await readSources(context.db, userId)
    return { readable: sources.every(({ readable }) => readable), sources }
  },

  async addTimeOff(context, { userId: given, startsAt, endsAt, note }) {
    const { db } = context
    const userId = await whose(context, given)
    if (endsAt <= startsAt) throw fieldFailure('endsAt', 'The end is before the start')
    if (endsAt <= new Date()) throw fieldFailure('endsAt', 'Choose a time in the future')
    const { id } = await db.transaction((tx) =>
      withIdempotency(tx, context, 'host.time_off', async () => {
        await ensureHost(tx, userId)
        const coming = and(eq(hostTimeOff.userId, userId), sql`${hostTimeOff.endsAt} > now()`)
        if ((await tx.$count(hostTimeOff, coming)) >= maxTimeOff) {
          throw fieldFailure('startsAt', `Keep at most ${maxTimeOff} times off`)
        }
        return insertRow(tx, hostTimeOff, { userId, startsAt, endsAt, note })
      }),
    )
    const collisions = await callsBetween(db, userId, startsAt, endsAt)
    return { id, startsAt, endsAt, note, collisions }
  },

  async removeTimeOff(context, { userId: given, id }) {
    const userId = await whose(context, given)
    const removed = await context.db
      .delete(hostTimeOff)
      .where(and(eq(hostTimeOff.id, id), eq(hostTimeOff.userId, userId)))
      .returning({ id: hostTimeOff.id })
    if (removed.length === 0) throw new Failure('not_found', 'This time off doesn’t exist.')
    return { success: true }
  },
}
