import { expect, test } from 'vitest'
import { brand } from '#brand.ts'
import type { SiteSettings } from '#contract/settings/document.ts'
import { hoursInWords } from '../business-hours/reply-time.ts'
import { demoPages } from '../page-seed/demo-texts.ts'
import { defaultSettings } from '../resolved-settings/defaults.ts'
import { effectiveSettings } from '../resolved-settings/effective-settings.ts'
import { resolveVariables } from '../resolved-settings/variables.ts'
import { changedSections, settingsChanges } from './changes.ts'
import { problemsOf, type Surroundings } from './problems.ts'

const usual = defaultSettings()

/** Paths that exist after the first start. */
const paths = new Set([
  '/',
  '/notes',
  ...demoPages.map(({ slug }) => `/pages/${slug}`),
  ...['privacy', 'terms', 'security', 'gdpr', 'cookies'].map((slug) => `/legal/${slug}`),
])

const surroundings: Surroundings = {
  paths,
  shown: paths,
  media: new Set(),
  hardInDark: new Set(),
  demoLegal: [],
  defaults: usual,
  now: new Date('2026-11-23T12:00:00Z'),
}

type Changes = { [S in keyof SiteSettings]?: Partial<SiteSettings[S]> }

function changed(changes: Changes): SiteSettings {
  const entries = Object.entries(usual).map(([section, value]) => [
    section,
    { ...value, ...changes[section as keyof SiteSettings] },
  ])
  return Object.fromEntries(entries)
}

const found = (changes: Changes, level: 'blocker' | 'warning') =>
  problemsOf(changed(changes), surroundings)
    .filter((problem) => problem.level === level)
    .map(({ section, path }) => `${section}.${path}`)

test('the defaults, with their variables replaced, are the texts of the brand file', () => {
  const { firm, home, about, statistics, faq, demo } = resolveVariables(usual)
  expect(firm).toMatchObject({ name: brand.name, description: brand.description, founded: 2020 })
  expect(home.lead).toBe(brand.lead)
  expect(home.contactIntro).toContain('replies within 24 hours on working days.')
  expect(about.paragraphs).toEqual(brand.about)
  expect(statistics.items.map(({ definition }) => definition)).toEqual(
    brand.claims.map(({ basis }) => basis),
  )
  expect(faq.items).toEqual(brand.faq)
  expect(demo.notice).toBe(brand.demoNotice)
})

test('a new name and reply time change every sentence that names them', () => {
  const own = changed({ firm: { name: 'Nordlicht' }, contact: { replyWithinHours: 1 } })
  const { firm, home, about } = resolveVariables(own)
  expect(firm.description).toMatch(/^Nordlicht builds AI/)
  expect(about.paragraphs[0]).toMatch(/^Nordlicht is a team .* A counterfoil is the part/)
  expect(home.contactIntro).toMatch(/^A person replies within 1 hour on working days\./)
})

test('reply times of the environment count instead, in sentences as well', () => {
  const { home, contact } = effectiveSettings({
    replyWithinMs: 5_400_000,
    chatReplyWithinMs: 30_000,
  })(usual)
  expect(home.contactIntro).toMatch(/^A person replies within 90 minutes on working days\./)
  expect(contact).toMatchObject({ replyWithinHours: 1.5, chatReplyWithinMinutes: 0.5 })
  expect(effectiveSettings({})(usual)).toEqual(resolveVariables(usual))
  expect([1, 24, 0.5, 1 / 60, 40 / 3600].map(hoursInWords)).toEqual([
    '1 hour',
    '24 hours',
    '30 minutes',
    '1 minute',
    '40 seconds',
  ])
})

test('a value that looks like a variable is text', () => {
  const own = changed({
    firm: { name: '{firm.email} $& $1', description: '{firm.name}' },
    home: { lead: '{firm.hours}, {other}' },
  })
  const { firm, home } = resolveVariables(own)
  expect(firm.description).toBe('{firm.email} $& $1')
  expect(home.lead).toBe('9 AM to 6 PM Pacific, Monday to Friday, {other}')
})

