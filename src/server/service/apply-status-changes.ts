import { asc, inArray } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Transaction } from '../database/open.ts'

type Wanted<S> = { id: string; status: S; from?: S | undefined }

/** Locks the rows in the order of their ids. If an id appears twice, the last change wins. */
export async function applyStatusChanges<S extends string>(
  tx: Transaction,
  table: PgTable & { id: AnyPgColumn; status: AnyPgColumn },
  changes: readonly Wanted<S>[],
) {
  const wanted = new Map(changes.map((change) => [change.id, change]))
  const found = (await tx
    .select({ id: table.id, status: table.status })
    .from(table as PgTable)
    .where(inArray(table.id, [...wanted.keys()]))
    .orderBy(asc(table.id))
    .for('no key update')) as { id: string; status: S }[]
  const changed: { id: string; from: S; to: S }[] = []
  let conflicting = 0
  for (const { id, status: from } of found) {
    const { status: to = from, from: expected = from } = wanted.get(id) ?? {}
    if (expected !== from) conflicting += 1
    else if (to !== from) changed.push({ id, from, to })
  }
  const before = changed.map(({ id, from }) => ({ id, status: from }))
  return { changed, answer: { before, missing: wanted.size - found.length, conflicting } }
}
