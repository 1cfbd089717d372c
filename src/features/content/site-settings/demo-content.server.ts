import { and, eq, sql } from 'drizzle-orm'
import type { SiteSettings } from '#contract/settings/document.ts'
import type { Database } from '#server/database/open.ts'
import { caseStudies, pages } from '#server/database/schema.ts'
import { isInState } from '../pages/page-store.server.ts'

/** Counts the demo content that visitors see. */
export async function countDemo(db: Database, { statistics: { items } }: SiteSettings) {
  const figures = items.filter(({ status }) => status === 'demo').length
  const isShown = and(eq(pages.demo, true), isInState('published'))
  const [counts] = await db
    .select({
      pages: sql<number>`count(*) filter (where ${pages.kind} = 'page')::int`,
      notes: sql<number>`count(*) filter (where ${pages.kind} = 'note')::int`,
    })
    .from(pages)
    .where(isShown)
  const live = and(eq(caseStudies.demo, true), eq(caseStudies.published, true))
  return { pages: 0, notes: 0, ...counts, figures, caseStudies: await db.$count(caseStudies, live) }
}
