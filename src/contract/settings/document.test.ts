import { expect, test } from 'vitest'
import { defaultSettings } from '#features/content/resolved-settings/defaults.ts'
import { type SettingsSection, SiteSettings } from './document.ts'
import { isTarget } from './link-target.ts'
import { settingsBytes, settingsSections } from './sections.ts'

const usual = defaultSettings()

/** The message for each field of a section with these values, under the dotted path. */
function refused(section: SettingsSection, changes: object): Record<string, string> {
  const result = SiteSettings.shape[section].safeParse({ ...usual[section], ...changes })
  const issues = result.error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]))
}

const saved = (section: SettingsSection, changes: object): unknown =>
  SiteSettings.shape[section].parse({ ...usual[section], ...changes })

test('the twelve sections have a name and an order', () => {
  expect(Object.keys(SiteSettings.shape)).toEqual([...settingsSections])
  expect(settingsSections).toHaveLength(12)
})

test('the defaults are a valid document, unchanged by parsing', () => {
  expect(SiteSettings.parse(usual)).toEqual(usual)
  expect(Buffer.byteLength(JSON.stringify(usual))).toBeLessThan(settingsBytes.section)
})

test('texts are trimmed and as long as their limit in UTF-16 units', () => {
  expect(saved('firm', { name: `  ${'x'.repeat(60)} ` })).toMatchObject({ name: 'x'.repeat(60) })
  expect(refused('firm', { name: 'x'.repeat(61) })).toEqual({ name: 'Use at most 60 characters' })
  expect(refused('firm', { name: '💡'.repeat(30) })).toEqual({})
  expect(refused('firm', { name: '💡'.repeat(31) })).toEqual({ name: 'Use at most 60 characters' })
})

test.each([
  ['NUL', 'a\u0000b'],
  ['a control character', 'a\u0007b'],
  ['a C1 control character', 'a\u0085b'],
  ['a line break', 'a\nb'],
  ['a line separator', 'a\u2028b'],
  ['half a surrogate pair', 'a\ud83db'],
  ['a right-to-left override', 'a\u202eb'],
  ['an isolate', 'a\u2066b'],
])('a single line refuses %s and names the field', (_, text) => {
  expect(Object.keys(refused('firm', { name: text }))).toEqual(['name'])
  expect(Object.keys(refused('firm', { description: text }))).toEqual(['description'])
  expect(Object.keys(refused('contact', { phone: text }))).toEqual(['phone'])
})

test('only an answer has several lines', () => {
  const items = [{ question: 'Q', answer: ' One.\n\nTwo. ' }]
  expect(saved('faq', { items })).toMatchObject({ items: [{ answer: 'One.\n\nTwo.' }] })
  expect(refused('about', { paragraphs: ['One.\n\nTwo.'] })).toHaveProperty(['paragraphs.0'])
})

test('script, markup and template payloads are text like any other', () => {
  const payload = '</script><img src=x onerror=alert(1)> {{7*7}} #{7*7} " onload="x'
  expect(saved('firm', { name: payload.slice(0, 60) })).toMatchObject({
    name: payload.slice(0, 60).trim(),
  })
})

test('what is optional becomes null when blank, what is required stays blank for later', () => {
  expect(saved('contact', { phone: '  ' })).toMatchObject({ phone: null })
  expect(saved('firm', { name: ' ', recordName: '' })).toMatchObject({ name: '', recordName: null })
  expect(saved('contact', { email: '' })).toMatchObject({ email: '' })
})

test('unknown and missing fields are refused, in every section and below', () => {
  for (const section of settingsSections) {
    expect(Object.values(refused(section, { extra: 1 })), section).toHaveLength(1)
    expect(Object.keys(refused(section, JSON.parse('{"__proto__": {"a": 1}}')))).toHaveLength(1)
    const [first = ''] = Object.keys(usual[section])
    expect(Object.keys(refused(section, { [first]: undefined })), section).toContain(first)
  }
  expect(refused('contact', { address: { ...usual.contact.address, floor: 3 } })).toHaveProperty([
    'address',
  ])
  expect(SiteSettings.safeParse({ ...usual, more: {} }).success).toBe(false)
})

test('a variable that does not exist is named; other braces are text', () => {
  expect(refused('firm', { description: 'We are {firm.nmae}.' })).toEqual({
    description: expect.stringContaining('There is no {firm.nmae}.'),
  })
  expect(refused('home', { lead: '{name} {} {firm} {firm.replyWithin} {firm.hours}' })).toEqual({})
  expect(refused('firm', { tagline: '{firm.anything}' })).toEqual({})
})

test('years, countries and colors are those that exist', () => {
  const next = new Date().getUTCFullYear() + 1
  for (const founded of [1799, next, 2020.5, '2020']) {
    expect(Object.keys(refused('firm', { founded }))).toEqual(['founded'])
  }
  expect(refused('firm', { founded: null })).toEqual({})
  for (const country of ['us', 'ZZ', 'QQ', 'USA', '']) {
    const address = { ...usual.contact.address, country }
    expect(Object.keys(refused('contact', { address }))).toEqual(['address.country'])
  }
  expect(saved('appearance', { primary: '#6CC24A' })).toMatchObject({ primary: '#6cc24a' })
  for (const primary of ['#fff', 'red', '#12345g', 'url(x)']) {
    expect(Object.keys(refused('appearance', { primary }))).toEqual(['primary'])
  }
  expect(Object.keys(refused('appearance', { inkHue: 360, logoId: 'x' })).sort()).toEqual([
    'inkHue',
    'logoId',
  ])
})

