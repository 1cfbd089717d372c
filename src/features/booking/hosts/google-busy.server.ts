import { and, eq, inArray, sql } from 'drizzle-orm'
import { Failure } from '#contract/failure.ts'
import type { BusyError } from '#contract/vocabulary.ts'
import type { Span } from '#features/content/business-hours/open-hours.ts'
import { dayMs } from '#features/content/business-hours/zone-clock.ts'
import { grantOf } from '#features/google/connection/grants.server.ts'
import { GoogleProblem } from '#features/google/connection/problems.server.ts'
import { freeBusyScope } from '#features/google/connection/scopes.ts'
import { type GoogleSession, openSession } from '#features/google/connection/session.server.ts'
import { hostBusy, hosts } from '#server/database/schema.ts'
import type { Dependencies } from '#server/service/context.ts'
import { isOf, requiredRange, takeLeases, waitForOthers } from './leases.server.ts'

/** There are no retries, because a visitor may be waiting. */
const pace = { circuit: 'freebusy', tries: 1, callMs: 2_000 } as const

/** Google's limits for one query. */
const maxAddresses = 50
const maxRangeMs = 31 * dayMs

type Busy = { error: BusyError } | { spans: Span[] }

const errorKinds: Partial<Record<GoogleProblem['kind'], BusyError>> = {
  unauthorized: 'reconnect',
  revoked: 'reconnect',
  misconfigured: 'not_connected',
  scope_missing: 'scope_missing',
  rate_limited: 'rate_limited',
}

/** @throws the error itself if it did not come from Google. */
function errorOf(error: unknown): BusyError {
  if (error instanceof GoogleProblem) return errorKinds[error.kind] ?? 'no_answer'
  if (!(error instanceof Failure)) throw error
  return error.code === 'google_reconnect' ? 'reconnect' : 'no_answer'
}

async function openFreeBusy(deps: Dependencies): Promise<GoogleSession | BusyError> {
  const grant = deps.google && (await grantOf(deps.db, 'calendar'))
  if (!grant) return 'not_connected'
  if (grant.state !== 'ok' || !grant.refreshTokenEncrypted) return 'reconnect'
  if (!grant.scopes.includes(freeBusyScope)) return 'scope_missing'
  return openSession(deps, 'calendar', pace)
}

type Answered = {
  busy?: { start?: string | null; end?: string | null }[]
  errors?: { reason?: string | null }[]
}

/** Maps Google's reason for refusing a single calendar. */
function refusalOf(reason: string | null | undefined): BusyError {
  if (reason === 'notFound' || reason === 'forbidden') return 'not_shared'
  return reason?.toLowerCase().includes('ratelimit') ? 'rate_limited' : 'no_answer'
}

/** A calendar is readable only if it has busy times and no errors. */
function busyOf(answered: Answered | undefined): Busy {
  const [refused] = answered?.errors ?? []
  if (refused) return { error: refusalOf(refused.reason) }
  const spans = answered?.busy?.map(({ start, end }) => ({
    opens: Date.parse(start ?? ''),
    closes: Date.parse(end ?? ''),
  }))
  const isWhole = spans?.every(({ opens, closes }) => opens <= closes)
  return spans && isWhole ? { spans } : { error: 'no_answer' }
}

async function query(
  session: GoogleSession,
  addresses: readonly string[],
  from: number,
  to: number,
): Promise<Map<string, Busy>> {
  const requestBody = {
    timeMin: new Date(from).toISOString(),
    timeMax: new Date(to).toISOString(),
    timeZone: 'UTC',
    items: addresses.map((id) => ({ id })),
  }
  const answer = await session.ask('calendar', (api) => api.freebusy.query({ requestBody }))
  return new Map(addresses.map((address) => [address, busyOf(answer.calendars?.[address])]))
}

/**
 * Merges the results of several windows, in order. Times that only touch stay separate, so that the
 * host's own booking can be recognized among them. Times that a window boundary cut in two are
 * joined.
 */
