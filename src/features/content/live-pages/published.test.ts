import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { brand } from '#brand.ts'
import { pages as pagesTable, pageVersions } from '#server/database/schema.ts'
import { publish, save } from '#test/harness/site-settings.ts'
import { openTestApp, type Person, type TestApp } from '#test/harness/test-app.ts'
import { plainText, type TextTree } from '../page-text/text-tree.ts'
import { type PageKind, pages } from '../pages/contract.ts'
import { published } from './contract.ts'

type New = { kind?: PageKind; title?: string; slug?: string; body?: string }

const add = (person: Person, { kind = 'note', title = 'A note', body = 'Text', slug }: New = {}) =>
  person.call(pages.create, { kind, title, body, ...(slug && { slug }) })

async function addPublished(person: Person, given: New = {}) {
  const page = await add(person, given)
  const { id, revision } = page
  await person.call(pages.publish, { id, revision, changeNote: 'First' })
  return person.call(pages.show, { id })
}

const seen = (app: TestApp, kind: PageKind, slug: string) =>
  app.stranger().call(published.show, { kind, slug })

const words = (tree: unknown[]) => plainText(tree as unknown as TextTree)

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

/** Moves effective times back, as if that many hours had passed. */
const pass = (app: TestApp, hours: number) =>
  app.db.update(pageVersions).set({
    effectiveAt: sql`effective_at - make_interval(hours => ${hours})`,
  })

test('the first start publishes five legal texts, and pages and notes of the demonstration', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin')
  const { items } = await admin.call(pages.list, { limit: 100 })
  const itemsOf = (kind: PageKind) => items.filter((item) => item.kind === kind)
  expect([itemsOf('legal'), itemsOf('page'), itemsOf('note')].map(({ length }) => length)).toEqual([
    5, 5, 2,
  ])
  for (const item of items) {
    expect(item).toMatchObject({ state: 'published', changed: false, demo: true, byPerson: false })
  }
  const { page } = await seen(app, 'legal', 'privacy')
  expect(page?.others.map(({ slug }) => slug)).toEqual([
    'privacy',
    'terms',
    'security',
    'gdpr',
    'cookies',
  ])
  expect(words(page?.tree ?? [])).toContain('replies within 24 hours on working days. If we start')
})

test('a former address leads to the present one in one hop, and stays with its page', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin')
  const { id } = await addPublished(admin, { slug: 'one' })
  const move = async (revision: number, slug: string) => {
    await admin.call(pages.save, { id, revision, slug })
    await admin.call(pages.publish, { id, revision: revision + 1 })
  }
  await admin.call(pages.save, { id, revision: 2, slug: 'two' })
  expect(await seen(app, 'note', 'one')).toMatchObject({ page: { slug: 'one' } })
  await expect(seen(app, 'note', 'two')).rejects.toMatchObject({ code: 'not_found' })
  await expect(add(admin, { slug: 'one' })).rejects.toMatchObject({
    fields: { slug: 'Another page has this address, or had it' },
  })
  await admin.call(pages.publish, { id, revision: 3 })
  await move(4, 'three')
  for (const slug of ['one', 'two']) {
    expect(await seen(app, 'note', slug)).toEqual({ page: null, movedTo: '/notes/three' })
  }
  await expect(add(admin, { slug: 'two' })).rejects.toMatchObject({ code: 'conflict' })
  expect(await add(admin, { kind: 'page', slug: 'two' })).toMatchObject({ path: '/pages/two' })
  await move(6, 'one')
  expect(await seen(app, 'note', 'one')).toMatchObject({ page: { slug: 'one' } })
  expect(await seen(app, 'note', 'three')).toEqual({ page: null, movedTo: '/notes/one' })
})

