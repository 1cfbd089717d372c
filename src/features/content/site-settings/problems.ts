import type { SettingsSection, SiteSettings } from '#contract/settings/document.ts'
import { startsWithSlash } from '#contract/settings/link-target.ts'
import { colorsFor, isDistinctForColorBlind } from '../appearance/colors.ts'
import { dayMs } from '../business-hours/zone-clock.ts'
import { isStillDefault } from './default-fields.ts'

/** A blocker keeps the section from being published. `path` is below the section. */
export type Problem = {
  section: SettingsSection
  path: string
  level: 'blocker' | 'warning'
  message: string
}

/** What the settings refer to or are compared with. */
export type Surroundings = {
  /** Paths of this site that exist. */
  paths: ReadonlySet<string>
  /** Those paths that visitors can see, which excludes demo content once it is off. */
  shown: ReadonlySet<string>
  /** Ids of pictures that exist. */
  media: ReadonlySet<string>
  /** Ids of those pictures that are hard to see in the dark theme. */
  hardInDark: ReadonlySet<string>
  /** Titles of legal texts that no person has published yet. */
  demoLegal: readonly string[]
  defaults: SiteSettings
  now: Date
}

type Report = (path: string, message: string, level?: Problem['level']) => void
type Check<S extends SettingsSection> = (
  value: SiteSettings[S],
  report: Report,
  surroundings: Surroundings,
  settings: SiteSettings,
) => void

const missing = 'This is required'

/** Reports required fields that are blank. */
function reportMissing<T extends object>(
  value: T,
  report: Report,
  names: (keyof T & string)[],
  at = '',
) {
  for (const name of names) if (value[name] === '') report(`${at}${name}`, missing)
}

function checkTarget(
  target: string | null,
  path: string,
  report: Report,
  { paths, shown }: Surroundings,
) {
  if (!target || !startsWithSlash(target) || target.startsWith('/#') || shown.has(target)) return
  if (paths.has(target)) report(path, 'Not shown: leads to demo content', 'warning')
  else report(path, `There’s no page at ${target}`)
}

const longTagline = 70

/** Demo texts that a firm would never say about itself. */
const revealingDefaults = {
  firm: ['name', 'tagline'],
  home: ['lead'],
  about: ['paragraphs'],
  faq: ['items'],
} as const

function warnOfDefaults(
  { demo, ...settings }: SiteSettings,
  defaults: SiteSettings,
  section: keyof typeof revealingDefaults,
  report: Report,
): void {
  if (demo.showDemoContent) return
  for (const name of revealingDefaults[section]) {
    const [value, usual] = [settings[section], defaults[section]] as Record<string, unknown>[]
    if (isStillDefault(value?.[name], usual?.[name])) {
      report(name, 'Still from the demo', 'warning')
    }
  }
}

const firm: Check<'firm'> = (value, report, { defaults }, settings) => {
  reportMissing(value, report, ['name', 'legalName', 'tagline', 'description'])
  warnOfDefaults(settings, defaults, 'firm', report)
  if (value.tagline.length > longTagline) {
    report('tagline', `Longer than ${longTagline} characters: search results cut it`, 'warning')
  }
}

const fieldOf = (token: string) => {
  if (token === 'human' || token.includes('rose')) return 'human'
  if (token === 'machine' || token.includes('canary') || token.startsWith('focus')) return 'machine'
  return token.includes('primary') || token === 'link' ? 'primary' : 'inkHue'
}

function checkColors(chosen: SiteSettings['appearance'], report: Report): void {
  const { failures } = colorsFor(chosen)
  for (const { theme, over, under, ratio, minimum } of failures) {
    const areClose = over === 'machine'
    const message = areClose
      ? `The colors of workflow and person are too close in the ${theme} theme: ${ratio.toFixed(2)}, at least ${minimum}`
      : `${over} on ${under} has too little contrast in the ${theme} theme: ${ratio.toFixed(1)}:1, at least ${minimum}:1`
    const own = [fieldOf(over), fieldOf(under)] as const
    report(own.find((name) => chosen[name] !== null) ?? own[0], message)
  }
  if (failures.length > 0 || isDistinctForColorBlind(chosen)) return
  const warning = 'Color-blind people can hardly tell workflow and person apart by color'
  report(chosen.human === null ? 'machine' : 'human', warning, 'warning')
}

function warnOfDark(
  { logoId, logoDarkId, logoPlate }: SiteSettings['appearance'],
  report: Report,
  { hardInDark }: Surroundings,
): void {
  if (!logoId) return
  const [name, shown] = logoDarkId ? ['logoDarkId', logoDarkId] : ['logoId', logoId]
  if (!hardInDark.has(shown) || (logoPlate && !logoDarkId)) return
  const mend = logoDarkId ? 'Choose a lighter one' : 'Add a logo for it, or the light plate'
  report(name, `Hard to see in the dark theme. ${mend}`, 'warning')
}

const appearance: Check<'appearance'> = (value, report, surroundings) => {
  const { media } = surroundings
  for (const name of ['logoId', 'logoDarkId', 'iconId'] as const) {
    const id = value[name]
    if (id && !media.has(id)) report(name, 'This picture doesn’t exist anymore')
  }
  checkColors(value, report)
  warnOfDark(value, report, surroundings)
}

const home: Check<'home'> = (value, report, { defaults }, settings) => {
  reportMissing(value, report, ['lead', 'primaryAction', 'secondaryAction', 'servicesHeading'])
  reportMissing(value, report, ['aboutHeading', 'casesHeading', 'contactHeading', 'contactIntro'])
  warnOfDefaults(settings, defaults, 'home', report)
}

