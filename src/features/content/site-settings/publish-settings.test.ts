import { desc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { brand } from '#brand.ts'
import type { SiteSettings } from '#contract/settings/document.ts'
import { defaultFields } from '#contract/settings/records.ts'
import { settingsBytes } from '#contract/settings/sections.ts'
import { settingsHash } from '#server/content/settings-document.ts'
import { siteDrafts, siteVersions } from '#server/database/schema.ts'
import { publish, save } from '#test/harness/site-settings.ts'
import { openTestApp, origin } from '#test/harness/test-app.ts'
import { caseStudies } from '../case-studies/contract.ts'
import { pages } from '../pages/contract.ts'
import { defaultSettings } from '../resolved-settings/defaults.ts'
import { services } from '../services/contract.ts'
import { siteSettings } from './contract.ts'

const usual = defaultSettings()

test('the first start publishes version 1 from the defaults, with twelve drafts as published', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin')
  const shown = await admin.call(siteSettings.show, {})
  expect(shown).toMatchObject({ version: 1, publishedBy: null, document: usual })
  expect(Object.values(shown.draft)).toHaveLength(12)
  for (const { value, revision } of Object.values(shown.draft)) {
    expect({ value, revision }).toEqual({ value: null, revision: 1 })
  }
  expect(shown.problems.filter(({ level }) => level === 'blocker')).toEqual([])
  const counts = { figures: 6, caseStudies: 4, pages: 5, notes: 2 }
  expect(shown.demoContent).toEqual({ ...counts, fields: defaultFields })
})

test('demo content is counted as far as visitors see it', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin')
  const [hidden, real, ...studies] = await admin.call(caseStudies.list, {})
  await admin.call(caseStudies.update, { id: hidden?.id ?? '', published: false })
  await admin.call(caseStudies.update, { id: real?.id ?? '', demo: false })
  const { items } = await admin.call(pages.list, { kind: 'note' })
  const { id = '' } = items[0] ?? {}
  await admin.call(pages.withdraw, { id, revision: 1 })
  const { demoContent } = await admin.call(siteSettings.show, {})
  expect(demoContent).toMatchObject({ figures: 6, caseStudies: studies.length, pages: 5, notes: 1 })
})

test('what names the firm is the demonstration’s until another value is live or it is removed', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin')
  const fields = async () => (await admin.call(siteSettings.show, {})).demoContent.fields
  await save(admin, 'firm', { name: 'Nordlicht', founded: null })
  await save(admin, 'contact', { phone: null, email: 'hi@n.example' })
  expect(await fields()).toEqual(defaultFields)
  await publish(admin, ['firm', 'contact'])
  const left = [
    'firm.legalName',
    'firm.tagline',
    'firm.description',
    'home.lead',
    'about.paragraphs',
    'faq.items',
    'contact.address',
  ]
  expect(await fields()).toEqual([...left, 'footer.email'])
  await save(admin, 'footer', { social: [] })
  await publish(admin, ['footer'])
  expect(await fields()).toEqual(left)
})

test('a draft is saved, published as version 2 and read from memory at once', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin', 'mara')
  const saved = await save(admin, 'firm', { name: ' Nordlicht ' })
  expect(saved).toMatchObject({ section: 'firm', revision: 2, value: { name: 'Nordlicht' } })
  expect(app.deps.content.settings().document.firm.name).toBe(brand.name)
  const changes = app.contentChanges()
  const published = await publish(admin, ['firm'], 'A new name')
  expect(published).toMatchObject({ version: 2, everywhere: true })
  expect(app.deps.content.settings()).toMatchObject({
    number: 2,
    document: { firm: { name: 'Nordlicht' } },
  })
  expect(app.contentChanges()).toBe(changes + 1)
  const { draft, document, publishedBy } = await admin.call(siteSettings.show, {})
  expect(draft.firm).toMatchObject({ value: null, revision: 3 })
  expect(draft.home).toMatchObject({ value: null, revision: 1 })
  expect(publishedBy?.name).toBe('mara')
  expect(document).toEqual({ ...usual, firm: { ...usual.firm, name: 'Nordlicht' } })
  const [row] = await app.db.select().from(siteVersions).orderBy(desc(siteVersions.number))
  expect(row).toMatchObject({ kind: 'publish', changed: ['firm'], note: 'A new name' })
  expect(Buffer.from(row?.sha256 ?? [])).toEqual(settingsHash(document as SiteSettings))
})

