import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { type AnyPgColumn, check, customType, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** PostgreSQL's byte string. */
export const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => 'bytea',
})

/** Primary key: UUID version 7, so that ids sort by time. */
export const id = () => uuid().primaryKey().$defaultFn(randomUUIDv7)
/** A moment to the millisecond, the precision of JavaScript's `Date`. */
export const moment = () => timestamp({ withTimezone: true, precision: 3 })
export const createdAt = () => moment().notNull().default(sql`now()`)
/** A list of texts, empty unless given. */
export const list = () => text().array().notNull().default(sql`'{}'`)

/** A check that keeps a text column inside a closed word list. */
export function oneOf(name: string, column: AnyPgColumn, allowed: readonly string[]) {
  const quoted = allowed.map((word) => `'${word}'`).join(', ')
  return check(name, sql`${column} in (${sql.raw(quoted)})`)
}
