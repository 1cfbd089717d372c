import { sql } from 'drizzle-orm'
import type { Database, Transaction } from './open.ts'

/** The moment by the database's clock, which all instances share. */
export async function databaseTime(db: Database | Transaction): Promise<Date> {
  const at = sql`floor(extract(epoch from clock_timestamp()) * 1000)::float8`
  const { rows } = await db.execute<{ at: number }>(sql`select ${at} as at`)
  if (!rows[0]) throw new Error('select returned no row')
  return new Date(rows[0].at)
}
