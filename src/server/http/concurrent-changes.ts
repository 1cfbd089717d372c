import { isDeepStrictEqual } from 'node:util'
import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { Failure } from '../../contract/failure.ts'
import type { Context } from '../context.ts'

export function changedKeys(row: Record<string, unknown>, given: Record<string, unknown>) {
  return Object.keys(given).filter(
    (key) => given[key] !== undefined && !isDeepStrictEqual(given[key], row[key]),
  )
}

/**
 * Next `updatedAt`, always later than the last: a transaction that waited has an earlier `now()`,
 * and two changes may fall into one millisecond.
 */
export function touched(updatedAt: AnyPgColumn): SQL {
  return sql`greatest(now(), ${updatedAt} + interval '1 millisecond')`
}

const Moment = z.iso.datetime({ offset: true })

/**
 * Reads the `updatedAt` of an `If-Match` header, bare or quoted. Undefined for `*` and without the
 * header, which match any state.
 *
 * @throws Failure `invalid_input`
 */
export function readIfMatch(header: string | undefined): Date | undefined {
  if (header === undefined || header.trim() === '*') return undefined
  const moment = Moment.safeParse(header.trim().replace(/^"(.*)"$/, '$1'))
  if (moment.success) return new Date(moment.data)
  throw new Failure('invalid_input', 'If-Match takes the updatedAt of the record, or *.')
}

/**
 * Call inside the transaction, with the row locked.
 *
 * @param current the record as the endpoint returns it.
 * @throws Failure `conflict` when the change is based on another state than the row's.
 */
export async function refuseStale(
  { basedOn }: Pick<Context, 'basedOn'>,
  { updatedAt }: { updatedAt: Date },
  current: () => unknown,
): Promise<void> {
  if (!basedOn || basedOn.getTime() === updatedAt.getTime()) return
  throw new Failure('conflict', 'This was changed meanwhile. Nothing is saved yet.', {
    current: await current(),
  })
}
