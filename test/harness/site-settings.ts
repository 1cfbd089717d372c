import type { SettingsSection, SiteSettings } from '#contract/settings/document.ts'
import { siteSettings } from '#features/content/site-settings/contract.ts'
import type { Person } from './test-app.ts'

/** Saves these changes to a section's current draft. */
export async function save<S extends SettingsSection>(
  person: Person,
  section: S,
  changes: Partial<SiteSettings[S]>,
) {
  const { draft, document } = await person.call(siteSettings.show, {})
  const present = draft[section]
  if (!present) throw new Error(`no draft of ${section}`)
  const value = Object.assign({}, document[section], present.value, changes)
  return person.call(siteSettings.saveDraft, { section, revision: present.revision, value })
}

/** Publishes the current drafts of these sections. */
export async function publish(person: Person, names: SettingsSection[], note = '') {
  const { version, draft } = await person.call(siteSettings.show, {})
  const sections = names.map((section) => ({ section, revision: draft[section]?.revision ?? 0 }))
  return person.call(siteSettings.publish, { expectedVersion: version, sections, note })
}
