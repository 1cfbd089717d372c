import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** A moment in JSON as `Date.toISOString` writes it. */
export const isoTime = (at: SQLWrapper): SQL =>
  sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