function joined(windows: readonly Busy[], cuts: ReadonlySet<number>): Busy {
  const all: Span[] = []
  for (const busy of windows) {
    if ('error' in busy) return busy
    all.push(...busy.spans)
  }
  const spans: Span[] = []
  for (const span of all.toSorted((a, b) => a.opens - b.opens)) {
    const last = spans.at(-1)
    const isCut = last && last.closes === span.opens && cuts.has(span.opens)
    if (last && (span.opens < last.closes || isCut)) {
      last.closes = Math.max(last.closes, span.closes)
    } else spans.push({ ...span })
  }
  return { spans }
}

async function ask(
  deps: Dependencies,
  addresses: readonly string[],
  from: number,
  to: number,
): Promise<(address: string) => Busy> {
  const session = await openFreeBusy(deps)
  if (typeof session === 'string') return () => ({ error: session })
  const starts = Array.from(
    { length: Math.ceil((to - from) / maxRangeMs) },
    (_, n) => from + n * maxRangeMs,
  )
  const windows = await Promise.all(
    starts.map((start) => query(session, addresses, start, Math.min(start + maxRangeMs, to))),
  )
  const cuts = new Set(starts.slice(1))
  return (address) =>
    joined(
      windows.map((window) => window.get(address) ?? { error: 'no_answer' }),
      cuts,
    )
}

async function store(
  { db }: Dependencies,
  { userId, address }: { userId: string; address: string },
  busy: Busy,
  coversUntil: Date,
): Promise<void> {
  const values =
    'error' in busy
      ? { error: busy.error }
      : {
          error: null,
          coversUntil,
          okAt: sql`now()`,
          intervals: busy.spans.map(({ opens, closes }): [number, number] => [opens, closes]),
        }
  // The host may have entered another address in the meantime.
  const isSame = sql`exists (select from ${hosts} h
    where h.user_id = ${userId} and h.google_address = ${address})`
  await db
    .update(hostBusy)
    .set({ refreshingUntil: null, ...values })
    .where(and(isOf('google', [userId]), isSame))
}

async function askFor(
  deps: Dependencies,
  asked: readonly { userId: string; address: string }[],
): Promise<void> {
  const { from, to } = await requiredRange(deps)
  const addresses = [...new Set(asked.map(({ address }) => address))]
  let answer: (address: string) => Busy = () => ({ error: 'no_answer' })
  try {
    answer = await ask(deps, addresses, from, to)
  } catch (error) {
    const refused = errorOf(error)
    answer = () => ({ error: refused })
  } finally {
    for (const one of asked) await store(deps, one, answer(one.address), new Date(to))
  }
}

/**
 * Fetches the busy times of hosts from Google, or waits for others who are fetching them. Hosts
 * without an address are skipped.
 */
export async function fetchGoogleBusy(
  deps: Dependencies,
  userIds: readonly string[],
  withinMs: number,
): Promise<void> {
  if (userIds.length === 0) return
  const held = (await takeLeases(deps, 'google', userIds, true)).map(({ userId }) => userId)
  const found =
    held.length === 0
      ? []
      : await deps.db
          .select({ userId: hosts.userId, address: sql<string>`${hosts.googleAddress}` })
          .from(hosts)
          .where(and(inArray(hosts.userId, held), sql`${hosts.googleAddress} is not null`))
  const parts = []
  for (let first = 0; first < found.length; first += maxAddresses) {
    parts.push(askFor(deps, found.slice(first, first + maxAddresses)))
  }
  const others = userIds.filter((userId) => !held.includes(userId))
  await Promise.all([...parts, waitForOthers(deps, 'google', others, withinMs)])
}

/** Discards the stored busy times. Until Google has responded, the host is not known to be free. */
export async function resetGoogleBusy(
  tx: Pick<Dependencies['db'], 'delete' | 'insert'>,
  userId: string,
  address: string | null,
): Promise<void> {
  await tx.delete(hostBusy).where(and(eq(hostBusy.userId, userId), eq(hostBusy.source, 'google')))
  if (address !== null) await tx.insert(hostBusy).values({ userId, source: 'google' })
}
