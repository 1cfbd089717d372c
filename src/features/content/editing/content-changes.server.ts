import { eq, sql } from 'drizzle-orm'
import type { PgInsertValue, PgTable } from 'drizzle-orm/pg-core'
import { Failure } from '#contract/failure.ts'
import { raiseContentVersion } from '#server/content/content-version.ts'
import { insertRow } from '#server/database/insert.ts'
import { putInOrder } from '#server/database/order.ts'
import type { caseStudies, services } from '#server/database/schema.ts'
import { record } from '#server/service/audit.ts'
import { changeRow } from '#server/service/concurrent-changes.ts'
import type { SignedInContext } from '#server/service/context.ts'
import { fieldFailure } from '#server/service/field-failure.ts'
import { withIdempotency } from '#server/service/idempotency.ts'

const notFictionalMessage = 'Only demo content can be made real'

/** The failure for attempts to turn a real record into demo content. */
export const cannotBecomeDemo = () => fieldFailure('demo', notFictionalMessage)

/** Changes to one kind of public content. Each is audited and appears on the site at once. */
export function contentChanges<T extends typeof services | typeof caseStudies>(
  table: T,
  subject: 'service' | 'case_study',
) {
  type Row = T['$inferSelect']
  const missing = () =>
    new Failure('not_found', `This ${subject.replace('_', ' ')} doesn’t exist anymore.`)
  const act = (verb: 'created' | 'updated' | 'deleted' | 'reordered', subjectId?: string) => ({
    action: `${subject}.${verb}` as const,
    subject,
    subjectId,
  })
  return {
    async create(context: SignedInContext, values: Omit<T['$inferInsert'], 'position'>) {
      const { db, user, contentChanged } = context
      const { id } = await db.transaction((tx) =>
        withIdempotency(tx, context, `${subject}.created`, async () => {
          const position = sql`(select coalesce(max(position), 0) + 1 from ${table})`
          const made = await insertRow(tx, table, {
            ...values,
            position,
          } as unknown as PgInsertValue<T>)
          await record(tx, user, act('created', made))
          await raiseContentVersion(tx)
          return made
        }),
      )
      const [row] = await db.select().from<PgTable>(table).where(eq(table.id, id))
      if (!row) throw missing()
      contentChanged()
      return row as Row
    },

    /** @param shown converts a row to what the endpoint returns. */
    async update(
      context: SignedInContext,
      id: string,
      changes: Record<string, unknown>,
      shown: (row: Row) => unknown,
    ): Promise<Row> {
      const { db, user, contentChanged } = context
      const row = await db.transaction(async (tx) => {
        const changed = await changeRow(tx, context, table, eq(table.id, id), changes, shown)
        if (!changed) throw missing()
        if (changed.changed.length > 0) {
          await record(tx, user, act('updated', id))
          await raiseContentVersion(tx)
        }
        return changed.row
      })
      contentChanged()
      return row
    },

    async remove({ db, user, contentChanged }: SignedInContext, { id }: { id: string }) {
      await db.transaction(async (tx) => {
        const removed = await tx.delete(table).where(eq(table.id, id)).returning({ id: table.id })
        if (removed.length === 0) throw missing()
        await record(tx, user, act('deleted', id))
        await raiseContentVersion(tx)
      })
      contentChanged()
      return { success: true } as const
    },

    async reorder({ db, user, contentChanged }: SignedInContext, { ids }: { ids: string[] }) {
      await db.transaction(async (tx) => {
        await putInOrder(tx, table, ids)
        await record(tx, user, act('reordered'))
        await raiseContentVersion(tx)
      })
      contentChanged()
      return { success: true } as const
    },
  }
}
