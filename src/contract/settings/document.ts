import { z } from 'zod'
import { emailOrBlank } from '../fields.ts'
import { HoursSettings } from './hours.ts'
import { Target } from './link-target.ts'
import {
  listOf,
  optionalLine,
  refuseRepeated,
  runningLine,
  runningText,
  settingLine,
} from './text-fields.ts'

export const Color = z
  .string()
  .toLowerCase()
  .regex(/^#[\da-f]{6}$/, 'Use a color such as #2e7d32')
  .nullable()

/** The hue of the neutral colors in degrees. */
export const InkHue = z.number().min(0, 'Use 0 to 359').max(359, 'Use 0 to 359').nullable()

const Media = z.uuid('Not a valid id').toLowerCase().nullable()

const Email = emailOrBlank('Enter a valid email address')

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
const isCountry = (code: string) => /^[A-Z]{2}$/.test(code) && code !== 'ZZ' && !!regions.of(code)

const badYear = 'Use a year between 1800 and this one'

const Firm = z.strictObject({
  name: settingLine(60),
  legalName: settingLine(120),
  tagline: settingLine(120),
  description: runningLine(300),
  keywords: listOf(settingLine(60), 12, 'keywords').transform((words) => words.filter(Boolean)),
  founded: z
    .number()
    .int(badYear)
    .min(1800, badYear)
    .refine((year) => year <= new Date().getUTCFullYear(), badYear)
    .nullable(),
  recordName: optionalLine(40),
})

const Appearance = z.strictObject({
  logoId: Media,
  logoDarkId: Media,
  iconId: Media,
  logoPlate: z.boolean(),
  primary: Color,
  machine: Color,
  human: Color,
  inkHue: InkHue,
})

const Home = z.strictObject({
  lead: runningLine(400),
  primaryAction: settingLine(30),
  secondaryAction: settingLine(30),
  servicesHeading: settingLine(80),
  aboutHeading: settingLine(80),
  casesHeading: settingLine(80),
  contactHeading: settingLine(80),
  contactIntro: runningLine(400),
})

const About = z.strictObject({ paragraphs: listOf(runningLine(800), 6, 'paragraphs') })

const badDay = 'Use a day that is not in the future, such as 2026-11-20'

/** Compares with today at UTC+14, where the day begins first. */
const notInTheFuture = (day: string) =>
  day <= new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10)

const Figure = z.strictObject({
  /** Assigned once. The measurement of a figure refers to this key. */
  key: z.uuid('Not a valid id').toLowerCase(),
  value: settingLine(20),
  label: settingLine(60),
  definition: runningLine(300),
  status: z.enum(['demo', 'stated']),
  source: optionalLine(200),
  asOf: z.iso
    .date(badDay)
    .regex(/^[12]\d/, badDay)
    .refine(notInTheFuture, badDay)
    .nullable(),
})

const Statistics = z.strictObject({
  items: listOf(Figure, 8, 'figures').superRefine((items, context) =>
    refuseRepeated(items, ({ key }) => key, 'key', 'Another figure has this key', context),
  ),
})

const Faq = z.strictObject({
  heading: settingLine(80),
  items: listOf(
    z.strictObject({ question: settingLine(200), answer: runningText(1_500) }),
    20,
    'questions',
  ),
})

const Address = z.strictObject({
  street: settingLine(120),
  city: settingLine(80),
  region: settingLine(80),
  postalCode: settingLine(20),
  country: z.string().refine(isCountry, 'Use a country code such as US or DE'),
})

const wholeNumber = (min: number, max: number, unit: string) => {
  const message = `Use ${min} to ${max} ${unit}`
  return z.number({ error: message }).int(message).min(min, message).max(max, message)
}

const Contact = z.strictObject({
  email: Email,
  phone: optionalLine(40),
  address: Address.nullable(),
  replyWithinHours: wholeNumber(1, 168, 'hours'),
  chatReplyWithinMinutes: wholeNumber(1, 240, 'minutes'),
})

const label = settingLine(24)
const Navigation = z.strictObject({
  services: label,
  caseStudies: label,
  about: label,
  contact: label,
  chat: label,
  consultation: label,
})

const linkId = z
  .string()
  .max(40, 'Use at most 40 characters')
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use lower-case letters, digits and single hyphens')

const FooterEntry = z.strictObject({ id: linkId, label: settingLine(40), target: Target })

const socialNetworks = [
  'linkedin',
  'twitter',
  'email',
  'github',
  'youtube',
  'mastodon',
  'bluesky',
] as const

const Column = z.strictObject({
  heading: settingLine(30),
  links: listOf(FooterEntry, 10, 'links a column'),
})

const sameId = 'Another entry of the footer has this id'

const Footer = z
  .strictObject({
    columns: listOf(Column, 5, 'columns'),
    social: listOf(FooterEntry.extend({ network: z.enum(socialNetworks) }), 8, 'networks'),
  })
  .superRefine(({ columns, social }, context) => {
    const seen = new Set<string>()
    const check = (id: string, path: (string | number)[]) => {
      if (seen.has(id)) context.addIssue({ code: 'custom', path, message: sameId })
      seen.add(id)
    }
    for (const [column, { links }] of columns.entries())
      for (const [index, { id }] of links.entries())
        check(id, ['columns', column, 'links', index, 'id'])
    for (const [index, { id }] of social.entries()) check(id, ['social', index, 'id'])
  })

const badMoment = 'Use a date and time such as 2026-11-24T09:00:00Z'
const When = z.iso
  .datetime({ offset: true, error: badMoment })
  .regex(/^(19|[2-9]\d)\d\d-/, badMoment)
  .transform((value) => new Date(value).toISOString())
  .nullable()

const Announcement = z
  .strictObject({
    enabled: z.boolean(),
    text: settingLine(160),
    linkLabel: optionalLine(40),
    target: Target,
    tone: z.enum(['info', 'attention']),
    startsAt: When,
    endsAt: When,
    dismissible: z.boolean(),
  })
  .refine(({ startsAt, endsAt }) => !startsAt || !endsAt || startsAt < endsAt, {
    path: ['endsAt'],
    error: 'Ends before it starts',
  })

const Demo = z.strictObject({ showDemoContent: z.boolean(), notice: runningLine(160) })

/**
 * Everything that an admin changes about the public site. A draft may leave required texts blank;
 * `problemsOf` lists what prevents publishing.
 */
export const SiteSettings = z.strictObject({
  firm: Firm,
  appearance: Appearance,
  home: Home,
  about: About,
  statistics: Statistics,
  faq: Faq,
  contact: Contact,
  hours: HoursSettings,
  navigation: Navigation,
  footer: Footer,
  announcement: Announcement,
  demo: Demo,
})
export type SiteSettings = z.output<typeof SiteSettings>
export type SettingsSection = keyof SiteSettings
