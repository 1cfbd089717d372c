import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/*
 * A lease reserves a row for a process until a time on the database's clock. It expires by itself,
 * so that another process can take over from one that died.
 */

/** The value for a column such as `leaseUntil`. */
export const leaseFor = (seconds: number): SQL => sql`now() + make_interval(secs => ${seconds})`

export const isFree = (leaseUntil: SQLWrapper): SQL =>
  sql`(${leaseUntil} is null or ${leaseUntil} < now())`
