import { and, asc, eq, inArray } from 'drizzle-orm'
import { Failure } from '#contract/failure.ts'
import type { SettingsSection, SiteSettings } from '#contract/settings/document.ts'
import { SiteSettings as Schema } from '#contract/settings/document.ts'
import { settingsBytes } from '#contract/settings/sections.ts'
import { readLiveSettings } from '#server/content/live-settings.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import { media, pages, type siteDrafts } from '#server/database/schema.ts'
import { livePaths, ownTargets } from '../pages/live-paths.server.ts'
import { isInState } from '../pages/page-store.server.ts'
import { defaultSettings } from '../resolved-settings/defaults.ts'
import { type Problem, problemsOf } from './problems.ts'

type Reader = Database | Transaction

/** @throws Failure `unavailable` */
export async function requireLive(db: Reader) {
  const live = await readLiveSettings(db)
  if (live) return live
  throw new Failure('unavailable', 'The settings of the site can’t be read.')
}

/** @throws Failure `invalid_input` that names the field below `value`. */
export function parseSection(
  section: SettingsSection,
  value: unknown,
): SiteSettings[SettingsSection] {
  const { data, error } = Schema.shape[section].safeParse(value)
  if (!data) {
    const fields: Record<string, string> = {}
    for (const { path, message } of error?.issues ?? []) {
      fields[['value', ...path].join('.')] ??= message
    }
    const [path, message] = Object.entries(fields)[0] ?? ['value', 'Not valid']
    throw new Failure('invalid_input', `${path}: ${message}`, { fields })
  }
  if (Buffer.byteLength(JSON.stringify(data)) <= settingsBytes.section) return data
  throw new Failure('too_large', 'A section has at most 64 KB.')
}

async function picturesThere(
  db: Reader,
  { logoId, logoDarkId, iconId }: SiteSettings['appearance'],
) {
  const ids = [logoId, logoDarkId, iconId].filter((id) => id !== null)
  if (ids.length === 0) return []
  const { id, isHardInDark } = media
  return db.select({ id, isHardInDark }).from(media).where(inArray(id, ids))
}

/** Titles of legal texts that no person has published yet. */
export async function findDemoLegal(db: Reader): Promise<string[]> {
  const rows = await db
    .select({ title: pages.title })
    .from(pages)
    .where(and(eq(pages.kind, 'legal'), eq(pages.demo, true), isInState('published')))
    .orderBy(asc(pages.position))
  return rows.map(({ title }) => title)
}

export async function findProblems(db: Reader, settings: SiteSettings): Promise<Problem[]> {
  const { showDemoContent } = settings.demo
  const live = await livePaths(db, ownTargets(settings))
  const notes = showDemoContent ? [] : ['/notes']
  const shown = live.filter(({ demo }) => showDemoContent || !demo).map(({ path }) => path)
  const pictures = await picturesThere(db, settings.appearance)
  return problemsOf(settings, {
    paths: new Set([...live.map(({ path }) => path), ...notes]),
    shown: new Set(shown),
    media: new Set(pictures.map(({ id }) => id)),
    hardInDark: new Set(pictures.filter((one) => one.isHardInDark).map(({ id }) => id)),
    demoLegal: showDemoContent ? [] : await findDemoLegal(db),
    defaults: defaultSettings(),
    now: new Date(),
  })
}

/** The settings with these drafts applied. */
export function withDrafts(
  settings: SiteSettings,
  drafts: readonly Pick<typeof siteDrafts.$inferSelect, 'section' | 'value'>[],
): SiteSettings {
  const changed = drafts.filter(({ value }) => value !== null)
  return {
    ...settings,
    ...Object.fromEntries(changed.map(({ section, value }) => [section, value])),
  }
}
