import type { SiteSettings } from '#contract/settings/document.ts'
import type { ShownSite } from '#contract/settings/shown-site.ts'
import { formatWeek } from '#features/content/business-hours/format-week.ts'
import { formatHolidays } from '#features/content/business-hours/holiday-lines.ts'

/** The texts of the contact section. */
export type ContactWords = {
  heading: string
  intro: string
  /** `holidays` describes those of the next 14 days. */
  schedules: { label: string; week: string; holidays?: string[] }[]
  phone: string | null
  faq: SiteSettings['faq']
}

export function contactWords({ settings, now }: ShownSite): ContactWords {
  const { home, contact, hours, faq } = settings
  return {
    heading: home.contactHeading,
    intro: home.contactIntro,
    schedules: (['chat', 'office'] as const).map((name) => {
      const holidays = formatHolidays(hours, name, now)
      const week = formatWeek(hours, name)
      return { label: hours.schedules[name].label, week, ...(holidays.length > 0 && { holidays }) }
    }),
    phone: contact.phone,
    faq,
  }
}
