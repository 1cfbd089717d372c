import { desc, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { Failure } from '../../contract/failure.ts'
import { type Paging, usualLimit } from '../../contract/paging.ts'

type Listed = PgTable & { id: AnyPgColumn; createdAt: AnyPgColumn }

/** Milliseconds since 1970 and id of the last row of a page. */
const Cursor = z
  .string()
  .regex(/^\d{1,13}\.[^.]+$/)
  .transform((text) => text.split('.'))
  .pipe(z.tuple([z.string(), z.uuid()]))

/** Order of lists; `id` decides between rows of one millisecond. */
export function newestFirst({ createdAt, id }: Listed): SQL[] {
  return [desc(createdAt), desc(id)]
}

/**
 * Condition for the rows behind a cursor in the order `newestFirst`; undefined on the first page.
 *
 * @throws Failure `invalid_input` for a cursor that is not one of `toPage`.
 */
export function behind({ createdAt, id }: Listed, { after }: Paging): SQL | undefined {
  if (after === undefined) return undefined
  const cursor = Cursor.safeParse(after)
  if (!cursor.success) {
    const message = 'Not a cursor of this list'
    throw new Failure('invalid_input', message, { fields: { after: message } })
  }
  const [time, lastId] = cursor.data
  return sql`(${createdAt}, ${id}) < (${new Date(Number(time))}, ${lastId}::uuid)`
}

/** Rows to read for a page: one more than shown, because it tells whether another page follows. */
export function rowsToRead({ limit = usualLimit }: Paging): number {
  return limit + 1
}

/** Page of at most `limit` of the rows, read with `rowsToRead`. */
export function toPage<Row extends { id: string; createdAt: Date }>(
  rows: readonly Row[],
  { limit = usualLimit }: Paging,
): { items: Row[]; next: string | null } {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  const next = last && rows.length > limit ? `${last.createdAt.getTime()}.${last.id}` : null
  return { items, next }
}
