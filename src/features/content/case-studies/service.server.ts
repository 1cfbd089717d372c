import { and, asc, eq, type SQL } from 'drizzle-orm'
import type { Context, Service } from '../../../server/context.ts'
import { caseStudies as table } from '../../../server/database/schema.ts'
import { contentChanges } from '../editing/content-changes.server.ts'
import type { caseStudies } from './contract.ts'

function inOrder(db: Context['db'], condition: SQL | undefined) {
  return db.select().from(table).where(condition).orderBy(asc(table.position), asc(table.id))
}

type Row = typeof table.$inferSelect
const forVisitors = ({ published: _, updatedAt: __, ...row }: Row) => row

const { create, update, remove, reorder } = contentChanges(table, 'case_study')

export const caseStudiesService: Service<typeof caseStudies> = {
  async list({ db, user }) {
    if (user) return inOrder(db, undefined)
    return (await inOrder(db, eq(table.published, true))).map(forVisitors)
  },

  async featured({ db }) {
    const shown = await inOrder(db, and(eq(table.featured, true), eq(table.published, true)))
    return shown.map(forVisitors)
  },

  create,
  update: (context, { id, ...changes }) => update(context, id, changes, (row) => row),
  remove,
  reorder,
}
