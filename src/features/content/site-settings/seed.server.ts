import { eq } from 'drizzle-orm'
import type { SiteSettings } from '#contract/settings/document.ts'
import { settingsSections } from '#contract/settings/sections.ts'
import { settingsHash, settingsSchemaVersion } from '#server/content/settings-document.ts'
import type { Transaction } from '#server/database/open.ts'
import { contentState, services, siteDrafts, siteVersions } from '#server/database/schema.ts'
import { defaultSettings } from '../resolved-settings/defaults.ts'

/** Stores version 1 from the defaults. */
export async function seedDefaults(tx: Transaction): Promise<void> {
  const activeServices = await tx.$count(services, eq(services.active, true))
  await seedSettings(tx, defaultSettings(activeServices), 'seed')
}

/** Stores version 1, and an unchanged draft of every section. */
export async function seedSettings(
  tx: Transaction,
  document: SiteSettings,
  kind: 'seed' | 'import',
): Promise<void> {
  await tx.insert(contentState).values({}).onConflictDoNothing()
  await tx
    .insert(siteVersions)
    .values({
      number: 1,
      kind,
      document,
      changed: [...settingsSections],
      schemaVersion: settingsSchemaVersion,
      sha256: settingsHash(document),
    })
    .onConflictDoNothing()
  await tx
    .insert(siteDrafts)
    .values(settingsSections.map((section) => ({ section })))
    .onConflictDoNothing()
}
