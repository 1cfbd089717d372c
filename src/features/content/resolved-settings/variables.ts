import type { SiteSettings } from '#contract/settings/document.ts'
import { variable, type variableNames } from '#contract/settings/text-fields.ts'
import { formatWeek } from '../business-hours/format-week.ts'
import { replyPromise } from '../business-hours/reply-due.ts'

type Variables = Record<(typeof variableNames)[number], string>

/** Returns, for example, '480 Sample Street, San Francisco, CA 94105'. */
function formatAddress(address: SiteSettings['contact']['address']): string {
  if (!address) return ''
  const { street, city, region, postalCode } = address
  const last = [region, postalCode].filter(Boolean).join(' ')
  return [street, city, last].filter(Boolean).join(', ')
}

export function variablesOf({
  firm,
  contact,
  hours,
}: Pick<SiteSettings, 'firm' | 'contact' | 'hours'>): Variables {
  return {
    name: firm.name,
    legalName: firm.legalName,
    email: contact.email,
    phone: contact.phone ?? '',
    address: formatAddress(contact.address),
    replyWithin: replyPromise({ contact, hours }),
    hours: formatWeek(hours, 'chat'),
  }
}

/**
 * Replaces every variable in the settings' running texts. Values are not searched for variables
 * again.
 */
export function resolveVariables(settings: SiteSettings): SiteSettings {
  const values: Record<string, string> = variablesOf(settings)
  const resolve = (text: string) => text.replace(variable, (whole, name) => values[name] ?? whole)
  const { firm, home, about, statistics, faq, demo } = settings
  return {
    ...settings,
    firm: { ...firm, description: resolve(firm.description) },
    home: { ...home, lead: resolve(home.lead), contactIntro: resolve(home.contactIntro) },
    about: { paragraphs: about.paragraphs.map(resolve) },
    statistics: {
      ...statistics,
      items: statistics.items.map((item) => ({ ...item, definition: resolve(item.definition) })),
    },
    faq: { ...faq, items: faq.items.map((item) => ({ ...item, answer: resolve(item.answer) })) },
    demo: { ...demo, notice: resolve(demo.notice) },
  }
}