test('a section of 64 KB is saved, in whatever form it is sent; one byte more is refused', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin')
  const items = Array.from({ length: 20 }, (_, at) => ({
    question: `Question ${at}`,
    answer: '好'.repeat(at < 14 ? 1500 : 60),
  }))
  const value = { ...usual.faq, items }
  const spare = settingsBytes.section - Buffer.byteLength(JSON.stringify(value))
  const fill = (bytes: number) => ({
    ...value,
    items: [
      ...items.slice(0, 19),
      { question: 'Question 19', answer: '好'.repeat(60) + 'x'.repeat(bytes) },
    ],
  })
  expect(spare).toBeGreaterThan(0)
  const put = async (revision: number, bytes: number, escaped = false) => {
    const body = JSON.stringify({ revision, value: fill(bytes) })
    const ascii = (text: string) =>
      text.replace(/[^ -~]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
    return app.send({
      method: 'PUT',
      url: '/api/admin/site/draft/faq',
      payload: escaped ? ascii(body) : body,
      headers: { 'content-type': 'application/json', origin, cookie: admin.cookie ?? '' },
    })
  }
  expect((await put(1, spare)).statusCode).toBe(200)
  expect((await put(2, spare, true)).statusCode).toBe(200)
  const refused = await put(3, spare + 1)
  expect([refused.statusCode, refused.json().message]).toEqual([
    413,
    'A section has at most 64 KB.',
  ])
})

test('agents and strangers see and change nothing', async () => {
  await using app = await openTestApp({ seeded: true })
  const agent = await app.person('agent')
  const forbidden = { code: 'forbidden' }
  await expect(agent.call(siteSettings.show, {})).rejects.toMatchObject(forbidden)
  await expect(agent.call(siteSettings.versions, {})).rejects.toMatchObject(forbidden)
  const value = { ...usual.about }
  const saving = agent.call(siteSettings.saveDraft, { section: 'about', revision: 1, value })
  await expect(saving).rejects.toMatchObject(forbidden)
  const asked = app.stranger().call(siteSettings.show, {})
  await expect(asked).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('a save based on an older revision is refused with who changed it and what it is now', async () => {
  await using app = await openTestApp({ seeded: true })
  const [mara, bo] = [await app.person('admin', 'mara'), await app.person('admin', 'bo')]
  await save(mara, 'firm', { name: 'One' })
  const value = { ...usual.firm, name: 'Two' }
  const stale = bo.call(siteSettings.saveDraft, { section: 'firm', revision: 1, value })
  await expect(stale).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringMatching(
      /^mara saved changes to this section at \d+:\d\d\s[AP]M Pacific\.$/,
    ),
    current: { revision: 2, value: { name: 'One' } },
  })
  expect(await save(bo, 'about', { paragraphs: ['Ours'] })).toMatchObject({ revision: 2 })
  const both = await Promise.allSettled(
    [mara, bo].map((person) =>
      person.call(siteSettings.saveDraft, { section: 'firm', revision: 2, value }),
    ),
  )
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('a value equal to the published one is no change; a discard grows the revision', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin')
  await save(admin, 'firm', { name: 'Other' })
  await save(admin, 'firm', { name: brand.name })
  const [row] = (await app.db.select().from(siteDrafts)).filter(({ section }) => section === 'firm')
  expect(row).toMatchObject({ value: null, revision: 3 })
  await save(admin, 'firm', { name: 'Other' })
  const discarded = await admin.call(siteSettings.discardDraft, { section: 'firm', revision: 4 })
  expect(discarded).toMatchObject({ revision: 5, value: usual.firm, problems: [] })
  const again = admin.call(siteSettings.discardDraft, { section: 'firm', revision: '4' })
  await expect(again).rejects.toMatchObject({ code: 'conflict' })
})

test('a save refuses wrong values by field and keeps what is incomplete as a problem', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin')
  const saving = (value: Record<string, unknown>) =>
    admin.call(siteSettings.saveDraft, { section: 'firm', revision: 1, value })
  await expect(saving({ ...usual.firm, name: 'x'.repeat(61) })).rejects.toMatchObject({
    code: 'invalid_input',
    fields: { 'value.name': 'Use at most 60 characters' },
  })
  await expect(saving({ ...usual.firm, extra: 1 })).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(saving({ name: 'a\u202eb' })).rejects.toMatchObject({ code: 'invalid_input' })
  const saved = await saving({ ...usual.firm, name: ' ' })
  expect(saved.problems).toEqual([
    { section: 'firm', path: 'name', level: 'blocker', message: 'This is required' },
  ])
  await expect(publish(admin, ['firm'])).rejects.toMatchObject({
    code: 'invalid_input',
    fields: { 'firm.name': 'This is required' },
  })
  expect(await app.db.$count(siteVersions)).toBe(1)
})

