import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { notifyAll } from '#features/notifications/delivery/notify.server.ts'
import { withdrawTag } from '#features/notifications/delivery/withdraw-notices.server.ts'
import { appendReceipt } from '#features/receipts/log/append.server.ts'
import { newId } from '#server/database/new-id.ts'
import type { Transaction } from '#server/database/open.ts'
import { incidents as table } from '#server/database/schema.ts'
import {
  type IncidentDependencies,
  notifyIncidents,
  type Opening,
  readNotified,
  receiptOf,
  recipientsOf,
  titleOf,
  urlOf,
} from './notify-incidents.server.ts'

/**
 * This many openings within an hour count as flapping, which is notified only once in that time.
 */
const flappingOpenings = 3
const quietMinutes = 60

/** The openings of the last hour, and whether any of them was notified. */
async function recentOpenings(tx: Transaction, automationIds: readonly string[], at: Date) {
  const since = new Date(at.getTime() - quietMinutes * 60_000)
  const rows = await tx
    .select({
      automationId: table.automationId,
      count: sql<number>`count(*)`,
      wasTold: sql<boolean>`bool_or(${table.notifiedAt} > ${since.toISOString()}::timestamptz)`,
    })
    .from(table)
    .where(
      and(
        inArray(table.automationId, [...automationIds]),
        eq(table.class, 'run'),
        gt(table.openedAt, since),
      ),
    )
    .groupBy(table.automationId)
  return new Map(rows.map((row) => [row.automationId, row]))
}

/**
 * Opens incidents unless one of their class is open, and notifies of them. Call `inboxChanged`
 * after the commit.
 */
export async function openIncidents(
  deps: IncidentDependencies,
  tx: Transaction,
  openings: readonly Opening[],
  { isMass = false }: { isMass?: boolean } = {},
): Promise<void> {
  const [first] = openings
  if (!first) return
  const recent = await recentOpenings(
    tx,
    openings.map(({ automationId }) => automationId),
    first.at,
  )
  const values = openings.map(({ at, ...opening }) => {
    const { count = 0 } = recent.get(opening.automationId) ?? {}
    const flapping = opening.class === 'run' && count + 1 >= flappingOpenings
    return { ...opening, id: newId(), openedAt: at, flapping }
  })
  const opened = await tx
    .insert(table)
    .values(values)
    .onConflictDoNothing()
    .returning({ id: table.id, automationId: table.automationId, flapping: table.flapping })
  for (const one of await readNotified(tx).where(
    inArray(
      table.id,
      opened.map(({ id }) => id),
    ),
  )) {
    await appendReceipt(deps, tx, {
      kind: 'incident.opened',
      actor: { kind: 'system' },
      ...receiptOf(one),
      uniqueKey: `incident.opened ${one.id}`,
    })
  }
  const loud = opened.filter(
    ({ automationId, flapping }) => !flapping || !recent.get(automationId)?.wasTold,
  )
  await notifyIncidents(
    deps,
    tx,
    loud.map(({ id }) => id),
    first.at,
    isMass,
  )
}

/** Notifies again of open incidents, for example because a credential expires sooner. */
export async function notifyAgain(
  deps: IncidentDependencies,
  tx: Transaction,
  ids: readonly string[],
  at: Date,
): Promise<void> {
  await notifyIncidents(deps, tx, ids, at, false)
}

/** Closes open incidents of a class automatically. The end of one about runs is notified. */
export async function closeIncidents(
  deps: IncidentDependencies,
  tx: Transaction,
  automationIds: readonly string[],
  { at, incidentClass }: { at: Date; incidentClass: Opening['class'] },
): Promise<void> {
  if (automationIds.length === 0) return
  const closed = await tx
    .update(table)
    .set({ closedAt: at })
    .where(
      and(
        inArray(table.automationId, [...automationIds]),
        eq(table.class, incidentClass),
        isNull(table.closedAt),
      ),
    )
    .returning({ id: table.id, noticeTag: table.noticeTag })
  for (const tag of new Set(closed.map(({ noticeTag }) => noticeTag))) {
    if (tag?.startsWith('incident:')) await withdrawTag(tx, tag, 'Closed', null)
  }
  if (closed.length === 0) return
  for (const one of await readNotified(tx).where(
    inArray(
      table.id,
      closed.map(({ id }) => id),
    ),
  )) {
    const { data, ...receipt } = receiptOf(one)
    await appendReceipt(deps, tx, {
      kind: 'incident.closed',
      actor: { kind: 'automation' },
      ...receipt,
      data: { ...data, byItself: true },
      uniqueKey: `incident.closed ${one.id}`,
    })
  }
  if (incidentClass !== 'run') return
  const notified = closed.filter(({ noticeTag }) => noticeTag !== null).map(({ id }) => id)
  if (notified.length === 0) return
  const over = await readNotified(tx).where(inArray(table.id, notified))
  await notifyAll(
    deps,
    tx,
    over.map((one) => ({
      event: 'automation.incident_closed',
      eventKey: `incident ${one.id} closed`,
      tag: `incident:${one.id}`,
      title: `[Over] ${one.name} · ${one.clientName}`,
      url: urlOf([one]),
      to: recipientsOf(one),
    })),
  )
}

/** Minutes without an acknowledgement after which owners are notified. */
const escalationMinutes = 30

/** Notifies owners of incidents that nobody has acknowledged. @returns whether there were any. */
export async function escalate(
  deps: IncidentDependencies,
  tx: Transaction,
  at: Date,
): Promise<boolean> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    update ${table} set escalated_at = ${at.toISOString()}
    where id in (
      select id from ${table}
      where closed_at is null and acknowledged_at is null and escalated_at is null
        and class = 'run' and notified_at is not null
        and opened_at <= ${at.toISOString()}::timestamptz - make_interval(mins => ${escalationMinutes})
      order by opened_at limit 100 for update skip locked)
    returning id`)
  if (rows.length === 0) return false
  const late = await readNotified(tx).where(
    inArray(
      table.id,
      rows.map(({ id }) => id),
    ),
  )
  const [first] = late
  if (!first) return false
  const one = late.length === 1
  await notifyAll(deps, tx, [
    {
      event: 'automation.incident_escalated',
      eventKey: `incident ${late.at(-1)?.id} escalated`,
      tag: one ? `incident:${first.id}` : 'incidents:escalated',
      title: one
        ? `[Not acknowledged] ${first.name} · ${first.clientName}`
        : `[Not acknowledged] ${late.length} incidents`,
      ...(one ? {} : { lines: late.map(titleOf) }),
      url: urlOf(late),
      to: { users: [], owners: true },
    },
  ])
  return true
}