test('the defaults can be published', () => {
  expect(found({}, 'blocker')).toEqual([])
  expect(found({}, 'warning')).toEqual(['hours.holidays'])
})

test('a required field that is blank blocks', () => {
  expect(found({ firm: { name: '', tagline: '' } }, 'blocker')).toEqual([
    'firm.name',
    'firm.tagline',
  ])
  expect(found({ about: { paragraphs: [] } }, 'blocker')).toEqual(['about.paragraphs'])
  expect(found({ about: { paragraphs: ['One', ''] } }, 'blocker')).toEqual(['about.paragraphs.1'])
  expect(found({ navigation: { chat: '' } }, 'blocker')).toEqual(['navigation.chat'])
  expect(found({ faq: { heading: '', items: [] } }, 'blocker')).toEqual([])
  const items = [{ question: 'Q', answer: '' }]
  expect(found({ faq: { items } }, 'blocker')).toEqual(['faq.items.0.answer'])
  expect(found({ announcement: { enabled: true } }, 'blocker')).toEqual(['announcement.text'])
})

test('a figure that is stated names source and day', () => {
  const [figure] = usual.statistics.items
  if (!figure) throw new Error('no figure')
  const settingsWith = (more: object) => ({
    statistics: { items: [{ ...figure, status: 'stated' as const, ...more }] },
  })
  expect(found(settingsWith({}), 'blocker')).toEqual([
    'statistics.items.0.source',
    'statistics.items.0.asOf',
  ])
  expect(found(settingsWith({ source: 'Survey', asOf: '2025-11-22' }), 'warning')).toContain(
    'statistics.items.0.asOf',
  )
  expect(found(settingsWith({ source: 'Survey', asOf: '2025-11-24' }), 'warning')).toEqual([
    'hours.holidays',
  ])
})

test('a target that leads nowhere blocks', () => {
  const columns = [{ heading: 'One', links: [{ id: 'a', label: 'A', target: '/services/gone' }] }]
  expect(found({ footer: { columns } }, 'blocker')).toEqual(['footer.columns.0.links.0.target'])
  const link = { target: '/pages/none', linkLabel: 'More' }
  expect(found({ announcement: link }, 'blocker')).toEqual(['announcement.target'])
  for (const target of ['/', '/#about', '/legal/terms', 'https://n.example']) {
    expect(found({ announcement: { ...link, target } }, 'blocker')).toEqual([])
  }
})

test('a picture that does not exist blocks', () => {
  const logoId = '0190a0b0-0000-7000-8000-000000000000'
  expect(found({ appearance: { logoId } }, 'blocker')).toEqual(['appearance.logoId'])
})

test('without demo content the default address blocks, and default words are warned of', () => {
  const demo = { showDemoContent: false }
  expect(found({ demo }, 'blocker')).toEqual(['contact.email'])
  expect(found({ demo, contact: { email: 'hi@n.example' } }, 'blocker')).toEqual([])
  expect(found({ demo }, 'warning')).toEqual([
    'firm.name',
    'firm.tagline',
    'home.lead',
    'about.paragraphs',
    'faq.items',
    'hours.holidays',
  ])
  expect(found({ firm: { tagline: 'x'.repeat(71) } }, 'warning')).toContain('firm.tagline')
})

test('without demo content, legal texts that nobody has published are warned of by name', () => {
  const warned = (showDemoContent: boolean, demoLegal: string[]) =>
    problemsOf(changed({ demo: { showDemoContent } }), { ...surroundings, demoLegal })
      .filter(({ section }) => section === 'demo')
      .map(({ level, message }) => `${level}: ${message}`)
  const texts = ['Privacy', 'Terms']
  expect(warned(false, texts)).toEqual([
    'warning: Legal texts of the demonstration are published: Privacy, Terms',
  ])
  expect([...warned(false, []), ...warned(true, texts)]).toEqual([])
})

