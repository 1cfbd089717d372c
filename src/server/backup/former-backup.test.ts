import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { emptyInstallation, openInstallation } from '#test/harness/installation.ts'
import { temporaryDirectory } from '#test/harness/temporary-directory.ts'
import { readLiveSettings } from '../content/live-settings.ts'
import { automations, inquiries, projectDocuments, siteDrafts } from '../database/schema.ts'
import { restoreBackup } from './restore.ts'

/**
 * Version 0.2.0 with the demo firm, a published name and currency, drafts of firm and figures, and
 * an automation that counts POST alone.
 */
const archive = fileURLToPath(new URL('../../../test/harness/backup-of-0.2.0.tgz', import.meta.url))

/** Rows that a migration removes, by table. */
const removed: Record<string, number> = { pings: 1 }

/** Later versions dropped the first two; a restore changes the others. */
const others = ['demo_records', 'site_exports', 'sessions', 'jobs', 'stored_state']

for (const kind of ['own and disk', 'outside and disk'] as const) {
  test(`a backup of version 0.2.0 is restored to ${kind} and migrated`, async () => {
    const folder = temporaryDirectory()
    execFileSync('tar', ['-xzf', archive, '-C', folder])
    const installation = await emptyInstallation(kind)
    const { tables, documents } = await restoreBackup({
      config: installation.config,
      backup: join(folder, 'backup'),
      otherKey: true,
      report: () => {},
    })
    expect(documents.count).toBe(48)
    await using restored = await openInstallation(installation)
    const { db } = restored.database
    for (const { name, rows } of tables.filter(({ name }) => !others.includes(name))) {
      const { rows: counted } = await db.execute(
        sql`select count(*)::int as rows from ${sql.identifier(name)}`,
      )
      expect([name, counted[0]?.rows]).toEqual([name, rows - (removed[name] ?? 0)])
    }
    for (const { storageKey, sha256 } of await db.select().from(projectDocuments)) {
      const bytes = await buffer(await restored.storage.read(storageKey))
      expect(createHash('sha256').update(bytes).digest()).toEqual(Buffer.from(sha256))
    }

    const live = await readLiveSettings(db)
    expect(live).toMatchObject({ number: 2, document: { firm: { name: 'Harbor Automation' } } })
    const drafts = await db.select().from(siteDrafts)
    const draftOf = (wanted: string) => drafts.find(({ section }) => section === wanted)?.value
    expect(draftOf('firm')).toMatchObject({ tagline: 'Paperwork, done twice' })
    expect(draftOf('firm')).not.toHaveProperty('currency')
    expect(draftOf('statistics')).not.toHaveProperty('whenExpired')

    const leads = await db.select().from(inquiries)
    for (const { kind, service, consultationData } of leads) {
      const isLong = service === 'consultation' || consultationData !== null
      expect(kind).toBe(isLong ? 'consultation' : 'inquiry')
    }
    expect(new Set(leads.map((lead) => lead.kind)).size).toBe(2)
    expect(await db.select({ name: automations.name }).from(automations)).toEqual([
      { name: 'Invoices' },
    ])
  })
}
