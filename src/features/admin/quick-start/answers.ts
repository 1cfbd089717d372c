import { cutText } from '#contract/cut-text.ts'
import { mailtoOf } from '#contract/email-address.ts'
import type { SettingsSection, SiteSettings } from '#contract/settings/document.ts'
import { trimmed } from '#contract/visible-text.ts'
import { fromHex } from '#features/content/appearance/oklch.ts'

export const screens = ['firm', 'look', 'reach', 'you', 'live'] as const
export type Screen = (typeof screens)[number]

export type Answers = {
  name: string
  tagline: string
  about: string
  logoId: string | null
  primary: string | null
  /** Whether text and backgrounds take the hue of the main colour. */
  tints: boolean
  email: string
  phone: string
  timeZone: string
  opens: string
  closes: string
  displayName: string
  hidesDemo: boolean
  /** Screens whose answers do not count. */
  skipped: Screen[]
}

export type ScreenProps = {
  answers: Answers
  errors: Record<string, string>
  change: (changes: Partial<Answers>) => void
}

export const requiredAnswers = {
  firm: ['name', 'tagline', 'about'],
  look: [],
  reach: ['email'],
  you: [],
  live: [],
} as const satisfies Record<Screen, (keyof Answers)[]>

export const emptyAnswers = (timeZone: string): Answers => ({
  ...{ name: '', tagline: '', about: '', logoId: null, primary: null, tints: true },
  ...{ email: '', phone: '' },
  ...{ timeZone, opens: '09:00', closes: '17:00', displayName: '', hidesDemo: true, skipped: [] },
})

/** Below this chroma a colour looks grey. */
const greyBelow = 0.03

/** Of text and backgrounds, in degrees; null leaves it as it is. */
export function hueOf({ primary, tints }: Pick<Answers, 'primary' | 'tints'>): number | null {
  const { c, h } = primary ? fromHex(primary) : { c: 0, h: 0 }
  return tints && c >= greyBelow ? Math.round(h) % 360 : null
}

/** 'Pacific' of America/Los_Angeles, 'Central European' of Europe/Berlin. */
function zoneLabelOf(timeZone: string): string {
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' })
    const name = format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? ''
    return cutText(name.replace(/ Time$/, '').replace(/^GMT\+00:00$/, 'UTC'), 30)
  } catch {
    return cutText(timeZone, 30)
  }
}

type Sections = { [S in SettingsSection]?: SiteSettings[S] }

/** Also of a screen left out by its address, or opened in another tab. */
export const isAnswered = (answers: Answers, screen: Screen): boolean =>
  !answers.skipped.includes(screen) &&
  requiredAnswers[screen].every((name) => trimmed(answers[name]) !== '')

/**
 * Sections as answered, over what is there now. What named the firm before, such as its legal name
 * or the mail address in the footer, names the new one.
 */
export function sectionsOf(answers: Answers, now: SiteSettings): Sections {
  const sections: Sections = {}
  if (isAnswered(answers, 'firm')) {
    const { name, tagline, about } = answers
    const isNamed = now.firm.legalName.includes(now.firm.name)
    sections.firm = {
      ...{ ...now.firm, name, tagline },
      ...(isNamed && { legalName: name }),
      // The year of the firm of the demonstration.
      ...(now.demo.showDemoContent && { founded: null }),
    }
    sections.about = { paragraphs: [about] }
  }
  if (isAnswered(answers, 'look')) {
    const { logoId, primary } = answers
    const isOwn = logoId !== now.appearance.logoId
    const inkHue = hueOf(answers)
    if (isOwn || primary) {
      sections.appearance = {
        ...now.appearance,
        ...(primary && { primary }),
        ...(inkHue !== null && { inkHue }),
        // A version for the dark theme belongs to the logo before.
        ...(isOwn && { logoId, logoDarkId: null }),
      }
    }
  }
  if (isAnswered(answers, 'reach')) {
    const { email, phone, timeZone, opens, closes } = answers
    const address = now.demo.showDemoContent ? null : now.contact.address
    sections.contact = { ...now.contact, email, phone: phone || null, address }
    const week = [1, 2, 3, 4, 5].map((day) => ({ day, opens, closes }))
    const { chat, office } = now.hours.schedules
    sections.hours = {
      ...now.hours,
      ...{ timeZone, zoneLabel: zoneLabelOf(timeZone) },
      schedules: { chat: { ...chat, week }, office: { ...office, week } },
    }
    const before = mailtoOf(now.contact.email)
    const social = now.footer.social.map((entry) =>
      entry.target === before ? { ...entry, target: mailtoOf(email) } : entry,
    )
    sections.footer = { ...now.footer, social }
  }
  if (isAnswered(answers, 'live'))
    sections.demo = { ...now.demo, showDemoContent: !answers.hidesDemo }
  return sections
}
