import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { brand } from '#brand.ts'
import { pages as pagesTable, pageVersions } from '#server/database/schema.ts'
import { publish, save } from '#test/harness/site-settings.ts'
import { openTestApp, type Person, type TestApp } from '#test/harness/test-app.ts'
import { published } from '../live-pages/contract.ts'
import { nextEffectiveAt } from '../live-pages/published.server.ts'
import { plainText, type TextTree } from '../page-text/text-tree.ts'
import { defaultSettings } from '../resolved-settings/defaults.ts'
import { type PageKind, pages } from './contract.ts'

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

test('a draft is saved by revision, published, changed beside the published text and withdrawn', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin', 'mara')
  const made = await add(admin, { title: 'Übung & Ordnung: {firm.name}', body: 'By {firm.name}' })
  expect(made).toMatchObject({ slug: 'ubung-ordnung-firm-name', state: 'draft', revision: 1 })
  await expect(seen(app, 'note', made.slug)).rejects.toMatchObject({ code: 'not_found' })
  const saved = await admin.call(pages.save, { id: made.id, revision: 1, slug: 'order' })
  expect(saved).toMatchObject({ slug: 'order', revision: 2, title: made.title })
  const version = await admin.call(pages.publish, { id: made.id, revision: 2 })
  expect(version).toMatchObject({ number: 1, live: true, everywhere: true })
  const { page } = await seen(app, 'note', 'order')
  expect(page).toMatchObject({ title: `Übung & Ordnung: ${brand.name}`, author: brand.name })
  expect(words(page?.tree ?? [])).toBe(`By ${brand.name}`)
  await admin.call(pages.save, { id: made.id, revision: 3, body: 'Another' })
  expect(await admin.call(pages.show, { id: made.id })).toMatchObject({
    state: 'published',
    changed: true,
    byPerson: true,
  })
  expect(words((await seen(app, 'note', 'order')).page?.tree ?? [])).toBe(`By ${brand.name}`)
  const withdrawn = await admin.call(pages.withdraw, { id: made.id, revision: 4 })
  expect(withdrawn).toMatchObject({ state: 'withdrawn', body: 'Another' })
  await expect(seen(app, 'note', 'order')).rejects.toMatchObject({ code: 'not_found' })
})

test('a save or publish of an older revision is refused with who changed the page', async () => {
  await using app = await openTestApp({ seeded: true })
  const [mara, bo] = [await app.person('admin', 'mara'), await app.person('admin', 'bo')]
  const { id } = await add(mara)
  await mara.call(pages.save, { id, revision: 1, title: 'Ours' })
  const stale = bo.call(pages.save, { id, revision: 1, title: 'Theirs' })
  await expect(stale).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringMatching(/^mara changed this page at \d+:\d\d\s[AP]M Pacific\.$/),
    current: { revision: 2, title: 'Ours' },
  })
  const publishing = bo.call(pages.publish, { id, revision: 1 })
  await expect(publishing).rejects.toMatchObject({ code: 'conflict' })
  const results = await Promise.allSettled(
    [mara, bo].map((person) => person.call(pages.publish, { id, revision: 2 })),
  )
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('agents and strangers see no draft and change nothing', async () => {
  await using app = await openTestApp({ seeded: true })
  const agent = await app.person('agent')
  await expect(agent.call(pages.list, {})).rejects.toMatchObject({ code: 'forbidden' })
  await expect(add(agent)).rejects.toMatchObject({ code: 'forbidden' })
  const asked = app.stranger().call(pages.list, {})
  await expect(asked).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('a note is scheduled, comes at its moment and not before', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin')
  const { id, slug } = await add(admin)
  const effectiveAt = inAnHour()
  await admin.call(pages.publish, { id, revision: 1, effectiveAt })
  expect(await admin.call(pages.show, { id })).toMatchObject({
    state: 'scheduled',
    effectiveAt,
    coming: effectiveAt,
  })
  expect(await nextEffectiveAt(app.db)).toEqual(new Date(effectiveAt))
  await expect(seen(app, 'note', slug)).rejects.toMatchObject({ code: 'not_found' })
  await pass(app, 2)
  await app.db.update(pagesTable).set({ firstPublishedAt: sql`now()` }).where(eq(pagesTable.id, id))
  expect(await nextEffectiveAt(app.db)).toBeNull()
  expect((await seen(app, 'note', slug)).page).toMatchObject({ slug })
  const late = new Date(Date.now() + 400 * 86_400_000).toISOString()
  await expect(
    admin.call(pages.publish, { id, revision: 2, effectiveAt: late }),
  ).rejects.toMatchObject({ fields: { effectiveAt: 'Choose a day within a year' } })
})

test('publishing replaces what was scheduled', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin')
  const { id, slug } = await add(admin, { body: 'Old' })
  await admin.call(pages.publish, { id, revision: 1, effectiveAt: inAnHour() })
  await admin.call(pages.save, { id, revision: 2, body: 'New' })
  await admin.call(pages.publish, { id, revision: 3 })
  await pass(app, 2)
  expect(words((await seen(app, 'note', slug)).page?.tree ?? [])).toBe('New')
})

