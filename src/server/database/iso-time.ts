import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** A moment in the format of `Date.toISOString`, for JSON. */
export const isoTime = (at: SQLWrapper): SQL =>
  sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
