import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { Failure } from '#contract/failure.ts'
import type { Paging } from '#contract/pagination.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import {
  afterCursor,
  countRows,
  newestFirst,
  rowsToRead,
  rowsToSkip,
  toPage,
} from '#server/database/pagination.ts'
import { automations, clients, incidents as table, users } from '#server/database/schema.ts'
import { staffName } from '#server/database/staff-name.ts'

const acknowledger = alias(users, 'acknowledger')
const closer = alias(users, 'closer')

const selection = (db: Database | Transaction) =>
  db
    .select({
      id: table.id,
      createdAt: table.createdAt,
      row: table,
      automationName: automations.name,
      clientId: clients.id,
      clientName: clients.name,
      acknowledgedName: staffName(acknowledger),
      closedName: staffName(closer),
    })
    .from(table)
    .innerJoin(automations, eq(automations.id, table.automationId))
    .innerJoin(clients, eq(clients.id, automations.clientId))
    .leftJoin(acknowledger, eq(acknowledger.id, table.acknowledgedBy))
    .leftJoin(closer, eq(closer.id, table.closedBy))

type Read = Awaited<ReturnType<typeof selection>>[number]

const named = (id: string | null, name: string | null) => (id ? { id, name: name ?? '' } : null)

function shown({ row, automationName, clientId, clientName, ...names }: Read) {
  return {
    ...row,
    automation: { id: row.automationId, name: automationName },
    client: { id: clientId, name: clientName },
    acknowledgedBy: named(row.acknowledgedBy, names.acknowledgedName),
    closedBy: named(row.closedBy, names.closedName),
  }
}

type Filters = {
  open?: boolean | undefined
  clientId?: string | undefined
  automationId?: string | undefined
}

export async function listIncidents(db: Database, filters: Filters & Paging) {
  const { open, clientId, automationId } = filters
  const chosen = and(
    open === undefined ? undefined : open ? isNull(table.closedAt) : isNotNull(table.closedAt),
    clientId ? eq(automations.clientId, clientId) : undefined,
    automationId ? eq(table.automationId, automationId) : undefined,
  )
  const rows = await selection(db)
    .where(and(chosen, afterCursor(table, filters)))
    .orderBy(...newestFirst(table))
    .limit(rowsToRead(filters))
    .offset(rowsToSkip(filters))
  const from = sql`${table} join ${automations} on ${automations.id} = ${table.automationId}`
  const { items, ...rest } = toPage(rows, filters, await countRows(db, filters, from, chosen))
  return { items: items.map(shown), ...rest }
}

/** @throws Failure `not_found` */
export async function readIncident(db: Database | Transaction, id: string) {
  const [found] = await selection(db).where(eq(table.id, id))
  if (!found) throw new Failure('not_found', 'Incident not found')
  return shown(found)
}