test('a legal version keeps the values of its day; a change of them makes one by itself', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin')
  const { items } = await admin.call(pages.list, { kind: 'legal', search: 'terms' })
  const id = items[0]?.id ?? ''
  await admin.call(pages.save, { id, revision: 1, body: 'Coming, by {firm.legalName}' })
  const effectiveAt = inAnHour()
  await admin.call(pages.publish, { id, revision: 2, changeNote: 'Shorter', effectiveAt })
  await save(admin, 'firm', { legalName: 'Nordlicht GmbH', tagline: 'Other' })
  await publish(admin, ['firm'])
  const terms = await seen(app, 'legal', 'terms')
  expect(words(terms.page?.tree ?? [])).toMatch(/^What this site is Nordlicht GmbH describes/)
  expect(terms.page?.coming).toMatchObject({ number: 4, changeNote: 'Firm details changed' })
  const readable = await app.stranger().call(published.versions, { slug: 'terms' })
  expect(readable.items.map(({ number, state }) => [number, state])).toEqual([
    [4, 'coming'],
    [3, 'live'],
    [1, 'past'],
  ])
  const versions = await admin.call(pages.versions, { id })
  expect(versions.items.map(({ number, automatic }) => [number, automatic])).toEqual([
    [4, true],
    [3, true],
    [2, false],
    [1, false],
  ])
  const second = await admin.call(pages.versions, { id, page: 2, limit: 3 })
  expect(second).toMatchObject({ items: [{ number: 1 }], total: 4 })
  const first = await app.stranger().call(published.version, { slug: 'terms', number: '1' })
  expect(first).toMatchObject({ state: 'past' })
  expect(words(first.tree)).toContain(`${brand.legalName} describes`)
  expect((await seen(app, 'legal', 'security')).page).toMatchObject({ number: 1 })
  await save(admin, 'home', { lead: 'Another' })
  await publish(admin, ['home'])
  expect((await admin.call(pages.versions, { id })).items).toHaveLength(4)
  await pass(app, 2)
  expect(words((await seen(app, 'legal', 'terms')).page?.tree ?? [])).toBe(
    'Coming, by Nordlicht GmbH',
  )
})

test('with demo content off, its pages and notes are gone; legal texts stay', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin')
  const [note] = (await app.stranger().call(published.notes, {})).items
  expect(note).toMatchObject({ demo: true })
  const { problems: ofDemo } = await save(admin, 'demo', { showDemoContent: false })
  expect(ofDemo.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^Legal texts .* published: Privacy.*, Terms.*, Security.*, /),
  ])
  await save(admin, 'contact', { email: 'hello@n.example' })
  await save(admin, 'footer', {
    columns: [
      {
        heading: 'Ours',
        links: [
          { id: 'blog', label: 'Blog', target: '/notes' },
          { id: 'docs', label: 'Docs', target: '/pages/docs' },
        ],
      },
    ],
  })
  const { problems } = await save(admin, 'footer', {})
  expect(problems.map(({ level, message }) => [level, message])).toEqual([
    ['warning', 'Not shown: leads to demo content'],
    ['warning', 'Not shown: leads to demo content'],
  ])
  await publish(admin, ['demo', 'contact', 'footer'])
  expect((await app.stranger().call(published.notes, {})).items).toEqual([])
  await expect(seen(app, 'page', 'docs')).rejects.toMatchObject({ code: 'not_found' })
  expect((await seen(app, 'legal', 'privacy')).page).toMatchObject({ demo: false })
  const addresses = await app.stranger().call(published.addresses, {})
  expect(addresses.filter(({ path }) => path.startsWith('/legal/'))).toHaveLength(5)
  expect(addresses.every(({ path }) => /^\/(legal|services)\//.test(path))).toBe(true)
  const { items } = await admin.call(pages.list, { kind: 'page', search: 'docs' })
  await admin.call(pages.save, { id: items[0]?.id ?? '', revision: 1, demo: false })
  expect(await seen(app, 'page', 'docs')).toMatchObject({ page: { demo: false } })
})

test('notes are listed newest first, twenty a page, without drafts and withdrawn ones', async () => {
  await using app = await openTestApp()
  await app.deps.content.refresh()
  const admin = await app.person('admin')
  await using seeded = await openTestApp({ seeded: true, beside: app })
  await app.db.update(pagesTable).set({ deletedAt: new Date() }).where(eq(pagesTable.kind, 'note'))
  for (let at = 1; at <= 23; at += 1) await addPublished(admin, { title: `Note ${at}` })
  const { id, revision } = await addPublished(admin, { title: 'Withdrawn' })
  await admin.call(pages.withdraw, { id, revision })
  await add(admin, { title: 'Draft' })
  const first = await seeded.stranger().call(published.notes, {})
  expect(first.items.map(({ title }) => title)).toEqual(
    Array.from({ length: 20 }, (_, at) => `Note ${23 - at}`),
  )
  const after = first.next ?? ''
  const second = await seeded.stranger().call(published.notes, { after })
  expect(second.items.map(({ title }) => title)).toEqual(['Note 3', 'Note 2', 'Note 1'])
  expect(second.next).toBeNull()
})
