import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { auditEntries } from '#server/database/schema.ts'
import { uploadPicture } from '#test/harness/pictures.ts'
import { publish, save } from '#test/harness/site-settings.ts'
import { exportSite, fileOf, packSite, startWith } from '#test/harness/site-transfer.ts'
import { openTestApp, type Person, type TestApp } from '#test/harness/test-app.ts'
import { caseStudies } from '../case-studies/contract.ts'
import { published } from '../live-pages/contract.ts'
import { pages } from '../pages/contract.ts'
import { services } from '../services/contract.ts'
import { siteTransfer } from './contract.ts'

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
  await save(person, 'hours', { timeZone: 'Asia/Tokyo' })
  await publish(person, ['firm', 'appearance', 'hours'])
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
  const first = await exportSite(source, mara)
  expect(first.site).toMatchObject({
    format: 'site-content',
    formatVersion: 2,
    settings: { firm: { name: 'Quist & Söhne' }, hours: { timeZone: 'Asia/Tokyo' } },
  })
  expect(first.site.media.map(({ purpose }) => purpose).sort()).toEqual(['logo', 'note'])
  expect(first.pictures.size).toBe(2)
  expect(JSON.stringify(first.site)).not.toContain('mara')

  await using target = await openTestApp()
  await startWith(target, fileOf(await packSite(target, first)))
  const owner = await target.person('owner')
  const second = await exportSite(target, owner)
  expect(second.site).toEqual({ ...first.site, exportedAt: expect.any(String) })
  expect([...second.pictures.keys()]).toEqual([...first.pictures.keys()])

  const { page } = await target.stranger().call(published.show, { kind: 'note', slug: 'first' })
  expect(page).toMatchObject({ title: 'Of Quist & Söhne' })
  expect(JSON.stringify(page?.tree)).toContain(pictureUrl)
  expect(await owner.call(pages.show, { id: noteId })).toMatchObject({ body: 'Draft' })
  expect((await target.send({ url: pictureUrl })).statusCode).toBe(200)
  const [entry] = await target.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.action, 'settings.imported'))
  expect(entry?.details).toMatchObject({ media: 2, sha256: expect.stringMatching(/^[\da-f]{64}$/) })
}, 60_000)

test('an export of version 0.2.0, one JSON file with older settings, is imported', async () => {
  await using source = await openTestApp({ seeded: true })
  const mara = await source.person('owner')
  await fill(source, mara)
  const { site, pictures } = await exportSite(source, mara)
  const { schemaVersion: _, settings, media, ...rest } = site
  const data = [...pictures.values()].map((bytes) => bytes.toString('base64'))
  const old = {
    ...rest,
    formatVersion: 1,
    settings: { ...settings, firm: { ...settings.firm, currency: 'EUR' } },
    media: media.map((picture, at) => ({ ...picture, data: data[at] })),
  }
  await using target = await openTestApp()
  await startWith(target, fileOf(JSON.stringify(old)))
  const after = await exportSite(target, await target.person('owner'))
  expect(after.site).toEqual({ ...site, exportedAt: expect.any(String) })
}, 60_000)

test('the pictures of notes can be left out', async () => {
  await using app = await openTestApp({ seeded: true })
  const owner = await app.person('owner')
  await fill(app, owner)
  const { site, pictures } = await exportSite(app, owner, '?notePictures=false')
  expect(site.media.map(({ purpose }) => purpose)).toEqual(['logo'])
  expect(pictures.size).toBe(1)
  const sizes = await owner.call(siteTransfer.exportSize, {})
  expect(sizes.withoutNotePictures).toBeLessThan(sizes.fileSize)
})

test('an admin exports, an agent does not', async () => {
  await using app = await openTestApp({ seeded: true })
  const [admin, agent] = [await app.person('admin'), await app.person('agent')]
  expect((await exportSite(app, admin)).site.format).toBe('site-content')
  await expect(exportSite(app, agent)).rejects.toThrow('403')
  await expect(agent.call(siteTransfer.exportSize, {})).rejects.toMatchObject({ code: 'forbidden' })
})
