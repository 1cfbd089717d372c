import { mailtoOf } from '#contract/email-address.ts'
import type { SiteSettings } from '#contract/settings/document.ts'
import { type DefaultField, defaultFields } from '#contract/settings/records.ts'
import { defaultSettings } from './defaults.ts'

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Fields that name the firm or lead to it and still have the demonstration's value. */
export function readDefaultFields(settings: SiteSettings): DefaultField[] {
  const usual = defaultSettings()
  const target = mailtoOf(usual.contact.email)
  return defaultFields.filter((field) => {
    if (field === 'footer.email') return settings.footer.social.some((one) => one.target === target)
    const [section, name] = field.split('.') as ['firm', keyof SiteSettings['firm']]
    const value = settings[section][name]
    return value !== null && same(value, usual[section][name])
  })
}
