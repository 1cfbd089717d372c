import { and, eq, lte, sql } from 'drizzle-orm'
import { databaseTime } from '#server/database/clock.ts'
import { tryLockNamed } from '#server/database/named-lock.ts'
import { newId } from '#server/database/new-id.ts'
import type { Transaction } from '#server/database/open.ts'
import { runs, automations as table, watch } from '#server/database/schema.ts'
import { writeTogether } from '#server/database/write-together.ts'
import { inboxChanged } from '#server/pub-sub/inbox-changed.ts'
import type { Dependencies } from '#server/service/context.ts'
import type { Opening } from '../incidents/notify-incidents.server.ts'
import { escalate, openIncidents } from '../incidents/open-incidents.server.ts'
import { addToDays, countedDay, type DayTally } from '../pings/days.server.ts'
import { clockColumns, watchedColumns, writeWatched } from '../pings/store-pings.server.ts'
import { emptyTally, type Watched } from '../pings/watched.ts'
import { resumed } from '../register/values.server.ts'
import { areOutagesRecorded, outagesSince } from './heartbeat.server.ts'
import { notifyOutage } from './outage-notices.server.ts'
import { assessOverdue, type Verdict } from './overdue.ts'

export type WatcherDependencies = Pick<
  Dependencies,
  'config' | 'content' | 'db' | 'encryption' | 'jobs' | 'pubSub'
>

const maxBatch = 500
/**
 * Automations are silent together if they are at least this many, and half of those due within this
 * time.
 */
const mass = { min: 10, minutes: 5 }

type Overdue = Watched & { now: number; closedDay: string | null }

/** Locks overdue automations, except those that are locked elsewhere. */
async function lockOverdue(tx: Transaction): Promise<Overdue[]> {
  const { rows } = await tx.execute<Overdue>(sql`
    select ${watchedColumns}, ${clockColumns} from ${table} a
    where a.state in ('new', 'up', 'late', 'unobserved') and a.alert_after <= clock_timestamp()
    order by a.alert_after limit ${maxBatch} for no key update of a skip locked`)
  return rows
}

type Assessed = { automation: Overdue; verdict: Verdict }

/** Stores entries for missing runs, and marks runs that take too long. */
async function writeEntries(tx: Transaction, assessed: readonly Assessed[]): Promise<void> {
  const entries = assessed.flatMap(({ automation, verdict }) => {
    if (verdict.kind !== 'missed' && verdict.kind !== 'unobserved') return []
    return {
      id: newId(),
      automationId: automation.id,
      outcome: verdict.kind,
      missedCount: verdict.count,
      dueAt: new Date(verdict.due),
      finishedAt: new Date(automation.now),
    }
  })
  if (entries.length > 0) await tx.insert(runs).values(entries).onConflictDoNothing()
  const tooLong = assessed
    .filter(({ verdict }) => verdict.kind === 'overrun')
    .map(({ automation }) => automation.id)
  if (tooLong.length === 0) return
  await tx.execute(sql`
    update ${runs} r set outcome = 'overrun' from ${table} a
    where a.id = r.automation_id and a.id = any(${sql.param(tooLong)}::uuid[])
      and r.outcome = 'running'
      and r.started_at <= clock_timestamp() - make_interval(secs => a.grace_seconds)`)
}

function openingOf({ automation, verdict }: Assessed): Opening[] {
  if (verdict.kind !== 'missed' && verdict.kind !== 'overrun') return []
  return [
    {
      automationId: automation.id,
      cause: verdict.kind,
      class: 'run',
      at: new Date(automation.now),
      deadlineAt: new Date(verdict.alertAfter),
    },
  ]
}

