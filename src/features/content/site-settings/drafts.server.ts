import { eq } from 'drizzle-orm'
import { Failure } from '#contract/failure.ts'
import type { SettingsSection, SiteSettings } from '#contract/settings/document.ts'
import { lockSiteContent } from '#server/content/content-version.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import { siteDrafts, users } from '#server/database/schema.ts'
import { staffName } from '#server/database/staff-name.ts'
import { record } from '#server/service/audit.ts'
import type { SignedInContext } from '#server/service/context.ts'
import { settingsChanges } from './changes.ts'
import { findProblems, parseSection, requireLive, withDrafts } from './document.server.ts'

type Reader = Database | Transaction

/** The draft of every section, with the user who changed it last. */
export async function readDrafts(db: Reader) {
  const rows = await db
    .select({ draft: siteDrafts, name: staffName(users) })
    .from(siteDrafts)
    .leftJoin(users, eq(users.id, siteDrafts.updatedBy))
  return rows.map(({ draft: { updatedBy, ...draft }, name }) => ({
    ...draft,
    updatedBy: updatedBy ? { id: updatedBy, name: name ?? '' } : null,
  }))
}

type Draft = Awaited<ReturnType<typeof readDrafts>>[number]

/** The response to a save. Problems are those that publishing every draft would have. */
async function answerOf(db: Reader, section: SettingsSection) {
  const [{ document }, drafts] = [await requireLive(db), await readDrafts(db)]
  const merged = withDrafts(document, drafts)
  const problems = await findProblems(db, merged)
  return {
    section,
    value: merged[section],
    revision: drafts.find((draft) => draft.section === section)?.revision ?? 1,
    problems: problems.filter((problem) => problem.section === section),
  }
}

/** Returns, for example, 'Mara saved changes to this section at 9:04 AM Pacific.' */
export function changedMeanwhile(
  { updatedBy, updatedAt }: Draft,
  { hours }: SiteSettings,
  { id }: SignedInContext['user'],
): string {
  const { timeZone, zoneLabel } = hours
  const who = updatedBy?.id === id ? 'You' : (updatedBy?.name ?? 'Somebody')
  const time = updatedAt.toLocaleTimeString('en-US', {
    timeZone,
    hour: 'numeric',
    minute: '2-digit',
  })
  return `${who} saved changes to this section at ${time} ${zoneLabel}.`
}

/** @throws Failure `conflict` with the section as it is now. */
async function change(
  { db, user }: SignedInContext,
  { section, revision }: { section: SettingsSection; revision: number },
  valueOver: (published: SiteSettings) => SiteSettings[SettingsSection] | null,
) {
  return db.transaction(async (tx) => {
    // The live version must not change between the comparison and the commit.
    await tx.execute(lockSiteContent)
    const own = eq(siteDrafts.section, section)
    const [before] = await tx.select().from(siteDrafts).where(own).for('no key update')
    const { document } = await requireLive(tx)
    if (!before || before.revision !== revision) {
      const drafts = await readDrafts(tx)
      const draft = drafts.find((one) => one.section === section)
      const message = draft ? changedMeanwhile(draft, document, user) : 'There’s no such draft.'
      throw new Failure('conflict', message, { current: await answerOf(tx, section) })
    }
    const value = valueOver(document)
    const isChanged = value !== null && settingsChanges(document[section], value).length > 0
    const changes = { value: isChanged ? value : null, revision: revision + 1 }
    await tx
      .update(siteDrafts)
      .set({ ...changes, updatedBy: user.id, updatedAt: new Date() })
      .where(own)
    if (value === null && before.value !== null) {
      const details = { sections: [section] }
      await record(tx, user, { action: 'settings.discarded', subject: 'settings', details })
    }
    return answerOf(tx, section)
  })
}

export async function saveDraft(
  context: SignedInContext,
  { value, ...based }: { section: SettingsSection; revision: number; value: unknown },
) {
  const parsed = parseSection(based.section, value)
  return change(context, based, () => parsed)
}

export const discardDraft = (
  context: SignedInContext,
  based: { section: SettingsSection; revision: number },
) => change(context, based, () => null)
