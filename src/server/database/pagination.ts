import { asc, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { z } from 'zod'
import { Failure } from '#contract/failure.ts'
import { defaultLimit, maxCounted, type Paging } from '#contract/pagination.ts'
import type { Database } from './open.ts'

/** A table, or expressions that replace these columns of it. */
type Listed = { id: SQLWrapper; createdAt: SQLWrapper }

/**
 * Rows are ordered by `key`, which has at most 64 characters, and then newest first. Without a key
 * they are oldest first.
 */
export type Order = { key?: SQL<string>; descending?: boolean }

const Cursor = z
  .string()
  .regex(/^\d{1,13}\.[^.]+\./)
  .transform((text) => {
    const [time = '', id = ''] = text.split('.')
    return { time: new Date(Number(time)), id, key: text.slice(time.length + id.length + 2) }
  })
  .pipe(z.object({ time: z.date(), id: z.uuid(), key: z.string() }))

/** The placement of nulls must match the indexes, which would not be used otherwise. */
export function newestFirst({ createdAt, id }: Listed): SQL[] {
  return [sql`${createdAt} desc nulls last`, sql`${id} desc nulls last`]
}

export function orderByOf(table: Listed, order?: Order): SQL[] {
  if (!order) return newestFirst(table)
  if (!order.key) return [asc(table.createdAt), asc(table.id)]
  return [sql`${order.key} ${order.descending ? sql`desc` : sql`asc`}`, ...newestFirst(table)]
}

/**
 * Selects the rows after the cursor; undefined on the first page.
 * @throws Failure `invalid_input`
 */
export function afterCursor(
  { createdAt, id }: Listed,
  { after, page }: Paging,
  order?: Order,
): SQL | undefined {
  if (after === undefined) return undefined
  if (page !== undefined) {
    const message = 'Give either a page or a cursor'
    throw new Failure('invalid_input', message, { fields: { page: message } })
  }
  const cursor = Cursor.safeParse(after)
  if (!cursor.success) {
    const message = 'Not a cursor of this list'
    throw new Failure('invalid_input', message, { fields: { after: message } })
  }
  const { time, id: lastId, key } = cursor.data
  const position = sql`(${createdAt}, ${id})`
  const last = sql`(${time.toISOString()}::timestamptz, ${lastId}::uuid)`
  if (!order) return sql`${position} < ${last}`
  if (!order.key) return sql`${position} > ${last}`
  const [from, past] = order.descending ? [sql`<=`, sql`<`] : [sql`>=`, sql`>`]
  return sql`${order.key} ${from} ${key} and (${order.key} ${past} ${key} or ${position} < ${last})`
}

/** An extra row shows that another page follows. */
export function rowsToRead({ limit = defaultLimit }: Paging): number {
  return limit + 1
}

/** The rows before the numbered page. */
export function rowsToSkip({ page = 1, limit = defaultLimit }: Paging): number {
  return (page - 1) * limit
}

/**
 * The `total` of a numbered page. Counting ends at a maximum, so that a long list costs no more; a
 * page after a cursor is not counted.
 * @param from a table, or tables joined by an expression.
 */
export async function countRows(
  db: Database,
  { page }: Paging,
  from: SQLWrapper,
  where: SQL = sql`true`,
): Promise<number | undefined> {
  if (page === undefined) return undefined
  return await db.$count(sql`(select from ${from} where ${where} limit ${maxCounted}) counted`)
}

/** @param total of a numbered page, from `countRows`. */
export function toPage<Row extends { id: string; createdAt: Date; key?: string }>(
  rows: readonly Row[],
  { limit = defaultLimit }: Paging,
  total?: number,
): { items: Row[]; next: string | null; total: number | undefined } {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  const isLast = !last || rows.length <= limit
  const next = isLast ? null : [last.createdAt.getTime(), last.id, last.key ?? ''].join('.')
  return { items, next, total }
}
