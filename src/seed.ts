import { sql } from 'drizzle-orm'
import { seedCaseStudies } from './features/content/case-studies/seed.server.ts'
import { seedServices } from './features/content/services/seed.server.ts'
import type { Database } from './server/database/open.ts'
import { caseStudies, marks, services } from './server/database/schema.ts'

const siteSeed = 'seed:site:1'

/** Serialises seeding when several instances start at once. */
const seedLock = 7_314_002

/**
 * Seeds the public site once. The mark is written in the same transaction, so edited or deleted
 * content never comes back.
 */
export async function seedSite(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${seedLock})`)
    const [marked] = await tx
      .insert(marks)
      .values({ name: siteSeed })
      .onConflictDoNothing()
      .returning()
    if (!marked) return
    await tx
      .insert(services)
      .values(seedServices.map((service, position) => ({ ...service, position })))
    await tx
      .insert(caseStudies)
      .values(seedCaseStudies.map((caseStudy, position) => ({ ...caseStudy, position })))
  })
}
