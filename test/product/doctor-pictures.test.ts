import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  checkMedia,
  checkOwnPictures,
  checkRenderer,
  checkSocialImages,
} from '#cli/doctor-pictures.ts'
import { drawSocialImages } from '#features/content/social-images/draw-social-images.server.ts'
import { media, services } from '#server/database/schema.ts'
import { uploadPicture } from '../harness/pictures.ts'
import { publish, save } from '../harness/site-settings.ts'
import { openTestApp } from '../harness/test-app.ts'

test('the doctor names pictures that are gone, and says whether they can be made', async () => {
  await using app = await openTestApp({ seeded: true })
  const { config, content, storage } = app.deps
  const own = async () => {
    const { status, words } = await checkOwnPictures(config, content.settings())
    return [status, words]
  }
  expect(await own()).toEqual(['not set', 'logo and icon are the defaults.'])
  const admin = await app.person('admin')
  const { id: iconId } = await uploadPicture(app, admin, 'icon')
  await save(admin, 'appearance', { iconId })
  await publish(admin, ['appearance'])
  expect(await own()).toEqual(['ok', 'every file can be read.'])
  const [picture] = await app.db.select().from(media).where(eq(media.variant, 'icon-32'))
  await storage.remove(picture?.storageKey ?? '')
  expect(await own()).toEqual(['failed', expect.stringContaining('1 of 7 files cannot be read')])
  const { document } = content.settings()
  const gone = await checkOwnPictures(config, { document, pictures: [] })
  expect(gone).toMatchObject({
    status: 'failed',
    words: expect.stringContaining('1 of 1 are gone'),
  })
  expect(await checkRenderer()).toMatchObject({
    status: 'ok',
    words: 'works, and so do its fonts.',
  })
  expect(checkMedia({ count: 1200, bytes: 3 * 1024 ** 2 })).toMatchObject({
    status: 'ok',
    words: '1,200 files, 3.0 MB.',
  })
  expect(checkMedia({ count: 0, bytes: 0 }).status).toBe('not set')
})

test('the doctor says whether social images are drawn and can be read', async () => {
  await using app = await openTestApp({ seeded: true })
  const { db, deps, fastify } = app
  const look = async () => {
    const { status, words } = await checkSocialImages(db, deps.config, deps.content.settings())
    return [status, words]
  }
  expect(await look()).toEqual(['not set', expect.stringContaining('the shipped ones')])
  await db.delete(services)
  const admin = await app.person('admin')
  await save(admin, 'firm', { name: 'Nordlicht' })
  await save(admin, 'contact', { email: 'post@nordlicht.test' })
  await save(admin, 'demo', { showDemoContent: false })
  await publish(admin, ['firm', 'contact', 'demo'])
  expect(await look()).toEqual(['warning', expect.stringMatching(/^1 of 1 are still to be drawn/)])
  await drawSocialImages.run({ ...deps, log: fastify.log }, {})
  expect(await look()).toEqual(['ok', 'drawn for 1 page.'])
  const [picture] = await db.select().from(media)
  await deps.storage.remove(picture?.storageKey ?? '')
  expect(await look()).toEqual(['failed', expect.stringMatching(/^1 of 1 files cannot be read/)])
})
