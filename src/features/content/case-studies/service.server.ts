import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { Failure } from '../../../contract/failure.ts'
import { record } from '../../../server/audit.ts'
import type { Context, Service } from '../../../server/context.ts'
import { putInOrder } from '../../../server/database/order.ts'
import { caseStudies as table } from '../../../server/database/schema.ts'
import { changedKeys, refuseStale, touched } from '../../../server/http/concurrent-changes.ts'
import { withIdempotency } from '../../../server/http/idempotency.ts'
import type { caseStudies } from './contract.ts'

function inOrder(db: Context['db'], condition: SQL | undefined) {
  return db.select().from(table).where(condition).orderBy(asc(table.position), asc(table.id))
}

type Row = typeof table.$inferSelect
const forVisitors = ({ published: _, updatedAt: __, ...row }: Row) => row

const noCaseStudy = () => new Failure('not_found', 'This case study does not exist any more.')
const about = (verb: string, subjectId?: string) => ({
  action: `case_study.${verb}`,
  subject: 'case_study',
  ...(subjectId && { subjectId }),
})

export const caseStudiesService: Service<typeof caseStudies> = {
  async list({ db, user }) {
    if (user) return inOrder(db, undefined)
    return (await inOrder(db, eq(table.published, true))).map(forVisitors)
  },

  async featured({ db }) {
    const shown = await inOrder(db, and(eq(table.featured, true), eq(table.published, true)))
    return shown.map(forVisitors)
  },

  async create(context, input) {
    const { db, user, contentChanged } = context
    const { id } = await db.transaction((tx) =>
      withIdempotency(tx, context, 'case_study.created', async () => {
        const position = sql`(select coalesce(max(position), 0) + 1 from ${table})`
        const [row] = await tx
          .insert(table)
          .values({ ...input, position })
          .returning({ id: table.id })
        if (!row) throw new Error('insert returned no row')
        await record(tx, user, about('created', row.id))
        return row.id
      }),
    )
    const [made] = await db.select().from(table).where(eq(table.id, id))
    if (!made) throw noCaseStudy()
    contentChanged()
    return made
  },

  async update(context, { id, ...changes }) {
    const { db, user, contentChanged } = context
    const changed = await db.transaction(async (tx) => {
      const [before] = await tx.select().from(table).where(eq(table.id, id)).for('no key update')
      if (!before) throw noCaseStudy()
      if (changedKeys(before, changes).length === 0) return before
      await refuseStale(context, before, () => before)
      const [row] = await tx
        .update(table)
        .set({ ...changes, updatedAt: touched(table.updatedAt) })
        .where(eq(table.id, id))
        .returning()
      if (!row) throw noCaseStudy()
      await record(tx, user, about('updated', id))
      return row
    })
    contentChanged()
    return changed
  },

  async remove({ db, user, contentChanged }, { id }) {
    await db.transaction(async (tx) => {
      const removed = await tx.delete(table).where(eq(table.id, id)).returning({ id: table.id })
      if (removed.length === 0) throw noCaseStudy()
      await record(tx, user, about('deleted', id))
    })
    contentChanged()
    return { success: true }
  },

  async reorder({ db, user, contentChanged }, { ids }) {
    await db.transaction(async (tx) => {
      await putInOrder(tx, table, ids)
      await record(tx, user, about('reordered'))
    })
    contentChanged()
    return { success: true }
  },
}
