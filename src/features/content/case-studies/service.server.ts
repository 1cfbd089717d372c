import { and, asc, eq, type SQL } from 'drizzle-orm'
import { caseStudies as table } from '#server/database/schema.ts'
import type { Context, Service } from '#server/service/context.ts'
import { cannotBecomeDemo, contentChanges } from '../editing/content-changes.server.ts'
import type { caseStudies } from './contract.ts'

function inOrder(db: Context['db'], condition: SQL | undefined) {
  return db.select().from(table).where(condition).orderBy(asc(table.position), asc(table.id))
}

type Row = typeof table.$inferSelect
const forVisitors = ({ published: _, updatedAt: __, ...row }: Row) => row

/** Fictional case studies are public while demo content is shown. */
function isShown({ content }: Context): SQL | undefined {
  const { showDemoContent } = content.settings().document.demo
  return and(eq(table.published, true), showDemoContent ? undefined : eq(table.demo, false))
}

const { create, update, remove, reorder } = contentChanges(table, 'case_study')

export const caseStudiesService: Service<typeof caseStudies> = {
  async list(context) {
    const { db, user } = context
    if (user) return inOrder(db, undefined)
    return (await inOrder(db, isShown(context))).map(forVisitors)
  },

  async featured(context) {
    const shown = await inOrder(context.db, and(eq(table.featured, true), isShown(context)))
    return shown.map(forVisitors)
  },

  create,
  async update(context, { id, demo, ...changes }) {
    const isReal = and(eq(table.id, id), eq(table.demo, false))
    if (demo && (await context.db.$count(table, isReal)) > 0) throw cannotBecomeDemo()
    return update(context, id, { ...changes, ...(demo === false && { demo }) }, (row) => row)
  },
  remove,
  reorder,
}
