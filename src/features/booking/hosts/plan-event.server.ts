import { and, eq, gt, isNotNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { missingScopes } from '#features/google/connection/scopes.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import { bookings, googleGrants, hosts } from '#server/database/schema.ts'
import type { Dependencies } from '#server/service/context.ts'
import type { JobKind } from '#server/service/job-queue.ts'

const payload = z.object({
  bookingId: z.uuid(),
  /** When the first attempt failed, in milliseconds since 1970. */
  since: z.number().optional(),
})

export const eventKind: JobKind<typeof payload> = { name: 'bookings.google_event', payload }

/** Makes the event at Google match the call after the transaction is committed. */
export async function planEvent(
  { jobs, google }: Pick<Dependencies, 'jobs' | 'google'>,
  tx: Database | Transaction,
  { id: bookingId }: { id: string },
): Promise<void> {
  if (!google) return
  const uniqueKey = `${eventKind.name} ${bookingId}`
  await jobs.add(tx, eventKind, { bookingId }, { uniqueKey })
}

/** Whether the host will get an event, so that a mail need not invite them. */
export async function getsEvent(
  { google }: Pick<Dependencies, 'google'>,
  tx: Database | Transaction,
  hostId: string,
): Promise<boolean> {
  if (!google) return false
  const isAtGoogle = and(eq(hosts.userId, hostId), isNotNull(hosts.googleAddress))
  if ((await tx.$count(hosts, isAtGoogle)) === 0) return false
  const isUsable = and(eq(googleGrants.scopeGroup, 'calendar'), eq(googleGrants.state, 'ok'))
  const [grant] = await tx
    .select({ scopes: googleGrants.scopes })
    .from(googleGrants)
    .where(and(isUsable, isNotNull(googleGrants.refreshTokenEncrypted)))
  return grant !== undefined && missingScopes('calendar', grant.scopes).length === 0
}

/** Plans the events of all upcoming calls of a host whose address at Google was changed. */
export async function planEventsOf(
  deps: Pick<Dependencies, 'jobs' | 'google'>,
  tx: Transaction,
  hostId: string,
): Promise<void> {
  const isOfHost = and(eq(bookings.hostId, hostId), eq(bookings.hostCalendar, 'google'))
  const isToCome = and(eq(bookings.state, 'booked'), gt(bookings.endsAt, sql`now()`))
  const calls = await tx.select({ id: bookings.id }).from(bookings).where(and(isOfHost, isToCome))
  for (const call of calls) await planEvent(deps, tx, call)
}