test('a page that the footer names is neither withdrawn nor deleted', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin')
  const page = await addPublished(admin, { kind: 'page', slug: 'team' })
  await admin.call(pages.save, { id: page.id, revision: 2, slug: 'people' })
  await admin.call(pages.publish, { id: page.id, revision: 3 })
  const links = [{ id: 'team', label: 'Team', target: '/pages/team' }]
  await save(admin, 'footer', { columns: [{ heading: 'Ours', links }] })
  await publish(admin, ['footer'])
  const based = { id: page.id, revision: 4 }
  const sentence = { code: 'conflict', message: 'The footer links to this page.' }
  await expect(admin.call(pages.withdraw, based)).rejects.toMatchObject(sentence)
  await expect(admin.call(pages.remove, based)).rejects.toMatchObject(sentence)
  await save(admin, 'footer', defaultSettings().footer)
  await publish(admin, ['footer'])
  await admin.call(pages.remove, based)
  const { problems } = await save(admin, 'footer', { columns: [{ heading: 'Ours', links }] })
  expect(problems).toMatchObject([{ level: 'blocker', message: 'There’s no page at /pages/team' }])
})

test('a deleted page is restored with its address, unless another has that now', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin')
  const { id, revision } = await addPublished(admin, { slug: 'one' })
  await admin.call(pages.remove, { id, revision })
  await expect(seen(app, 'note', 'one')).rejects.toMatchObject({ code: 'not_found' })
  expect((await admin.call(pages.list, { state: 'deleted' })).items).toMatchObject([{ id }])
  expect(await admin.call(pages.restore, { id })).toMatchObject({ state: 'published' })
  expect(await seen(app, 'note', 'one')).toMatchObject({ page: { slug: 'one' } })
  await admin.call(pages.remove, { id, revision: revision + 2 })
  await add(admin, { slug: 'one' })
  await expect(admin.call(pages.restore, { id })).rejects.toMatchObject({ code: 'conflict' })
})

test('a page deleted 30 days ago is gone for good, and its addresses are free', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin')
  const old = await addPublished(admin, { slug: 'former' })
  await admin.call(pages.save, { id: old.id, revision: 2, slug: 'old' })
  await admin.call(pages.publish, { id: old.id, revision: 3 })
  const recent = await addPublished(admin, { slug: 'recent' })
  const kept = await addPublished(admin, { slug: 'kept' })
  await admin.call(pages.remove, { id: old.id, revision: 4 })
  await admin.call(pages.remove, { id: recent.id, revision: recent.revision })
  const night = async (daysLater: number) => {
    await app.db.update(pagesTable).set({
      deletedAt: sql`deleted_at - make_interval(days => ${daysLater})`,
    })
    await app.db.execute(sql`update jobs set run_at = now() where name = 'pages.sweep'`)
    await app.work()
  }
  await app.work()
  await night(29)
  expect(await admin.call(pages.restore, { id: recent.id })).toMatchObject({ state: 'published' })
  await expect(add(admin, { slug: 'former' })).rejects.toMatchObject({ code: 'conflict' })
  await night(2)
  await expect(admin.call(pages.show, { id: old.id })).rejects.toMatchObject({ code: 'not_found' })
  for (const { id } of [recent, kept]) await admin.call(pages.show, { id })
  for (const slug of ['former', 'old']) expect(await add(admin, { slug })).toMatchObject({ slug })
})

test('legal texts keep their address, are never deleted and say what changed', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin')
  const { items } = await admin.call(pages.list, { kind: 'legal', search: 'priv' })
  const legal = await admin.call(pages.list, { kind: 'legal' })
  const second = await admin.call(pages.list, { kind: 'legal', page: 2, limit: 1 })
  expect(second).toMatchObject({ items: [legal.items[1]], total: legal.items.length })
  const id = items[0]?.id ?? ''
  const renamed = admin.call(pages.save, { id, revision: 1, slug: 'private' })
  await expect(renamed).rejects.toMatchObject({ fields: { slug: expect.any(String) } })
  const removed = admin.call(pages.remove, { id, revision: 1 })
  await expect(removed).rejects.toMatchObject({ message: 'A legal text can’t be deleted.' })
  const unexplained = admin.call(pages.publish, { id, revision: 1 })
  await expect(unexplained).rejects.toMatchObject({ fields: { changeNote: 'Say what changed' } })
  await admin.call(pages.publish, { id, revision: 1, changeNote: 'Read again' })
  expect(await admin.call(pages.show, { id })).toMatchObject({ demo: false, byPerson: true })
  const own = { kind: 'legal' as const, body: 'Text' }
  for (let at = 1; at <= 10; at += 1) await add(admin, { ...own, title: `Own ${at}` })
  await expect(add(admin, { ...own, title: 'One more' })).rejects.toMatchObject({
    message: 'There are 15 legal texts at most.',
  })
})

test('an unknown variable and too long a text are refused, naming the field', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin')
  await expect(add(admin, { body: 'a {firm.nmae} {other}' })).rejects.toMatchObject({
    code: 'invalid_input',
    fields: { body: expect.stringContaining('{firm.nmae}') },
  })
  await expect(add(admin, { body: 'x'.repeat(60_001) })).rejects.toMatchObject({
    fields: { body: 'Use at most 60,000 characters' },
  })
  expect(await add(admin, { body: 'ü'.repeat(60_000) })).toMatchObject({ state: 'draft' })
  await expect(add(admin, { body: '>'.repeat(60_000) })).rejects.toMatchObject({
    fields: { body: expect.stringContaining('too complicated') },
  })
  await expect(add(admin, { title: 'a\u202eb' })).rejects.toMatchObject({
    fields: { title: expect.any(String) },
  })
})
