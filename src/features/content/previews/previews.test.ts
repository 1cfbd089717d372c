import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { previews as table } from '#server/database/schema.ts'
import { failureOf } from '#test/harness/failure-of.ts'
import { publish, save } from '#test/harness/site-settings.ts'
import { openTestApp } from '#test/harness/test-app.ts'
import { pages } from '../pages/contract.ts'
import { defaultSettings } from '../resolved-settings/defaults.ts'
import { previews } from './contract.ts'
import { openPreview } from './open-preview.server.ts'

const tokenIn = (url: string) => /\/preview\/([\w-]{43})/.exec(url)?.[1] ?? ''

const weekMs = 7 * 86_400_000

test('a link is shown once, stored as a hash, lasts seven days and can be revoked', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin', 'mara')
  const before = Date.now()
  const { id, url, expiresAt } = await admin.call(previews.create, {})
  expect(url).toMatch(/^https:\/\/counterfoil\.example\/preview\/[\w-]{43}$/)
  const lasts = new Date(expiresAt).getTime() - before
  expect(Math.abs(lasts - weekMs)).toBeLessThan(60_000)
  const [row] = await app.db.select().from(table)
  const token = tokenIn(url)
  expect(Buffer.from(row?.tokenHash ?? [])).toEqual(createHash('sha256').update(token).digest())
  const { items } = await admin.call(previews.list, {})
  expect(items).toMatchObject([{ id, page: null, createdBy: { name: 'mara' }, expiresAt }])
  expect(JSON.stringify(items)).not.toContain(token)
  expect(JSON.stringify(app.logged)).not.toContain(token)

  expect((await openPreview(app.deps, token))?.expiresAt).toEqual(new Date(expiresAt))
  for (const other of ['', 'x'.repeat(43), `${token}x`, token.toLowerCase()]) {
    expect(await openPreview(app.deps, other)).toBeUndefined()
  }
  await admin.call(previews.remove, { id })
  expect(await openPreview(app.deps, token)).toBeUndefined()
  expect(await failureOf(admin.call(previews.remove, { id }))).toMatchObject({ code: 'not_found' })
})

test('at most 20 links are open; expired ones open nothing, are not listed, and go', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin')
  const made = []
  for (let count = 0; count < 20; count += 1) made.push(await admin.call(previews.create, {}))
  expect(await failureOf(admin.call(previews.create, {}))).toMatchObject({
    code: 'conflict',
    message: 'There are 20 open links. Revoke one first.',
  })
  const [first, second] = made
  if (!first || !second) throw new Error('no links')
  const expire = (id: string) =>
    app.db
      .update(table)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(table.id, id))
  await expire(first.id)
  expect(await openPreview(app.deps, tokenIn(first.url))).toBeUndefined()
  expect((await admin.call(previews.list, {})).items).toHaveLength(19)
  await admin.call(previews.create, {})
  expect(await app.db.$count(table)).toBe(20)
  await expire(second.id)
  await app.work()
  expect(await app.db.$count(table)).toBe(19)
})

test('two at once do not pass the limit', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin')
  for (let count = 0; count < 19; count += 1) await admin.call(previews.create, {})
  const answers = await Promise.allSettled([
    admin.call(previews.create, {}),
    admin.call(previews.create, {}),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('the link of a page names its address; one of a deleted page opens nothing', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin')
  const note = await admin.call(pages.create, { kind: 'note', title: 'Slips', body: 'Text' })
  const { url } = await admin.call(previews.create, { pageId: note.id })
  expect(url).toMatch(/\/preview\/[\w-]{43}\/notes\/slips$/)
  const { items } = await admin.call(previews.list, {})
  expect(items[0]?.page).toEqual({ id: note.id, title: 'Slips' })
  await admin.call(pages.remove, { id: note.id, revision: '1' })
  expect(await openPreview(app.deps, tokenIn(url))).toBeUndefined()
  expect(await failureOf(admin.call(previews.create, { pageId: note.id }))).toMatchObject({
    code: 'not_found',
  })
})

test('a version is shown without drafts, and looking at another leaves one link', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin')
  await save(admin, 'firm', { name: 'One' })
  await publish(admin, ['firm'])
  await save(admin, 'firm', { name: 'Draft' })
  const nameAt = async (url: string) => {
    const preview = await openPreview(app.deps, tokenIn(url))
    return preview && [preview.version, preview.content.resolved().firm.name]
  }
  const drafts = await admin.call(previews.create, {})
  const first = await admin.call(previews.create, { version: 1 })
  expect(await nameAt(first.url)).toEqual([1, defaultSettings().firm.name])
  const second = await admin.call(previews.create, { version: 2 })
  expect(await nameAt(second.url)).toEqual([2, 'One'])
  expect(await nameAt(first.url)).toBeUndefined()
  expect(await nameAt(drafts.url)).toEqual([null, 'Draft'])
  const { items } = await admin.call(previews.list, {})
  expect(items.map(({ version }) => version)).toEqual([2, null])
  const unknown = admin.call(previews.create, { version: 9 })
  expect(await failureOf(unknown)).toMatchObject({ code: 'not_found' })
  expect(await app.db.$count(table)).toBe(2)
})
