import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { auditEntries, pageVersions, siteVersions } from '#server/database/schema.ts'
import { uploadPicture } from '#test/harness/pictures.ts'
import { publish, save } from '#test/harness/site-settings.ts'
import { exportSite, importSite } from '#test/harness/site-transfer.ts'
import { openTestApp, type Person, type TestApp } from '#test/harness/test-app.ts'
import { caseStudies } from '../case-studies/contract.ts'
import { pages } from '../pages/contract.ts'
import { published } from '../published/contract.ts'
import { services } from '../services/contract.ts'
import { siteSettings } from '../site-settings/contract.ts'

const photo = () =>
  sharp({ create: { width: 700, height: 300, channels: 3, background: '#336699' } })
    .composite([{ input: { create: { width: 99, height: 99, channels: 3, background: 'red' } } }])
    .jpeg()
    .toBuffer()

async function publishPage(person: Person, id: string, changeNote = '', effectiveAt?: string) {
  const { revision } = await person.call(pages.show, { id })
  await person.call(pages.publish, {
    id,
    revision,
    changeNote,
    ...(effectiveAt && { effectiveAt }),
  })
}

async function legalId(person: Person, slug: string): Promise<string> {
  const { items } = await person.call(pages.list, { kind: 'legal', search: '', limit: 20 })
  return items.find((page) => page.slug === slug)?.id ?? ''
}

/** Adds pictures, legal versions, notes, drafts, services and case studies. */
async function fill(app: TestApp, person: Person): Promise<{ noteId: string; pictureUrl: string }> {
  const logo = await uploadPicture(app, person, 'logo')
  const { url } = await uploadPicture(app, person, 'note', await photo())
  await uploadPicture(
    app,
    person,
    'note',
    await sharp(await photo())
      .negate()
      .toBuffer(),
  )
  await save(person, 'firm', { name: 'Quist & Söhne', legalName: 'Quist GmbH' })
  await save(person, 'appearance', { logoId: logo.id })
  await publish(person, ['firm', 'appearance'])
  await save(person, 'about', { paragraphs: ['Not yet'] })
  const note = await person.call(pages.create, {
    kind: 'note',
    title: 'Of {firm.name}',
    body: `Look\n\n![A blue field](${url})`,
    slug: 'first',
    summary: 'One',
  })
  await publishPage(person, note.id)
  const { revision } = await person.call(pages.show, { id: note.id })
  await person.call(pages.save, { id: note.id, revision, body: 'Draft', slug: 'second' })
  const later = await person.call(pages.create, { kind: 'note', title: 'Later', body: 'Soon' })
  await publishPage(person, later.id, '', new Date(Date.now() + 86_400_000).toISOString())
  await person.call(pages.create, { kind: 'page', title: 'Empty', body: '' })
  const privacy = await legalId(person, 'privacy')
  const { revision: privacyRevision } = await person.call(pages.show, { id: privacy })
  await person.call(pages.save, {
    id: privacy,
    revision: privacyRevision,
    body: '## Ours\n\n{firm.email}',
  })
  await publishPage(person, privacy, 'Rewritten')
  const [service] = await person.call(services.list, {})
  await person.call(services.remove, { id: service?.id ?? '' })
  await person.call(services.create, {
    slug: 'added',
    title: 'Added',
    category: 'New',
    description: 'One more',
    features: ['A feature'],
    active: false,
  })
  const [study] = await person.call(caseStudies.list, {})
  await person.call(caseStudies.update, { id: study?.id ?? '', company: 'Vega', demo: false })
  return { noteId: note.id, pictureUrl: url }
}

