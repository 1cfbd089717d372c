import { sql } from 'drizzle-orm'
import { type AnyPgColumn, check, customType, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { newId } from './new-id.ts'

export const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => 'bytea',
})

export const id = () => uuid().primaryKey().$defaultFn(newId)
/** @param name the column's name, where it differs from the property's. */
export const moment = (name = '') => timestamp(name, { withTimezone: true, precision: 3 })
/**
 * The current time, rounded as columns store it: to the nearest millisecond. A row due now may
 * otherwise lie up to 0.5 ms after `now()`.
 */
export const currentMoment = sql`now()::timestamptz(3)`
export const createdAt = (name = '') => moment(name).notNull().default(sql`now()`)
export const list = () => text().array().notNull().default(sql`'{}'`)

/** A reference to a row that is deleted together with it. */
export const ownedBy = (column: () => AnyPgColumn) =>
  uuid().notNull().references(column, { onDelete: 'cascade' })

export function oneOf(name: string, column: AnyPgColumn, allowed: readonly string[]) {
  const quoted = allowed.map((word) => `'${word}'`).join(', ')
  return check(name, sql`${column} in (${sql.raw(quoted)})`)
}
