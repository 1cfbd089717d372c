import { sql } from 'drizzle-orm'
import { type AnyPgColumn, check, customType, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { newId } from './new-id.ts'

export const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => 'bytea',
})

export const id = () => uuid().primaryKey().$defaultFn(newId)
/** @param name of the column, where it is not that of the property. */
export const moment = (name = '') => timestamp(name, { withTimezone: true, precision: 3 })
/**
 * The current time as columns store it. They round to the nearest millisecond, so a row due now may
 * lie up to 0.5 ms after `now()`.
 */
export const currentMoment = sql`now()::timestamptz(3)`
export const createdAt = (name = '') => moment(name).notNull().default(sql`now()`)
export const list = () => text().array().notNull().default(sql`'{}'`)

/** Deleted with the row it refers to. */
export const ownedBy = (column: () => AnyPgColumn) =>
  uuid().notNull().references(column, { onDelete: 'cascade' })

export function oneOf(name: string, column: AnyPgColumn, allowed: readonly string[]) {
  const quoted = allowed.map((word) => `'${word}'`).join(', ')
  return check(name, sql`${column} in (${sql.raw(quoted)})`)
}
