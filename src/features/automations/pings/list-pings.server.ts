import { Readable } from 'node:stream'
import { and, asc, desc, eq, gte, lte, sql } from 'drizzle-orm'
import { Failure } from '#contract/failure.ts'
import type { Database } from '#server/database/open.ts'
import {
  afterCursor,
  countRows,
  newestFirst,
  rowsToRead,
  rowsToSkip,
  toPage,
} from '#server/database/pagination.ts'
import { automationDays, automations, pings, runs } from '#server/database/schema.ts'
import type { Service } from '#server/service/context.ts'
import { fieldFailure } from '#server/service/field-failure.ts'
import { unknownAutomation } from '../register/list-automations.server.ts'
import { type automationRuns, maxDays } from './contract.ts'
import { decimalOf } from './counts.ts'

/** The number of days shown before the last one, if no first day is given. */
const usualDays = 89

async function assertAutomation(db: Database, id: string): Promise<void> {
  const [found] = await db
    .select({ id: automations.id })
    .from(automations)
    .where(eq(automations.id, id))
  if (!found) throw unknownAutomation()
}

const shownRun = ({ costMicros, ...run }: typeof runs.$inferSelect) => ({
  ...run,
  cost: costMicros === null ? null : decimalOf(costMicros),
})

const shownPing = {
  n: pings.n,
  kind: pings.kind,
  at: pings.at,
  method: pings.method,
  runId: pings.runId,
  userAgent: pings.userAgent,
  exitStatus: pings.exitStatus,
  bodyBytes: sql<number | null>`octet_length(${pings.body})`,
}

/** The number of latest pings that are shown. */
const maxPings = 100

const day = (at: number) => new Date(at).toISOString().slice(0, 10)
const dayMs = 86_400_000

export const automationRunsService: Service<typeof automationRuns> = {
  async list({ db }, { id, ...paging }) {
    await assertAutomation(db, id)
    const ofAutomation = eq(runs.automationId, id)
    const rows = await db
      .select()
      .from(runs)
      .where(and(ofAutomation, afterCursor(runs, paging)))
      .orderBy(...newestFirst(runs))
      .limit(rowsToRead(paging))
      .offset(rowsToSkip(paging))
    const total = await countRows(db, paging, runs, ofAutomation)
    const { items, ...rest } = toPage(rows, paging, total)
    return { items: items.map(shownRun), ...rest }
  },

  async show({ db }, { id, runId }) {
    const [run] = await db
      .select()
      .from(runs)
      .where(and(eq(runs.id, runId), eq(runs.automationId, id)))
    if (!run) throw new Failure('not_found', 'Run not found')
    const pingRows = await db
      .select(shownPing)
      .from(pings)
      .where(and(eq(pings.runId, runId), eq(pings.automationId, id)))
      .orderBy(asc(pings.n))
      .limit(maxPings)
    return { ...shownRun(run), pings: pingRows }
  },

  async pings({ db }, { id }) {
    await assertAutomation(db, id)
    const items = await db
      .select(shownPing)
      .from(pings)
      .where(eq(pings.automationId, id))
      .orderBy(desc(pings.n))
      .limit(maxPings)
    return { items }
  },

  async body({ db }, { id, n }) {
    const [ping] = await db
      .select({ body: pings.body })
      .from(pings)
      .where(and(eq(pings.automationId, id), eq(pings.n, n)))
    const body = ping?.body
    if (!body) throw new Failure('not_found', 'This ping has no body')
    return {
      name: `ping-${n}.txt`,
      type: 'text/plain; charset=utf-8',
      size: body.byteLength,
      open: (range) =>
        Readable.from([body.subarray(range?.start ?? 0, range ? range.end + 1 : undefined)]),
    }
  },

  async days({ db, content }, { id, from, to }) {
    await assertAutomation(db, id)
    const { timeZone } = content.resolved().hours
    const today = new Date().toLocaleDateString('en-CA', { timeZone })
    const last = to ?? (from ? day(Date.parse(from) + (maxDays - 1) * dayMs) : today)
    const first = from ?? day(Date.parse(last) - usualDays * dayMs)
    if (Date.parse(last) - Date.parse(first) >= maxDays * dayMs) {
      const message = `Use at most ${maxDays} days`
      throw fieldFailure('to', message)
    }
    const items = await db
      .select()
      .from(automationDays)
      .where(
        and(
          eq(automationDays.automationId, id),
          gte(automationDays.day, first),
          lte(automationDays.day, last),
        ),
      )
      .orderBy(asc(automationDays.day))
    return { items }
  },
}