test('an export imported into an empty installation gives the same export', async () => {
  await using source = await openTestApp({ seeded: true })
  const mara = await source.person('owner', 'mara')
  const { noteId, pictureUrl } = await fill(source, mara)
  const { exportedAt, ...first } = await exportSite(source, mara)
  expect(exportedAt).toEqual(expect.any(String))
  expect(first).toMatchObject({ format: 'site-content', formatVersion: 1 })
  expect(Object.keys(first)).toEqual([
    'format',
    'formatVersion',
    'settings',
    'pages',
    'services',
    'caseStudies',
    'media',
  ])
  expect(first.media.map(({ purpose }) => purpose).sort()).toEqual(['logo', 'note'])
  expect(JSON.stringify(first)).not.toContain('mara')

  await using target = await openTestApp({ seeded: true })
  const owner = await target.person('owner')
  const checked = await importSite(target, owner, 'check', first)
  expect(checked.problems.filter(({ level }) => level === 'blocker')).toEqual([])
  expect(await target.db.$count(siteVersions)).toBe(1)
  const done = await importSite(target, owner, 'publish', first)
  expect(done.changes).toEqual(checked.changes)
  expect(done.version).toBe(2)
  const { exportedAt: _, ...second } = await exportSite(target, owner)
  expect(second).toEqual(first)

  const { page } = await target.stranger().call(published.show, { kind: 'note', slug: 'first' })
  expect(page).toMatchObject({ title: 'Of Quist & Söhne' })
  expect(JSON.stringify(page?.tree)).toContain(pictureUrl)
  expect(await owner.call(pages.show, { id: noteId })).toMatchObject({ body: 'Draft' })
  expect((await target.send({ url: pictureUrl })).statusCode).toBe(200)
  const [entry] = await target.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.action, 'settings.imported'))
  expect(entry?.details).toMatchObject({
    mode: 'publish',
    version: 2,
    media: 2,
    settings: 1,
    sha256: expect.stringMatching(/^[\da-f]{64}$/),
  })
}, 180_000)

test('what the file does not name stays, and the same file again changes nothing', async () => {
  await using app = await openTestApp({ seeded: true })
  const owner = await app.person('owner')
  const all = await exportSite(app, owner)
  const some = all.services.slice(1).map((one, at) => (at ? one : { ...one, title: 'Renamed' }))
  const part = { ...all, services: some, pages: all.pages.slice(0, 1), caseStudies: [] }
  const { changes, version } = await importSite(app, owner, 'publish', part)
  expect(changes).toEqual([{ kind: 'service', act: 'changed', name: 'Renamed', fields: ['title'] }])
  expect(version).toBeUndefined()
  const after = await exportSite(app, owner)
  expect(after.services).toHaveLength(all.services.length)
  expect(after.pages).toEqual(all.pages)
  expect(after.caseStudies).toEqual(all.caseStudies)
  expect((await importSite(app, owner, 'publish', after)).changes).toEqual([])
})

test('drafts are filled without a change of the site', async () => {
  await using app = await openTestApp({ seeded: true })
  const owner = await app.person('owner')
  const file = await exportSite(app, owner)
  const firm = { ...file.settings.firm, name: 'Vega' }
  const [page, ...others] = file.pages
  const pagesOf = [{ ...page, body: 'Another text', demo: false }, ...others]
  const sent = { ...file, settings: { ...file.settings, firm }, pages: pagesOf }
  const { changes } = await importSite(app, owner, 'draft', sent)
  expect(changes.map(({ kind }) => kind).sort()).toEqual(['page', 'settings'])
  const after = await exportSite(app, owner)
  expect(after.settings).toEqual(file.settings)
  expect(after.pages[0]).toMatchObject({ body: 'Another text', versions: page?.versions })
  const { draft } = await owner.call(siteSettings.show, {})
  expect(draft.firm?.value).toEqual(firm)
  expect(draft.about?.value).toBeNull()
})

test('a changed legal text becomes a new version now, never one of the past', async () => {
  await using app = await openTestApp({ seeded: true })
  const owner = await app.person('owner')
  await save(owner, 'firm', { name: 'Vega' })
  await publish(owner, ['firm'])
  const file = await exportSite(app, owner)
  const at = file.pages.findIndex(({ slug }) => slug === 'terms')
  const versions = file.pages[at]?.versions ?? []
  const last = { ...versions.at(-1), body: 'Ours', effectiveAt: '2026-01-01T00:00:00.000Z' }
  const terms = { ...file.pages[at], body: 'Ours', versions: [last] }
  const before = await app.db.$count(pageVersions)
  await importSite(app, owner, 'publish', { ...file, pages: [terms] })
  expect(await app.db.$count(pageVersions)).toBe(before + 1)
  const { page } = await app.stranger().call(published.show, { kind: 'legal', slug: 'terms' })
  expect(JSON.stringify(page?.tree)).toContain('Ours')
  const [{ late } = { late: 0 }] = await app.db
    .select({ late: sql<number>`count(*)::int` })
    .from(pageVersions)
    .where(sql`effective_at < '2026-02-01'`)
  expect(late).toBe(0)
})
