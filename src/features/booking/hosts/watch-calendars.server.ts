import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { notify } from '#features/notifications/delivery/notify.server.ts'
import { hostBusy, hosts, users } from '#server/database/schema.ts'
import { staffName } from '#server/database/staff-name.ts'
import { type JobDependencies, job } from '#server/jobs/jobs.ts'
import { inboxChanged } from '#server/pub-sub/inbox-changed.ts'
import { isReadable } from './sources.server.ts'

/** Shorter failures are not reported. */
const isLasting = sql<boolean>`coalesce(
  ${hostBusy.unreadableSince} <= now() - interval '15 minutes', false)`

type Watched = {
  row: typeof hostBusy.$inferSelect
  name: string
  readable: boolean
  isLasting: boolean
}

async function report(
  deps: JobDependencies,
  { row, name }: Watched,
  event: 'booking.calendar_unreadable' | 'booking.calendar_readable',
): Promise<void> {
  const { userId, source, unreadableSince } = row
  const isGone = event === 'booking.calendar_unreadable'
  const reportedAt = isGone ? sql`now()` : null
  const isIt = and(eq(hostBusy.userId, userId), eq(hostBusy.source, source))
  await deps.db.transaction(async (tx) => {
    await tx
      .update(hostBusy)
      .set({ reportedAt, ...(!isGone && { unreadableSince: null }) })
      .where(isIt)
    await notify(deps, tx, {
      event,
      eventKey: `${event} ${userId} ${source} ${unreadableSince?.toISOString()}`,
      tag: `calendar:${userId}:${source}`,
      title: isGone
        ? `The calendar of ${name} can’t be read`
        : `The calendar of ${name} can be read again`,
      url: isGone ? '/admin/agenda' : '/admin/booking',
      to: { users: [userId], owners: true },
    })
  })
  deps.jobs.wake()
  inboxChanged(deps, 'notifications', 'agenda')
}

async function watch(deps: JobDependencies, watched: Watched): Promise<void> {
  const { row, readable, isLasting: isReported } = watched
  const { userId, source, unreadableSince, reportedAt } = row
  const isIt = and(eq(hostBusy.userId, userId), eq(hostBusy.source, source))
  if (readable) {
    if (reportedAt) return report(deps, watched, 'booking.calendar_readable')
    if (!unreadableSince) return
    await deps.db.update(hostBusy).set({ unreadableSince: null }).where(isIt)
  } else if (!unreadableSince) {
    await deps.db.update(hostBusy).set({ unreadableSince: sql`now()` }).where(isIt)
  } else if (!reportedAt && isReported) {
    return report(deps, watched, 'booking.calendar_unreadable')
  } else return
  inboxChanged(deps, 'agenda')
}

/**
 * Notifies the host and owners once when a calendar stays unreadable, and once when it is readable
 * again.
 */
export const watchCalendars = job({
  name: 'bookings.watch_calendars',
  payload: z.object({}),
  everySeconds: 60,
  async run(deps) {
    const all = await deps.db
      .select({ row: hostBusy, name: staffName(users), readable: isReadable, isLasting })
      .from(hostBusy)
      .innerJoin(hosts, eq(hosts.userId, hostBusy.userId))
      .innerJoin(users, eq(users.id, hosts.userId))
      .where(and(eq(hosts.active, true), eq(users.active, true)))
    for (const watched of all) await watch(deps, watched)
  },
})