test('reply times are whole numbers within their limits', () => {
  for (const replyWithinHours of [0, 169, 1.5, '24', null]) {
    expect(Object.keys(refused('contact', { replyWithinHours }))).toEqual(['replyWithinHours'])
  }
  expect(refused('contact', { replyWithinHours: 168, chatReplyWithinMinutes: 240 })).toEqual({})
})

test('lists have a most, and figures a key of their own', () => {
  const many = (length: number, item: unknown) => Array.from({ length }, () => item)
  expect(refused('about', { paragraphs: many(7, 'x') })).toHaveProperty(['paragraphs'])
  expect(refused('firm', { keywords: many(13, 'x') })).toHaveProperty(['keywords'])
  const [question, figure] = [{ question: 'Q', answer: 'A' }, usual.statistics.items[0]]
  expect(refused('faq', { items: many(21, question) })).toHaveProperty(['items'])
  expect(refused('faq', { items: many(20, question) })).toEqual({})
  expect(refused('statistics', { items: [figure, figure] })).toHaveProperty(['items.1.key'])
  expect(refused('statistics', { items: [{ ...figure, key: 'one' }] })).toHaveProperty([
    'items.0.key',
  ])
})

test('the day of a figure exists and is not in the future', () => {
  const publishAs = (asOf: unknown) =>
    refused('statistics', { items: [{ ...usual.statistics.items[0], asOf }] })
  expect(publishAs('2026-02-28')).toEqual({})
  for (const day of ['2026-02-29', '2999-01-01', '20 Nov', '0000-01-01']) {
    expect(Object.keys(publishAs(day)), day).toEqual(['items.0.asOf'])
  }
})

test('entries of the footer have ids of their own', () => {
  const link = { id: 'blog', label: 'Blog', target: null }
  const columns = [{ heading: 'One', links: [link, link] }]
  expect(refused('footer', { columns })).toHaveProperty(['columns.0.links.1.id'])
  const social = [{ ...link, network: 'github' }]
  const one = { columns: [{ heading: 'One', links: [link] }], social }
  expect(refused('footer', one)).toHaveProperty(['social.0.id'])
  expect(refused('footer', { social: [{ ...social[0], network: 'myspace' }] })).toHaveProperty([
    'social.0.network',
  ])
})

test('an announcement ends after it starts', () => {
  const at = { startsAt: '2026-12-01T09:00:00+01:00', endsAt: '2026-12-01T08:00:00Z' }
  expect(refused('announcement', at)).toEqual({ endsAt: 'Ends before it starts' })
  expect(saved('announcement', { ...at, endsAt: '2026-12-01T08:00:01Z' })).toMatchObject({
    startsAt: '2026-12-01T08:00:00.000Z',
  })
  expect(refused('announcement', { startsAt: 'tomorrow' })).toHaveProperty(['startsAt'])
})

test.each([
  '/',
  '/#about',
  '/legal/privacy',
  '/services/document-processing',
  'https://example.com',
  'https://example.com/a?b=c&d=%C3%A9#f',
  'https://münchen.example/',
  'mailto:hello@n.example',
])('%s is a target', (target) => expect(isTarget(target)).toBe(true))

test.each([
  'http://example.com',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'data:text/html,x',
  '//host',
  '/\\host',
  '\\\\host',
  '/%2fhost',
  '///host',
  '/a//b',
  '/#nowhere',
  '#about',
  'java&#115;cript:alert(1)',
  'java\tscript:alert(1)',
  '&#x6a;avascript:x',
  'javascript&colon;x',
  'https://user@example.com',
  'https://user:pass@example.com',
  'https://',
  'https:example.com',
  'https://example.com/\u0000',
  'https://example.com/%00',
  'https://example.com/%0d%0aset',
  'https://example.com/&#10;',
  'https://example.com/&Tab;',
  'https://example.com\\@evil.example',
  'https://example.com/%5c',
  `https://example.com/${'x'.repeat(500)}`,
  'mailto:',
  'mailto:no',
  'mailto:a@n.example?bcc=b@n.example',
  'mailto:a@n.example%0abcc',
  '/Legal',
  '/legal/privacy/',
  '/preview/../admin',
  'vbscript:x',
  ' https://example.com',
  'ftp://example.com',
])('%j is no target', (target) => expect(isTarget(target)).toBe(false))

test.each([
  ['https://\u0430pple.com', 'https://xn--pple-43d.com'],
  ['https://bücher.example/Über?q=ä#ö', 'https://xn--bcher-kva.example/Über?q=ä#ö'],
  ['https://ｅｘａｍｐｌｅ．com/a', 'https://example.com/a'],
  ['https://%D0%B0pple.com', 'https://xn--pple-43d.com'],
  ['https://例え。テスト:8443/', 'https://xn--r8jz45g.xn--zckzah:8443/'],
  ['https://Firm.Example/Path', 'https://Firm.Example/Path'],
  ['https://firm.example:443/@jürgen', 'https://firm.example:443/@jürgen'],
])('the host of the target %s is kept as %s', (target, stored) => {
  expect(saved('announcement', { target })).toMatchObject({ target: stored })
})

test('a user before a host is refused, whatever the alphabet of the host', () => {
  expect(isTarget('https://firm.example@\u0430pple.com')).toBe(false)
  const target = 'https://firm.example@\u0430pple.com'
  expect(refused('announcement', { target })).toHaveProperty('target')
})

test('a target is refused by its field; blank has no target yet', () => {
  expect(refused('announcement', { target: 'javascript:x' })).toHaveProperty(['target'])
  expect(saved('announcement', { target: ' ' })).toMatchObject({ target: null })
})