/** Whether so many automations are silent that one summary replaces their notices. */
async function isMass(tx: Transaction, missing: number): Promise<boolean> {
  if (missing === 0) return false
  const { rows } = await tx.execute<{ silent: number; due: number }>(sql`
    select (select count(*) from incidents
        where cause = 'missed' and closed_at is null
          and opened_at > now() - make_interval(mins => ${mass.minutes})) as silent,
      (select count(*) from ${table} a where a.state in ('up', 'late', 'unobserved')
        and a.due_at between now() - make_interval(mins => ${mass.minutes})
          and now() + make_interval(mins => ${mass.minutes})) as due`)
  const silent = (rows[0]?.silent ?? 0) + missing
  // Automations found silent in this turn are already `down`, so they are not counted as due.
  return silent >= mass.min && silent * 2 >= silent + (rows[0]?.due ?? 0)
}

async function assessAll(deps: WatcherDependencies, tx: Transaction): Promise<Assessed[]> {
  const overdue = await lockOverdue(tx)
  const [first] = overdue
  if (!first) return []
  const zone = deps.content.resolved().hours.timeZone
  const earliest = Math.min(
    ...overdue.map(({ dueAt, lastStartAt, now }) => Math.min(dueAt ?? now, lastStartAt ?? now)),
  )
  const outages = await outagesSince(tx, earliest)
  const days: DayTally[] = []
  const assessed = overdue.map((automation) => {
    const tally = emptyTally()
    const verdict = assessOverdue(automation, automation.now, outages, tally)
    days.push({
      automationId: automation.id,
      day: countedDay(zone, automation.now, automation.closedDay),
      tally,
    })
    return { automation, verdict }
  })
  const counted = addToDays(zone, days)
  await writeTogether(tx, {
    automations_written: writeWatched(overdue),
    ...(counted && { days_written: counted }),
  })
  await writeEntries(tx, assessed)
  const openings = assessed.flatMap(openingOf)
  const missing = openings.filter(({ cause }) => cause === 'missed').length
  await openIncidents(deps, tx, openings, { isMass: await isMass(tx, missing) })
  await notifyOutage(deps, tx, [
    ...new Set(
      assessed.flatMap(({ verdict }) => (verdict.kind === 'unobserved' ? verdict.outage : [])),
    ),
  ])
  return assessed
}

/** Marks automations as late from their due time on. */
async function markLate(tx: Transaction): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    update ${table} set state = 'late' where id in (
      select id from ${table} where state in ('up', 'unobserved') and due_at <= clock_timestamp()
      order by due_at limit ${maxBatch} for no key update skip locked)`)
  return (rowCount ?? 0) > 0
}

/** Resumes automations whose pause is over. */
async function endPauses(tx: Transaction): Promise<boolean> {
  const over = await tx
    .select()
    .from(table)
    .where(and(eq(table.state, 'paused'), lte(table.pausedUntil, sql`clock_timestamp()`)))
    .orderBy(table.pausedUntil)
    .limit(maxBatch)
    .for('no key update', { skipLocked: true })
  const now = over.length > 0 ? await databaseTime(tx) : new Date()
  for (const row of over) {
    const values = { ...resumed(row, now), version: row.version + 1 }
    await tx.update(table).set(values).where(eq(table.id, row.id))
  }
  return over.length > 0
}

/**
 * Finds late and missing runs, with all effects in one transaction. Does nothing while another
 * instance runs a turn, or until all outages are recorded.
 *
 * @returns the number of assessed automations; undefined if nothing was done.
 */
export async function watchTurn(deps: WatcherDependencies): Promise<number | undefined> {
  const done = await deps.db.transaction(async (tx) => {
    if (!(await tryLockNamed(tx, 'watcher')) || !(await areOutagesRecorded(tx))) return undefined
    const assessed = await assessAll(deps, tx)
    const isLate = await markLate(tx)
    const isResumed = await endPauses(tx)
    const isNotified = await escalate(deps, tx, new Date())
    await tx.update(watch).set({ turnAt: sql`clock_timestamp()` })
    return {
      count: assessed.length,
      hasChanged: assessed.length > 0 || isLate || isResumed || isNotified,
    }
  })
  if (done?.hasChanged) {
    inboxChanged(deps, 'automations', 'notifications')
    deps.jobs.wake()
  }
  return done?.count
}
