import type { AnyPgColumn, PgInsertValue, PgTable } from 'drizzle-orm/pg-core'
import type { Transaction } from './open.ts'

export async function insertRow<T extends PgTable & { id: AnyPgColumn }>(
  tx: Transaction,
  table: T,
  values: PgInsertValue<T>,
): Promise<string> {
  const [made] = await tx.insert(table).values(values).returning({ id: table.id })
  if (!made) throw new Error('insert returned no row')
  return made.id as string
}
