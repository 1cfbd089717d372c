import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { type AnyPgColumn, check, customType, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => 'bytea',
})

export const id = () => uuid().primaryKey().$defaultFn(randomUUIDv7)
/** Millisecond precision, that of JavaScript's `Date`. */
export const moment = () => timestamp({ withTimezone: true, precision: 3 })
export const createdAt = () => moment().notNull().default(sql`now()`)
export const list = () => text().array().notNull().default(sql`'{}'`)

export function oneOf(name: string, column: AnyPgColumn, allowed: readonly string[]) {
  const quoted = allowed.map((word) => `'${word}'`).join(', ')
  return check(name, sql`${column} in (${sql.raw(quoted)})`)
}
