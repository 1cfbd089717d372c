import { eq, inArray, sql } from 'drizzle-orm'
import { Failure } from '#contract/failure.ts'
import { type SettingsSection, SiteSettings } from '#contract/settings/document.ts'
import { settingsBytes } from '#contract/settings/sections.ts'
import { appendReceipt } from '#features/receipts/log/append.server.ts'
import { lockSiteContent, raiseContentVersion } from '#server/content/content-version.ts'
import {
  readSettings,
  settingsHash,
  settingsSchemaVersion,
} from '#server/content/settings-document.ts'
import type { Transaction } from '#server/database/open.ts'
import { siteDrafts, siteVersions, users } from '#server/database/schema.ts'
import { staffName } from '#server/database/staff-name.ts'
import { announceContent } from '#server/service/announce.ts'
import { record } from '#server/service/audit.ts'
import type { SignedInContext } from '#server/service/context.ts'
import { renewLegalTexts } from '../pages/legal-renewal.server.ts'
import { effectiveSettings } from '../resolved-settings/effective-settings.ts'
import { variablesOf } from '../resolved-settings/variables.ts'
import { changedSections } from './changes.ts'
import { findProblems, requireLive, withDrafts } from './document.server.ts'
import { changedMeanwhile, readDrafts } from './drafts.server.ts'

type Version = typeof siteVersions.$inferSelect
type NewVersion = Pick<Version, 'kind'> & Partial<Pick<Version, 'note' | 'restoredFrom'>>

/**
 * Makes publications wait for one another.
 *
 * @throws Failure `conflict` unless the expected version is live.
 */
async function requireExpected(tx: Transaction, expectedVersion: number) {
  await tx.execute(lockSiteContent)
  const live = await requireLive(tx)
  const number = live.unreadable ?? live.number
  if (number !== expectedVersion) {
    const [author] = await tx
      .select({ name: staffName(users) })
      .from(siteVersions)
      .innerJoin(users, eq(users.id, siteVersions.authorId))
      .where(eq(siteVersions.number, number))
    const by = author ? ` by ${author.name}` : ''
    throw new Failure('conflict', `Version ${number} was published${by} meanwhile.`)
  }
  if (live.unreadable === null) return live
  const message =
    'A newer version of the product published the live site. Update this installation first.'
  throw new Failure('conflict', message)
}

/** @throws Failure `invalid_input` with the problems that prevent publishing. */
async function refuseBlocked(tx: Transaction, settings: SiteSettings): Promise<void> {
  const problems = await findProblems(tx, settings)
  const blockers = problems.filter(({ level }) => level === 'blocker')
  const fields = Object.fromEntries(
    blockers.map(({ section, path, message }) => [`${section}.${path}`, message]),
  )
  const [first] = Object.entries(fields)
  if (first) throw new Failure('invalid_input', first.join(': '), { fields })
  if (Buffer.byteLength(JSON.stringify(settings)) <= settingsBytes.document) return
  throw new Failure('too_large', 'The settings have at most 256 KB together.')
}

/** @returns the new version of the settings and the number of the public content version. */
async function addVersion(
  tx: Transaction,
  context: SignedInContext,
  live: { number: number; document: SiteSettings },
  settings: SiteSettings,
  more: NewVersion,
) {
  const { user, config } = context
  const changed = changedSections(live.document, settings)
  if (changed.length === 0) throw new Failure('conflict', 'There is nothing to publish.')
  await refuseBlocked(tx, settings)
  const document = SiteSettings.parse(settings)
  const sha256 = settingsHash(document)
  const [made] = await tx
    .insert(siteVersions)
    .values({
      ...more,
      number: live.number + 1,
      document,
      sha256,
      changed,
      authorId: user.id,
      schemaVersion: settingsSchemaVersion,
    })
    .returning()
  if (!made) throw new Error('insert returned no row')
  const action = more.kind === 'publish' ? 'settings.published' : 'settings.restored'
  const details = { number: made.number, sections: changed, sha256: sha256.toString('hex') }
  await record(tx, user, { action, subject: 'settings', details })
  const receipt = {
    actor: { kind: 'user', ref: user.id },
    subject: { type: 'settings', id: String(made.number) },
  } as const
  await appendReceipt(context, tx, { kind: action, ...receipt, data: details })
  const { showDemoContent: demo } = document.demo
  if (demo !== live.document.demo.showDemoContent) {
    await appendReceipt(context, tx, { kind: 'settings.demo_switched', ...receipt, data: { demo } })
  }
  await renewLegalTexts(tx, context, variablesOf(effectiveSettings(config)(document)))
  return { made, content: await raiseContentVersion(tx) }
}

async function announce(
  context: SignedInContext,
  { made, content }: Awaited<ReturnType<typeof addVersion>>,
) {
  const everywhere = await announceContent(context, content)
  return { version: made.number, publishedAt: made.publishedAt, everywhere }
}

export async function publish(
  context: SignedInContext,
  input: {
    expectedVersion: number
    sections: { section: SettingsSection; revision: number }[]
    note: string
  },
) {
  const { user } = context
  const names = input.sections.map(({ section }) => section)
  const chosen = inArray(siteDrafts.section, names)
  const result = await context.db.transaction(async (tx) => {
    const live = await requireExpected(tx, input.expectedVersion)
    await tx
      .select()
      .from(siteDrafts)
      .where(chosen)
      .orderBy(siteDrafts.section)
      .for('no key update')
    const drafts = (await readDrafts(tx)).filter(({ section }) => names.includes(section))
    for (const { section, revision } of input.sections) {
      const draft = drafts.find((one) => one.section === section)
      if (draft?.revision === revision) continue
      const message = draft
        ? changedMeanwhile(draft, live.document, user)
        : 'There’s no such draft.'
      throw new Failure('conflict', message, { fields: { [section]: message } })
    }
    const settings = withDrafts(live.document, drafts)
    const added = await addVersion(tx, context, live, settings, {
      kind: 'publish',
      note: input.note,
    })
    await tx
      .update(siteDrafts)
      .set({
        value: null,
        revision: sql`${siteDrafts.revision} + 1`,
        updatedBy: context.user.id,
        updatedAt: new Date(),
      })
      .where(chosen)
    return added
  })
  return announce(context, result)
}

export async function restore(
  context: SignedInContext,
  input: {
    number: number
    expectedVersion: number
    sections?: SettingsSection[] | undefined
    kind: 'restore' | 'undo'
  },
) {
  const { number, kind } = input
  const result = await context.db.transaction(async (tx) => {
    const live = await requireExpected(tx, input.expectedVersion)
    const [row] = await tx.select().from(siteVersions).where(eq(siteVersions.number, number))
    if (!row) throw new Failure('not_found', 'There’s no such version.')
    if (kind === 'undo' && number !== live.number - 1) {
      throw new Failure('conflict', `Version ${live.number} was published meanwhile.`)
    }
    if (row.document === null) {
      throw new Failure('conflict', 'This version was removed from the history.')
    }
    const old = readSettings(row.document, row.schemaVersion)
    if (!old) throw new Failure('conflict', 'This version can’t be read anymore.')
    const parts = input.sections?.map((section) => [section, old[section]])
    const settings = parts ? { ...live.document, ...Object.fromEntries(parts) } : old
    return addVersion(tx, context, live, settings, { kind, restoredFrom: number })
  })
  return announce(context, result)
}
