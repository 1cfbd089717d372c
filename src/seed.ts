import { sql } from 'drizzle-orm'
import { seedMeetingType } from './features/booking/types/seed.server.ts'
import { seedCaseStudies } from './features/content/case-studies/seed.server.ts'
import type { Retain } from './features/content/page-seed/legal-texts.ts'
import { seedPages } from './features/content/page-seed/seed.server.ts'
import { seedServices } from './features/content/services/seed.server.ts'
import { seedDefaults } from './features/content/site-settings/seed.server.ts'
import type { FillSite } from './features/content/transfer/first-start.server.ts'
import { lockNamed } from './server/database/named-lock.ts'
import type { Database, Transaction } from './server/database/open.ts'
import { caseStudies, services, storedState } from './server/database/schema.ts'

type Seed = (tx: Transaction, retain: Retain) => Promise<unknown>

const nothing: Seed = async () => {}

/** The order matters: the settings count the services, and the pages name the settings. */
const seedsOf = (fill: FillSite | undefined): [name: string, seed: Seed][] => [
  ['seed:site:1', fill ?? seedContent],
  ['seed:settings:1', fill ? nothing : seedDefaults],
  ['seed:pages:1', fill ? nothing : seedPages],
  ['seed.booking', seedMeetingType],
]

/**
 * Seeds the public site once. This is recorded in the same transaction, so edited or deleted
 * content never comes back.
 *
 * @param fill stores other content than that of the demonstration.
 */
export async function seedSite(db: Database, retain: Retain = {}, fill?: FillSite): Promise<void> {
  await db.transaction(async (tx) => {
    // Another instance may take longer to seed than the usual lock timeout.
    await tx.execute(sql`select set_config('lock_timeout', '60s', true),
      set_config('statement_timeout', '60s', true)`)
    await tx.execute(lockNamed('seed'))
    for (const [name, seed] of seedsOf(fill)) {
      const recorded = await tx
        .insert(storedState)
        .values({ name })
        .onConflictDoNothing()
        .returning()
      if (recorded.length > 0) await seed(tx, retain)
    }
  })
}

async function seedContent(tx: Transaction): Promise<void> {
  await tx
    .insert(services)
    .values(seedServices.map((service, position) => ({ ...service, position })))
  await tx
    .insert(caseStudies)
    .values(seedCaseStudies.map((study, position) => ({ ...study, demo: true, position })))
}
