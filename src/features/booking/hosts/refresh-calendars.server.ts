import { and, eq, not, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { BusyError, BusySource } from '#contract/vocabulary.ts'
import { dayMs } from '#features/content/business-hours/zone-clock.ts'
import { hostBusy, hosts, users } from '#server/database/schema.ts'
import { job } from '#server/jobs/jobs.ts'
import { DecryptionError } from '#server/security/encryption.ts'
import type { Dependencies } from '#server/service/context.ts'
import { isTakingCalls } from '../types/booking.server.ts'
import { addressOf } from './address.server.ts'
import { type Fetched, fetchCalendar } from './fetch-calendar.server.ts'
import { isFresh } from './freshness.server.ts'
import { fetchGoogleBusy } from './google-busy.server.ts'
import {
  type BusyRow,
  isIdle,
  isOf,
  requiredRange,
  takeLeases,
  waitForOthers,
} from './leases.server.ts'
import { readInWorker } from './read-in-worker.server.ts'

type Deps = Dependencies

/** The timeout in a job; a visitor who holds or books a time waits less. */
const timeoutMs = 10_000

/** The timeout for all calendars together while a visitor waits. */
const visitorsWaitMs = 2_000

/**
 * Days beyond the horizon that are read, so that an unchanged calendar need not be parsed every
 * day.
 */
const aheadDays = 8

async function readHost({ db }: Deps, userId: string) {
  const [found] = await db
    .select({ encrypted: hosts.icsEncrypted, zone: hosts.zone, email: users.email })
    .from(hosts)
    .innerJoin(users, eq(users.id, hosts.userId))
    .where(eq(hosts.userId, userId))
  return found
}

type Answer = Partial<typeof hostBusy.$inferInsert> | { error: BusyError }

async function understand(
  deps: Deps,
  fetched: Fetched,
  { zone, email }: { zone: string | null; email: string | null },
  coversUntil: number,
): Promise<Answer> {
  if ('error' in fetched) return { error: fetched.error }
  if ('unchanged' in fetched) return {}
  const { text, etag, lastModified } = fetched
  const read = await readInWorker({
    text,
    email,
    zone: zone ?? deps.content.resolved().hours.timeZone,
    from: Date.now() - dayMs,
    to: coversUntil,
    ownHost: new URL(deps.config.publicUrl).hostname,
  })
  if ('error' in read) return { error: read.error }
  return {
    intervals: read.spans.map(({ opens, closes }) => [opens, closes]),
    coversUntil: new Date(coversUntil),
    etag,
    lastModified,
  }
}

async function answerOf(
  deps: Deps,
  held: BusyRow,
  encrypted: string,
  withinMs: number,
): Promise<Answer> {
  const { to: end } = await requiredRange(deps)
  const host = await readHost(deps, held.userId)
  const isCovered = held.coversUntil !== null && held.coversUntil.getTime() > end
  const known = held.okAt && isCovered ? held : null
  try {
    const address = addressOf(deps.encryption, held.userId, encrypted)
    const fetched = await fetchCalendar(deps, address, known, withinMs)
    const { zone = null, email = null } = host ?? {}
    return await understand(deps, fetched, { zone, email }, end + aheadDays * dayMs)
  } catch (error) {
    if (error instanceof DecryptionError) return { error: 'refused_address' }
    throw error
  }
}

/** Fetches a host's calendar from its address, or waits for whoever is fetching it. */
async function askAddress(deps: Deps, userId: string, withinMs: number): Promise<void> {
  const [held] = await takeLeases(deps, 'ics', [userId], withinMs >= timeoutMs)
  if (!held) return waitForOthers(deps, 'ics', [userId], withinMs)
  let answer: Answer = { error: 'no_answer' }
  const encrypted = (await readHost(deps, userId))?.encrypted
  try {
    if (encrypted) answer = await answerOf(deps, held, encrypted, withinMs)
  } finally {
    const isOk = !answer.error
    // The host may have entered another address in the meantime.
    const isSame = sql`exists (select from ${hosts} h
      where h.user_id = ${userId} and h.ics_encrypted is not distinct from ${encrypted ?? null})`
    await deps.db
      .update(hostBusy)
      .set({ refreshingUntil: null, error: null, ...answer, ...(isOk && { okAt: sql`now()` }) })
      .where(and(isOf('ics', [userId]), isSame))
  }
}

/** Fetches a host's other calendars now. Hosts that have none are skipped. */
export async function fetchCalendars(deps: Deps, userId: string): Promise<void> {
  await Promise.all([
    askAddress(deps, userId, timeoutMs),
    fetchGoogleBusy(deps, [userId], timeoutMs),
  ])
}

/** Fetches from Google, but returns early when the visitor has waited long enough. */
async function askGoogleInTime(deps: Deps, userIds: readonly string[]): Promise<void> {
  const { promise: waited, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, visitorsWaitMs)
  try {
    await Promise.race([fetchGoogleBusy(deps, userIds, visitorsWaitMs), waited])
  } finally {
    clearTimeout(timer)
  }
}

/** Fetches calendars whose data is too old to act on, within the time that a visitor waits. */
export async function freshen(deps: Deps, where: SQL | undefined, to: number): Promise<void> {
  const isOld = not(isFresh('acting', new Date(to)))
  const old = await deps.db
    .select({ userId: hostBusy.userId, source: hostBusy.source })
    .from(hostBusy)
    .innerJoin(hosts, eq(hosts.userId, hostBusy.userId))
    .innerJoin(users, eq(users.id, hosts.userId))
    .where(and(isTakingCalls, where, isOld))
  const ofSource = (source: BusySource) =>
    old.filter((row) => row.source === source).map(({ userId }) => userId)
  await Promise.all([
    ...ofSource('ics').map((userId) => askAddress(deps, userId, visitorsWaitMs)),
    askGoogleInTime(deps, ofSource('google')),
  ])
}

/** The number of addresses that one instance fetches at a time. */
const atOnce = 4

/**
 * Fetches every calendar whose data will soon be too old: Google's after 4 minutes, addresses after
 * 10.
 */
export const refreshCalendars = job({
  name: 'bookings.refresh_calendars',
  payload: z.object({}),
  everySeconds: 60,
  timeoutSeconds: 300,
  async run(deps) {
    const isDue = sql`coalesce(${hostBusy.askedAt} <= now() - make_interval(mins =>
      case ${hostBusy.source} when 'google' then 4 else 10 end), true)`
    const due = await deps.db
      .select({ userId: hostBusy.userId, source: hostBusy.source })
      .from(hostBusy)
      .innerJoin(hosts, eq(hosts.userId, hostBusy.userId))
      .innerJoin(users, eq(users.id, hosts.userId))
      .where(and(isTakingCalls, isIdle, isDue))
      .orderBy(sql`${hostBusy.askedAt} nulls first`)
      .limit(500)
    const ofSource = (source: BusySource) =>
      due.filter((row) => row.source === source).map(({ userId }) => userId)
    await fetchGoogleBusy(deps, ofSource('google'), timeoutMs)
    const addresses = ofSource('ics').slice(0, 50)
    for (let first = 0; first < addresses.length; first += atOnce) {
      const some = addresses.slice(first, first + atOnce)
      await Promise.all(some.map((userId) => askAddress(deps, userId, timeoutMs)))
    }
  },
})

/** Fetches a calendar right after its address was entered. */
export const fetchCalendarNow = job({
  name: 'bookings.ask_calendar',
  payload: z.object({ userId: z.uuid() }),
  run: (deps, { userId }) => fetchCalendars(deps, userId),
})
