import { inArray, sql } from 'drizzle-orm'
import { notify } from '#features/notifications/delivery/notify.server.ts'
import type { Transaction } from '#server/database/open.ts'
import { outages, runs, automations as table } from '#server/database/schema.ts'
import type { IncidentDependencies } from '../incidents/notify-incidents.server.ts'
import { nextTimes, type Schedule } from '../register/schedule.ts'

const aDayMs = 86_400_000
/** The shortest time between two daily runs, around a clock change. */
const shortDayMs = aDayMs - 2 * 3_600_000

function isDaily(schedule: Schedule, now: number): boolean {
  const [first, second] = nextTimes(schedule, now, 2)
  return first !== undefined && (second === undefined || second - first >= shortDayMs)
}

/**
 * Notifies owners once of what was not observed in an outage. A later total replaces the notice.
 */
export async function notifyOutage(
  deps: IncidentDependencies,
  tx: Transaction,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  const rows = await tx
    .select()
    .from(outages)
    .where(inArray(outages.id, [...ids]))
  const { timeZone } = deps.content.resolved().hours
  const clock = (at: Date) =>
    at.toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
  for (const { id, fromAt, toAt } of rows) {
    const { rows: silent } = await tx.execute<Schedule & { count: number }>(sql`
      select sum(r.missed_count) as count, a.schedule_kind as "scheduleKind",
        a.period_seconds as "periodSeconds", a.cron, a.time_zone as "timeZone"
      from ${runs} r join ${table} a on a.id = r.automation_id
      where r.outcome = 'unobserved' and r.due_at <= ${toAt.toISOString()}::timestamptz
        and r.finished_at >= ${toAt.toISOString()}::timestamptz
      group by a.id`)
    const total = silent.reduce((sum, { count }) => sum + Number(count), 0)
    const daily = silent.filter((one) => isDaily(one, toAt.getTime())).length
    const pings = total === 1 ? '1 expected ping was' : `${total} expected pings were`
    const check = daily === 0 ? '' : `; ${daily} of these run only once a day: check them`
    await notify(deps, tx, {
      event: 'automation.unobserved',
      eventKey: `outage ${id} ${total}`,
      tag: `outage:${id}`,
      title: `Away ${clock(fromAt)}–${clock(toAt)}. ${pings} not seen${check}.`,
      url: '/admin/automations',
      to: { users: [], owners: true },
    })
  }
}