test('an address needs a street and a city; regions and postal codes are not everywhere', () => {
  const address = { street: '', city: '', region: '', postalCode: '', country: 'IE' }
  expect(found({ contact: { address } }, 'blocker')).toEqual([
    'contact.address.street',
    'contact.address.city',
  ])
  const about = { paragraphs: ['{firm.address}'] }
  const shown = (more: object) =>
    resolveVariables(changed({ about, contact: { address: { ...address, ...more } } })).about
      .paragraphs[0]
  const [street, city] = ['12 Example Quay', 'Dublin']
  expect(shown({ street, city })).toBe('12 Example Quay, Dublin')
  expect(shown({ street, city, postalCode: '04109' })).toBe('12 Example Quay, Dublin, 04109')
  expect(shown({ street, city, region: 'CA', postalCode: '94105' })).toBe(
    '12 Example Quay, Dublin, CA 94105',
  )
})

test('another time zone with the name of the demonstration’s is warned of', () => {
  const of = (hours: Partial<SiteSettings['hours']>) =>
    found({ hours }, 'warning').filter((path) => path !== 'hours.holidays')
  expect(of({ timeZone: 'Europe/Lisbon' })).toEqual(['hours.zoneLabel'])
  expect(of({ timeZone: 'Asia/Kolkata', holidays: [] })).toEqual(['hours.zoneLabel'])
  expect(of({ timeZone: 'Europe/Lisbon', zoneLabel: 'Lisbon time' })).toEqual([])
  // The West Coast has several zones with that name.
  expect(of({ timeZone: 'America/Tijuana' })).toEqual([])
  expect(of({})).toEqual([])
})

test('an own figure that is still marked as demo is warned of where it is not shown', () => {
  const [first, second] = usual.statistics.items
  const own = { ...first, value: '12' }
  const stated = { ...own, status: 'stated', source: 'Our list', asOf: '2026-11-01' }
  const of = (showDemoContent: boolean, items: object[]) =>
    found({ demo: { showDemoContent }, statistics: { items } as never }, 'warning').filter((path) =>
      path.startsWith('statistics'),
    )
  const added = { ...own, key: '0190a0b0-0000-7000-8000-000000000000' }
  expect(of(false, [own])).toEqual(['statistics.items.0.status'])
  expect(of(false, [stated, { ...second, definition: 'Counted by us.' }, added])).toEqual([
    'statistics.items.1.status',
    'statistics.items.2.status',
  ])
  expect(of(false, [stated, second ?? {}])).toEqual([])
  expect(of(true, [own])).toEqual([])
})

test('a holiday within 12 months, or one of every year, silences the warning', () => {
  const day = { name: 'Day', chat: [], office: [] }
  const warned = (date: string, yearly: boolean) =>
    found({ hours: { holidays: [{ ...day, date, yearly }] } }, 'warning').length > 0
  expect([warned('2026-12-25', false), warned('2020-12-25', true)]).toEqual([false, false])
  expect([warned('2026-11-22', false), warned('2027-11-24', false)]).toEqual([true, true])
})

test('changes are named field by field', () => {
  const after = changed({ firm: { name: 'N', keywords: ['one'] }, contact: { address: null } })
  expect(changedSections(usual, after)).toEqual(['firm', 'contact'])
  expect(changedSections(usual, structuredClone(usual))).toEqual([])
  expect(settingsChanges(usual.contact, after.contact)).toEqual([
    { path: 'address', before: usual.contact.address, after: null },
  ])
  const firm = settingsChanges(usual.firm, after.firm)
  expect(firm[0]).toEqual({ path: 'name', before: brand.name, after: 'N' })
  expect(firm.at(-1)).toEqual({ path: 'keywords.6', before: brand.keywords[6], after: null })
})

test('the heading of the services counts them', () => {
  const heading = (services: number) => defaultSettings(services).home.servicesHeading
  expect([0, 1, 6, 12].map(heading)).toEqual([
    'Work we take off desks',
    'One kind of work we take off desks',
    'Six kinds of work we take off desks',
    '12 kinds of work we take off desks',
  ])
})