const about: Check<'about'> = ({ paragraphs }, report, { defaults }, settings) => {
  if (paragraphs.length === 0) report('paragraphs', 'Write at least one paragraph')
  for (const [index, paragraph] of paragraphs.entries()) {
    if (!paragraph) report(`paragraphs.${index}`, missing)
  }
  warnOfDefaults(settings, defaults, 'about', report)
}

const year = 365 * dayMs

const statistics: Check<'statistics'> = ({ items }, report, { defaults, now }, { demo }) => {
  for (const [index, item] of items.entries()) {
    const at = `items.${index}.`
    reportMissing(item, report, ['value', 'label', 'definition'], at)
    const isOwn = !isStillDefault([item], defaults.statistics.items)
    if (item.status === 'demo' && isOwn && !demo.showDemoContent) {
      report(`${at}status`, 'Not shown while it is marked as demo', 'warning')
    }
    if (item.status !== 'stated') continue
    if (!item.source) report(`${at}source`, 'Say where the figure comes from')
    if (!item.asOf) report(`${at}asOf`, 'Enter the date of the figure')
    else if (now.getTime() - Date.parse(item.asOf) > year) {
      report(`${at}asOf`, 'This figure is older than a year', 'warning')
    }
  }
}

const faq: Check<'faq'> = ({ heading, items }, report, { defaults }, settings) => {
  if (!heading && items.length > 0) report('heading', missing)
  for (const [index, item] of items.entries()) {
    reportMissing(item, report, ['question', 'answer'], `items.${index}.`)
  }
  warnOfDefaults(settings, defaults, 'faq', report)
}

const contact: Check<'contact'> = (value, report, { defaults }, { demo }) => {
  reportMissing(value, report, ['email'])
  // Many countries have no regions, and some have no postal codes.
  if (value.address) reportMissing(value.address, report, ['street', 'city'], 'address.')
  if (!demo.showDemoContent && value.email === defaults.contact.email) {
    report('email', 'No email reaches the default address. Enter your own')
  }
}

/** Whether there is a holiday in the next 12 months. */
export function hasHolidayAhead(
  { holidays }: Pick<SiteSettings['hours'], 'holidays'>,
  now: Date,
): boolean {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10)
  const [today, end] = [day(now.getTime()), day(now.getTime() + year)]
  return holidays.some(({ date, yearly }) => yearly || (date >= today && date <= end))
}

/** Returns, for example, "Pacific Time" for all zones of the West Coast. */
const zoneName = (timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value

const hours: Check<'hours'> = (value, report, { defaults, now }) => {
  const { timeZone, zoneLabel, schedules, holidays } = value
  const usual = defaults.hours
  if (!zoneLabel) report('zoneLabel', missing)
  if (zoneLabel === usual.zoneLabel && zoneName(timeZone) !== zoneName(usual.timeZone)) {
    report('zoneLabel', `Visitors read “${zoneLabel}”, which is another time zone`, 'warning')
  }
  for (const name of ['chat', 'office'] as const) {
    if (!schedules[name].label) report(`schedules.${name}.label`, missing)
  }
  for (const [index, { name }] of holidays.entries()) {
    if (!name) report(`holidays.${index}.name`, missing)
  }
  if (!hasHolidayAhead({ holidays }, now)) {
    report('holidays', 'No holiday in the next 12 months', 'warning')
  }
}

const navigation: Check<'navigation'> = (value, report) =>
  reportMissing(value, report, [
    'services',
    'caseStudies',
    'about',
    'contact',
    'chat',
    'consultation',
  ])

const footer: Check<'footer'> = ({ columns, social }, report, surroundings) => {
  if (columns.length === 0) report('columns', 'Keep at least one column')
  const check = (links: { label: string; target: string | null }[], at: string) => {
    for (const [index, link] of links.entries()) {
      reportMissing(link, report, ['label'], `${at}.${index}.`)
      checkTarget(link.target, `${at}.${index}.target`, report, surroundings)
    }
  }
  for (const [index, column] of columns.entries()) {
    reportMissing(column, report, ['heading'], `columns.${index}.`)
    check(column.links, `columns.${index}.links`)
  }
  check(social, 'social')
}

const announcement: Check<'announcement'> = (value, report, surroundings) => {
  if (value.enabled) reportMissing(value, report, ['text'])
  if (value.linkLabel && !value.target) report('target', 'Say where the link leads')
  if (value.target && !value.linkLabel) report('linkLabel', 'Enter the text of the link')
  checkTarget(value.target, 'target', report, surroundings)
}

const demo: Check<'demo'> = (value, report, { demoLegal }) => {
  reportMissing(value, report, ['notice'])
  if (value.showDemoContent || demoLegal.length === 0) return
  const message = `Legal texts of the demonstration are published: ${demoLegal.join(', ')}`
  report('showDemoContent', message, 'warning')
}

const checks: { [S in SettingsSection]: Check<S> } = {
  firm,
  appearance,
  home,
  about,
  statistics,
  faq,
  contact,
  hours,
  navigation,
  footer,
  announcement,
  demo,
}

/** Finds problems that prevent publishing, and warnings. */
export function problemsOf(settings: SiteSettings, surroundings: Surroundings): Problem[] {
  const problems: Problem[] = []
  for (const section of Object.keys(checks) as SettingsSection[]) {
    const report: Report = (path, message, level = 'blocker') => {
      problems.push({ section, path, level, message })
    }
    checks[section](settings[section] as never, report, surroundings, settings)
  }
  return problems
}
