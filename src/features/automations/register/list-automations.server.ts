import { and, asc, eq, ne, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { Failure } from '#contract/failure.ts'
import type { Paging } from '#contract/pagination.ts'
import { type AutomationState, automationStates } from '#contract/vocabulary.ts'
import { byName } from '#server/database/by-name.ts'
import { likePattern } from '#server/database/like-pattern.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import {
  afterCursor,
  orderByOf,
  rowsToRead,
  rowsToSkip,
  toPage,
} from '#server/database/pagination.ts'
import {
  automationCredentials,
  clients,
  incidents,
  runs,
  automations as table,
  users,
} from '#server/database/schema.ts'
import { staffName } from '#server/database/staff-name.ts'
import type { AutomationItem } from './contract.ts'
import { nextTimes } from './schedule.ts'

type AutomationRow = typeof table.$inferSelect

type Filters = {
  search?: string | undefined
  state?: AutomationState | undefined
  clientId?: string | undefined
  assigneeId?: string | undefined
}

type Cell = AutomationItem['strip'][number]

const stripLength = 90

/** The latest runs, oldest first, as JSON. */
const strip = sql<Cell[]>`(
  select coalesce(json_agg(json_build_object(
    'outcome', outcome, 'at', at, 'late', late, 'human', human) order by id), '[]')
  from (
    select id, outcome, coalesce(finished_at, started_at, created_at) as at,
      coalesce(late_ms > 0, false) as late, coalesce(human_decisions > 0, false) as human
    from ${runs} where automation_id = ${table.id}
    order by id desc limit ${sql.raw(String(stripLength))}) last)`

const columns = {
  id: table.id,
  createdAt: table.createdAt,
  row: table,
  clientName: clients.name,
  assigneeName: staffName(users),
  strip,
  incident: {
    id: incidents.id,
    cause: incidents.cause,
    openedAt: incidents.openedAt,
    acknowledgedAt: incidents.acknowledgedAt,
  },
}

type Read = {
  row: AutomationRow
  clientName: string
  assigneeName: string | null
  strip: { outcome: Cell['outcome']; at: string; late: boolean; human: boolean }[]
  incident: { id: string; cause: string; openedAt: Date; acknowledgedAt: Date | null } | null
}

const selection = (db: Database | Transaction, more: { key?: SQL<string> } = {}) =>
  db
    .select({ ...columns, ...more })
    .from(table)
    .innerJoin(clients, eq(clients.id, table.clientId))
    .leftJoin(users, eq(users.id, table.assigneeId))
    .leftJoin(
      incidents,
      and(
        eq(incidents.automationId, table.id),
        eq(incidents.class, 'run'),
        sql`${incidents.closedAt} is null`,
      ),
    )

/** Sorts by state (down, then late) and then by name. */
const order = byName(sql`(case ${table.state} when 'down' then '0' when 'late' then '1' else '2' end
  || left(${table.name}, 63))`)

function toItem({ row, clientName, assigneeName, strip, incident }: Read) {
  const { id, name, state, dueAt, lastPingAt, assigneeId } = row
  return {
    id,
    name,
    state,
    dueAt,
    lastPingAt,
    client: { id: row.clientId, name: clientName },
    running: row.lastStartAt !== null,
    schedule: {
      kind: row.scheduleKind,
      periodSeconds: row.periodSeconds,
      cron: row.cron,
      timeZone: row.timeZone,
      graceSeconds: row.graceSeconds,
    },
    assignee: assigneeId ? { id: assigneeId, name: assigneeName ?? '' } : null,
    openIncident: incident as (typeof incident & { cause: 'missed' }) | null,
    strip: strip.map((cell) => ({ ...cell, at: new Date(cell.at) })),
  }
}

function chosen({ search, clientId, assigneeId }: Filters): SQL | undefined {
  const has = (name: AnyPgColumn) =>
    sql`joined_words(${name}) like joined_words(${likePattern(search ?? '')})`
  return and(
    search ? or(has(table.name), has(clients.name)) : undefined,
    clientId ? eq(table.clientId, clientId) : undefined,
    assigneeId ? eq(table.assigneeId, assigneeId) : undefined,
  )
}

async function countStates(db: Database, filters: Filters) {
  const rows = await db
    .select({ state: table.state, count: sql<number>`count(*)` })
    .from(table)
    .innerJoin(clients, eq(clients.id, table.clientId))
    .where(chosen(filters))
    .groupBy(table.state)
  const countOf = (state: AutomationState) => rows.find((row) => row.state === state)?.count ?? 0
  return Object.fromEntries(automationStates.map((state) => [state, countOf(state)])) as Record<
    AutomationState,
    number
  >
}

/** Lists automations; retired ones only on request. */
export async function listAutomations(db: Database, filters: Filters & Paging) {
  const key = { key: order }
  const rows = await selection(db, key)
    .where(
      and(
        chosen(filters),
        filters.state ? eq(table.state, filters.state) : ne(table.state, 'retired'),
        afterCursor(table, filters, key),
      ),
    )
    .orderBy(...orderByOf(table, key))
    .limit(rowsToRead(filters))
    .offset(rowsToSkip(filters))
  const counts = await countStates(db, filters)
  const { retired, ...watched } = counts
  const all = filters.state ? counts[filters.state] : Object.values(watched).reduce((a, b) => a + b)
  const total = filters.page === undefined ? undefined : all
  const { items, ...rest } = toPage(rows as (Read & PageRow)[], filters, total)
  return { items: items.map(toItem), ...rest, counts }
}

type PageRow = { id: string; createdAt: Date; key: string }

export async function automationsOfClient(db: Database, clientId: string) {
  const [client] = await db.select({ id: clients.id }).from(clients).where(eq(clients.id, clientId))
  if (!client) throw new Failure('not_found', 'Client not found')
  const rows = await selection(db)
    .where(and(eq(table.clientId, clientId), ne(table.state, 'retired')))
    .orderBy(order, asc(table.id))
  return { items: rows.map((row) => toItem(row as Read)) }
}

export const unknownAutomation = () => new Failure('not_found', 'Automation not found')

/** @throws Failure `not_found` */
export async function readAutomation(db: Database | Transaction, id: string) {
  const [found] = await selection(db).where(eq(table.id, id))
  if (!found) throw unknownAutomation()
  const { row } = found
  const credentials = await db
    .select({ name: automationCredentials.name, expiresOn: automationCredentials.expiresOn })
    .from(automationCredentials)
    .where(eq(automationCredentials.automationId, id))
    .orderBy(asc(automationCredentials.expiresOn), byName(automationCredentials.name))
  const [run] = await db
    .select({ id: runs.id })
    .from(runs)
    .where(eq(runs.automationId, id))
    .limit(1)
  const isOver = row.state === 'retired'
  const base = row.scheduleKind === 'period' ? row.lastPingAt : null
  const times = isOver ? [] : nextTimes(row, Math.max(base?.getTime() ?? 0, Date.now()), 5)
  return {
    ...row,
    ...toItem(found as Read),
    credentials,
    hasRuns: run !== undefined,
    pausedUntil: row.state === 'paused' ? row.pausedUntil : null,
    oldAddressUntil: row.pingUuidOld ? row.oldUntil : null,
    nextTimes: times.map((at) => new Date(at)),
  }
}