test('a footer may lead to an active service and not to one that is gone', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin')
  const [service] = await admin.call(services.list, {})
  const links = [{ id: 'one', label: 'One', target: `/services/${service?.slug}` }]
  const saved = await save(admin, 'footer', { columns: [{ heading: 'Ours', links }] })
  expect(saved.problems).toEqual([])
  await admin.call(services.update, { id: service?.id ?? '', active: false })
  await expect(publish(admin, ['footer'])).rejects.toMatchObject({
    fields: { 'footer.columns.0.links.0.target': expect.stringContaining('There’s no page') },
  })
})

test('only what was chosen goes live; what is unchanged or older is refused', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin')
  await save(admin, 'firm', { name: 'One' })
  await save(admin, 'home', { lead: 'Two' })
  await publish(admin, ['home'])
  const { document, draft } = await admin.call(siteSettings.show, {})
  expect(document).toMatchObject({ firm: { name: brand.name }, home: { lead: 'Two' } })
  expect(draft.firm).toMatchObject({ value: { name: 'One' }, revision: 2 })
  await expect(publish(admin, ['about'])).rejects.toMatchObject({
    code: 'conflict',
    message: 'There is nothing to publish.',
  })
  const sections = [{ section: 'firm' as const, revision: 1 }]
  const older = admin.call(siteSettings.publish, { expectedVersion: 2, sections })
  await expect(older).rejects.toMatchObject({ code: 'conflict', fields: { firm: /changed this/ } })
  const outdated = admin.call(siteSettings.publish, {
    expectedVersion: 1,
    sections: [{ section: 'firm', revision: 2 }],
  })
  await expect(outdated).rejects.toMatchObject({ message: /^Version 2 was published by/ })
})

test('of publishes at once one succeeds, and numbers have no gaps', async () => {
  await using app = await openTestApp({ seeded: true })
  const people = await Promise.all(['a', 'b', 'c', 'd'].map((name) => app.person('admin', name)))
  const [first] = people
  if (!first) throw new Error('nobody')
  for (let round = 1; round <= 3; round += 1) {
    const { revision } = await save(first, 'home', { lead: `Round ${round}` })
    const results = await Promise.allSettled(
      people.map((person) =>
        person.call(siteSettings.publish, {
          expectedVersion: round,
          sections: [{ section: 'home', revision }],
        }),
      ),
    )
    const refused = results.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(3)
    for (const one of refused) expect(one).toMatchObject({ reason: { code: 'conflict' } })
  }
  const { items } = await first.call(siteSettings.versions, {})
  expect(items.map(({ number }) => number)).toEqual([4, 3, 2, 1])
})
