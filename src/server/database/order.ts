import { sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Transaction } from './open.ts'

type Ordered = PgTable & { id: AnyPgColumn; position: AnyPgColumn }

export async function putInOrder(
  tx: Transaction,
  table: Ordered,
  ids: readonly string[],
): Promise<void> {
  const wanted = sql`array[${sql.join(
    ids.map((id) => sql`${id}::uuid`),
    sql`, `,
  )}]`
  await tx.execute(sql`
    update ${table} set position = ranked.rank
    from (
      select id, row_number() over (
        order by array_position(${wanted}, id) nulls last, position, id) as rank
      from ${table}) as ranked
    where ${table}.id = ranked.id`)
}
