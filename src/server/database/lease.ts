import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/*
 * A lease gives a process a row to itself until a moment on the clock of the database. It ends by
 * itself, so that another process takes what a dead one held.
 */

/** For a column `leaseUntil`. */
export const leaseFor = (seconds: number): SQL => sql`now() + make_interval(secs => ${seconds})`

export const isFree = (leaseUntil: SQLWrapper): SQL =>
  sql`(${leaseUntil} is null or ${leaseUntil} < now())`
