import { eq, inArray, like, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { brand } from '#brand.ts'
import { readContentVersion } from '#server/content/content-version.ts'
import { jobs, media, pages as pageTable, services, socialImages } from '#server/database/schema.ts'
import { uploadPicture } from '#test/harness/pictures.ts'
import { publish, save } from '#test/harness/site-settings.ts'
import { openTestApp, type TestApp } from '#test/harness/test-app.ts'
import { sweepMedia } from '../media/sweeping.server.ts'
import { pages } from '../pages/contract.ts'
import { drawSocialImages, planSocialImages } from './draw-social-images.server.ts'
import { findSocialImage } from './find-social-image.server.ts'

const waiting = eq(jobs.uniqueKey, 'social-images.draw')

/** Runs the job as often as it schedules itself. */
async function draw({ db, deps, fastify: { log } }: TestApp): Promise<void> {
  do {
    await db.delete(jobs).where(waiting)
    await drawSocialImages.run({ ...deps, log }, {})
  } while ((await db.$count(jobs, waiting)) > 0)
}

const find = ({ db, deps }: TestApp, path: string) =>
  findSocialImage(db, deps.content.settings(), path)

/**
 * Opens a site with few pages: one service and, unless demo content is shown, no pages and notes.
 */
async function openFirm(firm: Parameters<typeof save<'firm'>>[2], showDemoContent = false) {
  const app = await openTestApp({ seeded: true })
  await app.db.delete(services).where(sql`slug <> 'data-analysis'`)
  const admin = await app.person('admin')
  await save(admin, 'firm', firm)
  await save(admin, 'contact', { email: 'post@nordlicht.test', phone: null, address: null })
  await save(admin, 'demo', { showDemoContent })
  await publish(admin, showDemoContent ? ['firm', 'contact'] : ['firm', 'contact', 'demo'])
  return { app, admin }
}

test('with name, tagline, logo and colors of the default nothing is drawn', async () => {
  await using app = await openTestApp({ seeded: true })
  await draw(app)
  expect([await app.db.$count(socialImages), await app.db.$count(media)]).toEqual([0, 0])
  expect(await find(app, '/')).toBeUndefined()
})

test('home, services, pages and notes get an image each; other pages share that of the home page', async () => {
  const { app } = await openFirm({ name: 'Nordlicht' }, true)
  await using _ = app
  // Five pages stay, which is more than one run draws.
  const others = inArray(pageTable.slug, ['docs', 'api', 'resources', 'webinars'])
  await app.db.update(pageTable).set({ deletedAt: sql`now()` }).where(others)
  expect(await find(app, '/')).toBeUndefined()
  await draw(app)
  const drawn = (await app.db.select().from(socialImages)).map(({ path }) => path)
  expect(drawn.sort()).toEqual([
    '/',
    '/notes/measure-before-you-automate',
    '/notes/what-a-confidence-is-for',
    '/pages/careers',
    '/services/data-analysis',
  ])
  const urls = await Promise.all(drawn.map((path) => find(app, path)))
  expect(new Set(urls).size).toBe(drawn.length)
  for (const url of urls) {
    const answer = await app.send({ url: url ?? '' })
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 1200, height: 630 })
    expect(answer.rawPayload.length).toBeLessThan(80_000)
  }
  for (const path of ['/legal/privacy', '/notes', '/consultation']) {
    expect(await find(app, path)).toBe(await find(app, '/'))
  }
  expect(await find(app, '/services/nothing')).toBeUndefined()
})

