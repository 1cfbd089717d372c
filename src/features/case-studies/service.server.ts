import { and, asc, eq, type SQL } from 'drizzle-orm'
import type { Context, Service } from '../../server/context.ts'
import { caseStudies as table } from '../../server/db/schema.ts'
import type { caseStudies } from './contract.ts'

function inOrder(db: Context['db'], condition: SQL | undefined) {
  return db.select().from(table).where(condition).orderBy(asc(table.position), asc(table.id))
}

export const caseStudiesService: Service<typeof caseStudies> = {
  list({ db, user }) {
    return inOrder(db, user ? undefined : eq(table.published, true))
  },
  featured({ db }) {
    return inOrder(db, and(eq(table.featured, true), eq(table.published, true)))
  },
}
