import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/database/open.ts'
import {
  automationCredentials as credentials,
  incidents,
  automations as table,
} from '#server/database/schema.ts'
import { closeIncidents, notifyAgain, openIncidents } from '../incidents/open-incidents.server.ts'
import { dayIn } from '../pings/days.server.ts'
import type { WatcherDependencies } from './turn.server.ts'

/** Days before the expiry of a credential at which it is notified. */
const firstDays = 30
const nextDays = 7

type Due = { id: string; on: string }

async function openFor(
  deps: WatcherDependencies,
  tx: Transaction,
  incidentClass: 'credential' | 'review',
  due: readonly Due[],
  at: Date,
): Promise<void> {
  const openings = due.map(({ id, on }) => ({
    automationId: id,
    cause: incidentClass,
    class: incidentClass,
    at,
    deadlineAt: new Date(`${on}T00:00:00Z`),
  }))
  await openIncidents(deps, tx, openings)
}

/** Closes incidents whose date was moved. */
async function closeMoved(
  deps: WatcherDependencies,
  tx: Transaction,
  incidentClass: 'credential' | 'review',
  due: readonly Due[],
  at: Date,
): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select automation_id as id from ${incidents} where class = ${incidentClass} and closed_at is null`)
  const present = new Set(due.map(({ id }) => id))
  const moved = rows.map(({ id }) => id).filter((id) => !present.has(id))
  await closeIncidents(deps, tx, moved, { at, incidentClass })
}

/** Opens, repeats and closes incidents about expiring credentials and due reviews. */
export async function remind(deps: WatcherDependencies, at = new Date()): Promise<void> {
  const today = dayIn(deps.content.resolved().hours.timeZone, at.getTime())
  await deps.db.transaction(async (tx) => {
    const { rows: expiring } = await tx.execute<Due>(sql`
      select a.id, min(c.expires_on)::text as on
      from ${credentials} c join ${table} a on a.id = c.automation_id
      where c.expires_on <= ${today}::date + ${firstDays}::int and a.state <> 'retired' group by a.id`)
    const { rows: reviews } = await tx.execute<Due>(sql`
      select id, review_on::text as on from ${table}
      where review_on <= ${today}::date and state <> 'retired'`)
    await closeMoved(deps, tx, 'credential', expiring, at)
    await closeMoved(deps, tx, 'review', reviews, at)
    await openFor(deps, tx, 'credential', expiring, at)
    await openFor(deps, tx, 'review', reviews, at)
    const { rows: unacknowledged } = await tx.execute<{ id: string }>(sql`
      select id from ${incidents} i
      where class = 'credential' and closed_at is null and acknowledged_at is null
        and exists (select from unnest(array[${nextDays}::int, 0]) days
          where ${today}::date >= (i.deadline_at at time zone 'UTC')::date - days
            and (i.notified_at at time zone 'UTC')::date
              < (i.deadline_at at time zone 'UTC')::date - days)
      for no key update skip locked`)
    await notifyAgain(
      deps,
      tx,
      unacknowledged.map(({ id }) => id),
      at,
    )
  })
}
