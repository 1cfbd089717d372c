import { expect, test } from 'vitest'
import type { SiteSettings } from '#contract/settings/document.ts'
import { shownDefaults } from '#test/harness/live-defaults.ts'
import { head } from './head.ts'
import {
  breadcrumb,
  frequentQuestions,
  graph,
  localBusiness,
  organization,
} from './structured-data.ts'

const publicUrl = 'https://www.example.com'
const now = new Date('2026-11-23T20:00:00Z')
const site = shownDefaults(now)
const { settings } = site

const withHours = (hours: Partial<SiteSettings['hours']>) => ({
  ...site,
  settings: { ...settings, hours: { ...settings.hours, ...hours } },
})

test('a firm of its own look names neither pictures nor icons of the default', () => {
  const page = { title: 'T', description: 'D', keywords: 'K', path: '/' }
  const tags = head({ publicUrl, siteName: 'S', tagline: 'L', image: false }, page)
  expect(JSON.stringify(tags)).not.toMatch(/og:image|twitter:image|\.png|social/)
  const own = { ...site, look: { icons: [] } }
  const things = [organization(publicUrl, own), ...localBusiness(publicUrl, own)]
  expect(JSON.stringify(things)).not.toMatch(/social|icon-512/)
})

test('an image drawn for the firm is named instead of a shipped one', () => {
  const site = { publicUrl, siteName: 'S', tagline: 'L' }
  const page = { title: 'T', description: 'D', keywords: '', path: '/services/x' }
  const imagesOf = (image: string | boolean, alt?: string) =>
    head({ ...site, image }, { ...page, ...(alt && { shipped: '/social/x.png', alt }) }).flatMap(
      (tag) =>
        'content' in tag && 'name' in tag && /^twitter:image/.test(`${tag.name}`)
          ? tag.content
          : [],
    )
  expect(imagesOf('/media/a.png', 'A')).toEqual([`${publicUrl}/media/a.png`, 'A'])
  expect(imagesOf('/media/a.png')).toEqual([`${publicUrl}/media/a.png`, 'L'])
  expect(imagesOf(true, 'A')).toEqual([`${publicUrl}/social/x.png`, 'A'])
  expect(imagesOf(true)).toEqual([`${publicUrl}/social/home.png`, 'L'])
  expect(imagesOf(false, 'A')).toEqual([])
  const own = {
    ...site,
    settings,
    now,
    look: { icons: [] },
    version: 1,
    imageOf: async () => undefined,
  }
  expect(localBusiness(publicUrl, own, '/media/a.png')[0]?.image).toBe(`${publicUrl}/media/a.png`)
})

test('every address in a head is absolute and of the configured origin', () => {
  const page = { title: 'T', description: 'D', keywords: 'K', path: '/services/x' }
  const tags = head({ publicUrl, siteName: 'S', tagline: 'L', image: true }, page)
  const addresses = tags.flatMap((tag) =>
    ['content' in tag ? tag.content : undefined, 'href' in tag ? tag.href : undefined].filter(
      (value) => typeof value === 'string' && /^(https?:|\/)/.test(value),
    ),
  )
  expect(addresses).toEqual([
    'https://www.example.com/services/x',
    'https://www.example.com/services/x',
    'https://www.example.com/social/home.png',
    'https://www.example.com/social/home.png',
  ])
})

test('the office keeps 09:00 to 17:00, Monday to Friday', () => {
  const [office] = localBusiness(publicUrl, site)
  expect(office?.openingHoursSpecification).toEqual({
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
    opens: '09:00',
    closes: '17:00',
  })
  expect(office).not.toHaveProperty('specialOpeningHoursSpecification')
})

test('holidays of the next 90 days are special hours of the office', () => {
  const holiday = (date: string, office: { opens: string; closes: string }[], yearly = false) => ({
    date,
    name: 'Day',
    chat: [],
    office,
    yearly,
  })
  const [office] = localBusiness(
    publicUrl,
    withHours({
      holidays: [
        holiday('2020-12-25', [], true),
        holiday('2026-12-24', [{ opens: '10:00', closes: '24:00' }]),
        holiday('2027-02-21', []),
        holiday('2027-02-22', []),
      ],
    }),
  )
  const special = (date: string, opens: string, closes: string) => ({
    '@type': 'OpeningHoursSpecification',
    validFrom: date,
    validThrough: date,
    opens,
    closes,
  })
  expect(office?.specialOpeningHoursSpecification).toEqual([
    special('2026-12-24', '10:00', '23:59'),
    special('2026-12-25', '00:00', '00:00'),
    special('2027-02-21', '00:00', '00:00'),
  ])
})

test('parts of an address that a firm has not are left out', () => {
  const address = { street: 'Beispielweg 1', city: 'Leipzig', region: '', postalCode: '' }
  const contact = { ...settings.contact, address: { ...address, country: 'DE' } }
  const [office] = localBusiness(publicUrl, { ...site, settings: { ...settings, contact } })
  expect(office?.address).toEqual({
    '@type': 'PostalAddress',
    streetAddress: 'Beispielweg 1',
    addressLocality: 'Leipzig',
    addressCountry: 'DE',
  })
})

test('without an address there is no local business, without questions no page of them', () => {
  const contact = { ...settings.contact, address: null }
  expect(localBusiness(publicUrl, { ...site, settings: { ...settings, contact } })).toEqual([])
  expect(frequentQuestions({ heading: 'Questions', items: [] })).toEqual([])
})

test('profiles of networks are https addresses alone', () => {
  const social = (['linkedin', 'email'] as const).map((network) => ({
    id: network,
    network,
    label: network,
    target: network === 'email' ? 'mailto:a@b.example' : 'https://www.linkedin.com/company/x',
  }))
  const footer = { ...settings.footer, social }
  expect(organization(publicUrl, { ...site, settings: { ...settings, footer } }).sameAs).toEqual([
    'https://www.linkedin.com/company/x',
  ])
  expect(organization(publicUrl, site)).not.toHaveProperty('sameAs')
})

test('questions and answers are those of the settings, and nothing is rated', () => {
  expect(frequentQuestions(settings.faq)[0]?.mainEntity).toHaveLength(5)
  const all = JSON.stringify(
    graph([
      organization(publicUrl, site),
      ...localBusiness(publicUrl, site),
      ...frequentQuestions(settings.faq),
      breadcrumb(publicUrl, [{ name: 'Home', path: '/' }]),
    ]),
  )
  for (const { question, answer } of settings.faq.items) {
    expect(all).toContain(JSON.stringify(question))
    expect(all).toContain(JSON.stringify(answer))
  }
  expect(all).not.toMatch(/rating|review"/i)
})