test('only what changed is drawn again, and visitors see it at once; unused images go after 30 nights', async () => {
  const { app, admin } = await openFirm({ name: 'Nordlicht' })
  await using _ = app
  await draw(app)
  const [home = '', service = ''] = [
    await find(app, '/'),
    await find(app, '/services/data-analysis'),
  ]
  const seen = () => readContentVersion(app.db)
  const before = [await seen(), app.contentChanges(), await app.db.$count(media)]
  await draw(app)
  expect([await seen(), app.contentChanges(), await app.db.$count(media)]).toEqual(before)
  await app.db.update(services).set({ title: 'Counting beans' })
  await draw(app)
  expect(await find(app, '/')).toBe(home)
  expect(await find(app, '/services/data-analysis')).not.toBe(service)
  expect(await seen()).toBe((before[0] ?? 0) + 1)
  expect(app.deps.content.version()).toBe(await seen())
  await app.db.update(services).set({ active: false })
  await draw(app)
  expect(await app.db.$count(socialImages)).toBe(1)

  await save(admin, 'firm', { name: 'Südlicht' })
  await publish(admin, ['firm'])
  expect(await find(app, '/')).toBeUndefined()
  await draw(app)
  expect(await find(app, '/')).not.toBe(home)
  await save(admin, 'firm', { name: 'Nordlicht' })
  await publish(admin, ['firm'])
  await draw(app)
  // The same picture is stored as the same file.
  expect(await find(app, '/')).toBe(home)

  const night = async (days: number) => {
    await app.db.execute(sql`update stored_state set value = (
      select coalesce(jsonb_object_agg(key, (value #>> '{}')::timestamptz - make_interval(days => ${days})), '{}')
      from jsonb_each(value)) where name = 'media:unused'`)
    await app.db.execute(
      sql`update media set created_at = created_at - make_interval(days => ${days})`,
    )
    await sweepMedia.run({ ...app.deps, log: app.fastify.log }, {})
  }
  await night(0)
  await night(29)
  expect((await app.send({ url: service })).statusCode).toBe(200)
  await night(1)
  const answers = await Promise.all([home, service].map((url) => app.send({ url })))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 404])
  await save(admin, 'firm', { name: brand.name })
  await publish(admin, ['firm'])
  await draw(app)
  expect(await app.db.$count(socialImages)).toBe(0)
})

test('logo and colors are in the image; without the file of the logo nothing is drawn', async () => {
  const { app, admin } = await openFirm({ name: 'Nordlicht' })
  await using _ = app
  await draw(app)
  const plain = await find(app, '/')
  await save(admin, 'appearance', { primary: '#0b5cad', machine: '#ffb347' })
  await publish(admin, ['appearance'])
  await draw(app)
  const colored = await find(app, '/')
  const { id: logoId } = await uploadPicture(app, admin, 'logo')
  await save(admin, 'appearance', { logoId })
  await publish(admin, ['appearance'])
  const [largest] = await app.db.select().from(media).where(like(media.variant, '3x'))
  const { storage } = app.deps
  const bytes = await storage.read(largest?.storageKey ?? '').then((file) => file.toArray())
  await storage.remove(largest?.storageKey ?? '')
  await expect(draw(app)).rejects.toMatchObject({ code: 'unavailable' })
  expect(await find(app, '/')).toBeUndefined()
  const received = await storage.receive(1_000_000, largest?.storageKey)
  received.sink.end(Buffer.concat(bytes))
  await new Promise((resolve) => received.sink.once('finish', resolve))
  await received.commit(received.sha256())
  await received.discard()
  await draw(app)
  const urls = [plain, colored, await find(app, '/')]
  expect(urls.every(Boolean)).toBe(true)
  expect(new Set(urls).size).toBe(3)
})

test('changes are drawn five seconds later, scheduled ones when they take effect', async () => {
  const { app, admin } = await openFirm({ name: 'Nordlicht' })
  await using _ = app
  await app.db.delete(jobs).where(waiting)
  const before = Date.now()
  await planSocialImages(app.deps)
  await planSocialImages(app.deps)
  const planned = await app.db.select().from(jobs).where(waiting)
  expect(planned).toHaveLength(1)
  expect(planned[0]?.runAt.getTime()).toBeGreaterThanOrEqual(before + 5_000)
  const body = 'Words'
  const { id } = await admin.call(pages.create, {
    kind: 'note',
    title: 'Later',
    slug: 'later',
    body,
  })
  const effectiveAt = new Date(Date.now() + 3_600_000)
  await admin.call(pages.publish, { id, revision: 1, effectiveAt: effectiveAt.toISOString() })
  await draw(app)
  expect(await find(app, '/notes/later')).toBeUndefined()
  const [coming] = await app.db
    .select()
    .from(jobs)
    .where(like(jobs.uniqueKey, 'social-images.draw %'))
  expect(coming?.runAt).toEqual(effectiveAt)
})
