import { eq, sql } from 'drizzle-orm'
import { SiteSettings } from '#contract/settings/document.ts'
import { settingsBytes } from '#contract/settings/sections.ts'
import { settingsHash, settingsSchemaVersion } from '#server/content/settings-document.ts'
import type { Transaction } from '#server/database/open.ts'
import { siteDrafts, siteVersions } from '#server/database/schema.ts'
import type { Author } from '../page-import/parts.server.ts'
import { changedSections, settingsChanges } from '../site-settings/changes.ts'
import { findProblems } from '../site-settings/document.server.ts'
import type { Findings } from './findings.ts'

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

/** Reports changes, and problems that keep them from being published. */
export async function checkSettings(
  tx: Transaction,
  live: SiteSettings,
  next: SiteSettings,
  isBlocking: boolean,
  found: Findings,
): Promise<void> {
  for (const section of changedSections(live, next)) {
    const fields = settingsChanges(live[section], next[section]).map(({ path }) => path)
    found.change('settings', 'changed', section, fields)
    if (bytesOf(next[section]) > settingsBytes.section) {
      found.block(`settings.${section}`, 'A section has at most 64 KB.')
    }
  }
  if (bytesOf(next) > settingsBytes.document) {
    found.block('settings', 'The settings have at most 256 KB together.')
  }
  for (const { section, path, level, message } of await findProblems(tx, next)) {
    const problem = { path: `settings.${section}.${path}`, level, message }
    if (isBlocking && level === 'blocker') found.blockers.push(problem)
    else found.others.push(problem)
  }
}

/** @returns the number of the new version, or undefined if nothing is new. */
export async function publishSettings(
  tx: Transaction,
  live: { number: number; document: SiteSettings },
  next: SiteSettings,
  author: Author,
): Promise<number | undefined> {
  const changed = changedSections(live.document, next)
  if (changed.length === 0) return undefined
  const document = SiteSettings.parse(next)
  const number = live.number + 1
  await tx.insert(siteVersions).values({
    number,
    kind: 'import',
    document,
    changed,
    authorId: author?.id ?? null,
    schemaVersion: settingsSchemaVersion,
    sha256: settingsHash(document),
  })
  return number
}

export async function fillDrafts(
  tx: Transaction,
  live: SiteSettings,
  given: Partial<SiteSettings>,
  author: Author,
): Promise<void> {
  const drafts = await tx.select().from(siteDrafts).orderBy(siteDrafts.section).for('no key update')
  for (const { section, value } of drafts) {
    const next = given[section]
    if (!next || settingsChanges(value ?? live[section], next).length === 0) continue
    const isChanged = settingsChanges(live[section], next).length > 0
    await tx
      .update(siteDrafts)
      .set({
        value: isChanged ? next : null,
        revision: sql`${siteDrafts.revision} + 1`,
        updatedBy: author?.id ?? null,
        updatedAt: new Date(),
      })
      .where(eq(siteDrafts.section, section))
  }
}
