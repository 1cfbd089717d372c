import { sql } from 'drizzle-orm'
import type { Database, Transaction } from './open.ts'

/** The current time of the database's clock, which all instances share. */
export async function databaseTime(db: Database | Transaction): Promise<Date> {
  const at = sql`floor(extract(epoch from clock_timestamp()) * 1000)::float8`
  const { rows } = await db.execute<{ at: number }>(sql`select ${at} as at`)
  if (!rows[0]) throw new Error('select returned no row')
  return new Date(rows[0].at)
}

/** Greater than the time that a response takes to arrive. */
const maxDifferenceMs = 2_000

/**
 * A warning for the operator about two clocks read at the same time; undefined while they agree.
 */
export function describeClocks(database: Date, machine: Date): string | undefined {
  const ahead = machine.getTime() - database.getTime()
  if (Math.abs(ahead) <= maxDifferenceMs) return undefined
  const seconds = Math.round(Math.abs(ahead) / 1000).toLocaleString('en-US')
  const where = ahead > 0 ? 'ahead of' : 'behind'
  return `This machine's clock is ${seconds} s ${where} the database's: let NTP set both.`
}
