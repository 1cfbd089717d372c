import { createHash } from 'node:crypto'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { clockOf, dayMs, minuteMs } from '#features/content/business-hours/zone-clock.ts'
import { appendReceipt } from '#features/receipts/log/append.server.ts'
import { canonical } from '#features/receipts/log/canonical.ts'
import type { Transaction } from '#server/database/open.ts'
import { automationDays, automations, watch } from '#server/database/schema.ts'
import { writeTogether } from '#server/database/write-together.ts'
import { addMissed, type Missed } from '../pings/add-missed-runs.server.ts'
import { addToDays, type DayTally, dayIn } from '../pings/days.server.ts'
import { countMissed } from '../pings/ping-transitions.ts'
import { watchedColumns, writeWatched } from '../pings/store-pings.server.ts'
import { emptyTally, type Watched } from '../pings/watched.ts'
import type { WatcherDependencies } from './turn.server.ts'

/** The number of minutes after midnight at which the previous day is closed. */
const closingMinutes = 10
const maxBatch = 1_000

type DayRow = typeof automationDays.$inferSelect

/** One line of the data behind a day's receipt, without its line break. */
export function dayLine(clientId: string, row: DayRow): string {
  const { automationId, day, zone, expected, onTime, late, missed, unobserved } = row
  const { ok, failed, overrun, items, humanDecisions, errors, costMicros } = row
  const { durationMs, durationCount } = row
  return canonical({
    type: 'day-row/1',
    automation: automationId,
    client: clientId,
    day,
    zone,
    expected,
    onTime,
    late,
    missed,
    unobserved,
    ok,
    failed,
    overrun,
    items,
    humanDecisions,
    errors,
    costMicros,
    durationMs,
    durationCount,
  })
}

/** Counts as missed what was due before the end of the day while an automation was down. */
async function passDown(tx: Transaction, day: string, zone: string, end: number): Promise<void> {
  for (;;) {
    const { rows } = await tx.execute<Watched>(sql`
      select ${watchedColumns} from ${automations} a
      where a.state = 'down'
        and a.due_at + make_interval(secs => a.grace_seconds) < ${new Date(end).toISOString()}
      order by a.id limit ${maxBatch} for no key update of a`)
    if (rows.length === 0) return
    const days: DayTally[] = []
    const all: Missed[] = rows.flatMap((row) => {
      const tally = emptyTally()
      const missed = countMissed(row, end - 1, tally)
      days.push({ automationId: row.id, day, tally })
      return missed ? { ...missed, automationId: row.id, at: end - 1, day, zone } : []
    })
    const counted = addToDays(zone, days)
    await writeTogether(tx, {
      automations_written: writeWatched(rows),
      ...(counted && { days_written: counted }),
    })
    await addMissed(tx, all)
    if (rows.length < maxBatch) return
  }
}

async function closeOne(deps: WatcherDependencies, tx: Transaction, day: string, zone: string) {
  const number = Date.parse(day) / dayMs
  await passDown(tx, day, zone, clockOf(zone, number + 1)(0, false))
  const rows = await tx
    .select({ row: automationDays, clientId: automations.clientId })
    .from(automationDays)
    .innerJoin(automations, eq(automations.id, automationDays.automationId))
    .where(and(eq(automationDays.day, day), isNull(automationDays.closedAt)))
    .orderBy(asc(automations.clientId), asc(automationDays.automationId))
    .for('no key update', { of: automationDays })
  for (const clientId of new Set(rows.map((one) => one.clientId))) {
    const own = rows.filter((one) => one.clientId === clientId)
    const hash = createHash('sha256')
    for (const { row } of own) hash.update(`${dayLine(clientId, row)}\n`)
    const receiptId = await appendReceipt(deps, tx, {
      kind: 'days.closed',
      actor: { kind: 'system' },
      subject: { type: 'client', ref: clientId },
      clientId,
      data: { day, rows: own.length, sha256: hash.digest('hex') },
      uniqueKey: `days.closed ${clientId} ${day}`,
    })
    await tx
      .update(automationDays)
      .set({ closedAt: sql`now()`, receiptId })
      .where(
        and(
          eq(automationDays.day, day),
          inArray(
            automationDays.automationId,
            own.map(({ row }) => row.automationId),
          ),
        ),
      )
  }
  await tx.update(watch).set({ closedDay: day })
}

const dayAfter = (day: string) => new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10)

/** The latest day that ended at least ten minutes ago. */
const lastOver = (zone: string, now: number) =>
  new Date(Date.parse(dayIn(zone, now - closingMinutes * minuteMs)) - dayMs)
    .toISOString()
    .slice(0, 10)

/** Closes past days, with one receipt per client and day. @returns the number of closed days. */
export async function closeDays(deps: WatcherDependencies, now = Date.now()): Promise<number> {
  const zone = deps.content.resolved().hours.timeZone
  const last = lastOver(zone, now)
  let count = 0
  for (;;) {
    const closed = await deps.db.transaction(async (tx) => {
      const [row] = await tx.select({ closedDay: watch.closedDay }).from(watch).for('update')
      if (!row || (row.closedDay !== null && row.closedDay >= last)) return false
      const [oldest] = await tx
        .select({ day: sql<string | null>`min(${automationDays.day})::text` })
        .from(automationDays)
        .where(isNull(automationDays.closedAt))
      const first = row.closedDay === null ? (oldest?.day ?? last) : dayAfter(row.closedDay)
      await closeOne(deps, tx, first > last ? last : first, zone)
      return true
    })
    if (!closed) return count
    count += 1
  }
}
