import { mailtoOf } from '#contract/email-address.ts'
import type { SiteSettings } from '#contract/settings/document.ts'
import { type DefaultField, defaultFields } from '#contract/settings/records.ts'
import { defaultSettings } from '../resolved-settings/defaults.ts'
import { settingsChanges } from './changes.ts'

/** Compares by field, because the database reorders the keys of a draft. */
const same = (one: unknown, other: unknown) => settingsChanges(one, other).length === 0

/**
 * A single default entry of a list counts, because even one answer can name a price that is not the
 * firm's.
 */
export const isStillDefault = (value: unknown, usual: unknown) =>
  Array.isArray(value) && Array.isArray(usual)
    ? value.some((entry) => usual.some((one) => same(entry, one)))
    : value !== null && same(value, usual)

/** The fields of {@link defaultFields} that still have their demo value. */
export function readDefaultFields(settings: SiteSettings): DefaultField[] {
  const usual = defaultSettings()
  const target = mailtoOf(usual.contact.email)
  return defaultFields.filter((field) => {
    if (field === 'footer.email') return settings.footer.social.some((one) => one.target === target)
    const [section, name] = field.split('.') as ['firm', keyof SiteSettings['firm']]
    return isStillDefault(settings[section][name], usual[section][name])
  })
}
