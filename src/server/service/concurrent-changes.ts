import { isDeepStrictEqual } from 'node:util'
import { desc, eq, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { type ChangedBy, Failure } from '#contract/failure.ts'
import type { Transaction } from '../database/open.ts'
import { auditEntries, users } from '../database/schema.ts'
import { staffName } from '../database/staff-name.ts'
import type { SignedInContext } from './context.ts'

/**
 * The new value is always later than the old one, also within a millisecond or after waiting for a
 * lock.
 */
export function nextUpdatedAt(updatedAt: AnyPgColumn): SQL {
  return sql`greatest(now(), ${updatedAt} + interval '1 millisecond')`
}

const Moment = z.iso.datetime({ offset: true })

/**
 * Undefined for `*` and without the header.
 * @throws Failure `invalid_input`
 */
export function readIfMatch(header: string | undefined): Date | undefined {
  if (header === undefined || header.trim() === '*') return undefined
  const moment = Moment.safeParse(header.trim().replace(/^"(.*)"$/, '$1'))
  if (moment.success) return new Date(moment.data)
  throw new Failure('invalid_input', 'If-Match takes the updatedAt of the record, or *.')
}

/** The last act of a user on a record, according to the audit log. */
async function lastChange(
  tx: Transaction,
  id: unknown,
  userId: string,
): Promise<ChangedBy | undefined> {
  const [last] = await tx
    .select({ name: staffName(users), at: auditEntries.at, actorId: auditEntries.actorId })
    .from(auditEntries)
    .innerJoin(users, eq(users.id, auditEntries.actorId))
    .where(eq(auditEntries.subjectId, String(id)))
    .orderBy(desc(auditEntries.at))
    .limit(1)
  return last && { name: last.name, at: last.at.toISOString(), isYou: last.actorId === userId }
}

type Row = Record<string, unknown> & { updatedAt: Date }
type Table<R> = PgTable & { updatedAt: AnyPgColumn; $inferSelect: R }

/**
 * Changes a row unless `If-Match` rules it out or no value differs. Undefined values stay as they
 * are.
 * @param current converts the row to the record that the endpoint returns.
 * @returns undefined if there is no such row.
 * @throws Failure `conflict`
 */
export async function changeRow<R extends Row>(
  tx: Transaction,
  { basedOn, user }: Pick<SignedInContext, 'basedOn' | 'user'>,
  table: Table<R>,
  where: SQL | undefined,
  given: Record<string, unknown>,
  current: (row: R) => unknown,
): Promise<{ row: R; changed: string[] } | undefined> {
  const [before] = (await tx.select().from(table).where(where).for('no key update')) as R[]
  if (!before) return
  const changed = Object.keys(given).filter(
    (key) => given[key] !== undefined && !isDeepStrictEqual(given[key], before[key]),
  )
  if (changed.length === 0) return { row: before, changed }
  if (basedOn && basedOn.getTime() !== before.updatedAt.getTime()) {
    throw new Failure('conflict', 'Someone else changed this. Nothing is saved yet.', {
      current: await current(before),
      changedBy: await lastChange(tx, before.id ?? before.userId, user.id),
    })
  }
  const values = { ...given, updatedAt: nextUpdatedAt(table.updatedAt) }
  const [row] = (await tx.update(table).set(values).where(where).returning()) as R[]
  return row && { row, changed }
}
