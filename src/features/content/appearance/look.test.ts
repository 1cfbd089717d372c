import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { media } from '#server/database/schema.ts'
import { uploadPicture } from '#test/harness/pictures.ts'
import { publish, save } from '#test/harness/site-settings.ts'
import { openTestApp } from '#test/harness/test-app.ts'
import { stylesOf } from './colors.ts'
import { lookOf } from './look.server.ts'

test('the defaults change nothing', async () => {
  await using app = await openTestApp({ seeded: true })
  expect(lookOf(app.deps.content.settings())).toBeNull()
})

test('a logo, its sizes and icons are live with the version that names it', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin')
  const logo = await uploadPicture(app, admin, 'logo')
  await save(admin, 'appearance', { logoId: logo.id, logoPlate: true })
  await publish(admin, ['appearance'])
  const look = lookOf(app.deps.content.settings())
  const url = (name: string) => logo.variants.find(({ variant }) => variant === name)?.url
  expect(look?.logo).toEqual({
    light: {
      src: url('1x'),
      width: 32,
      height: 32,
      srcSet: `${url('2x')} 2x, ${url('3x')} 3x`,
    },
    hasPlate: true,
  })
  expect(look?.icons?.map(({ side, isMaskable }) => [side, isMaskable])).toEqual(
    expect.arrayContaining([
      [32, false] as const,
      [180, false] as const,
      [512, false] as const,
      [512, true],
    ]),
  )
  expect(look).not.toHaveProperty('letter')
  expect(look).not.toHaveProperty('style')
})

test('another name without a logo has its first letter as mark and icon', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin')
  await save(admin, 'firm', { name: '(ønske) AG' })
  await publish(admin, ['firm'])
  expect(lookOf(app.deps.content.settings())).toEqual({
    letter: { text: 'Ø', ground: '#155e41', ink: expect.stringMatching(/^#f/) },
    icons: [],
  })
  const { rawPayload } = await app.send({ url: '/icon-192.png' })
  const { data, info } = await sharp(rawPayload).raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => {
    const start = (y * info.width + x) * info.channels
    return `#${data.subarray(start, start + 3).toString('hex')}`
  }
  // The stroke of the Ø crosses the middle.
  expect([at(96, 8), at(96, 96)]).toEqual(['#155e41', expect.stringMatching(/^#f/)])
  expect((await app.send({ url: '/favicon.svg' })).statusCode).toBe(404)
  const ico = await app.send({ url: '/favicon.ico' })
  expect(ico.headers['content-type']).toBe('image/x-icon')
})

test('a letter that the fonts lack leaves the color alone', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin')
  await save(admin, 'firm', { name: '日本' })
  await publish(admin, ['firm'])
  const { rawPayload } = await app.send({ url: '/icon-maskable-512.png' })
  const { channels } = await sharp(rawPayload).stats()
  expect(channels.slice(0, 3).map(({ min, max }) => [min, max])).toEqual([
    [0x15, 0x15],
    [0x5e, 0x5e],
    [0x41, 0x41],
  ])
})

test('an own icon whose file is lost gives way to the logo, and that to the default', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin')
  const usual = await app.send({ url: '/icon-192.png' })
  const { id: logoId } = await uploadPicture(app, admin, 'logo')
  const { id: iconId } = await uploadPicture(app, admin, 'icon')
  await save(admin, 'appearance', { logoId, iconId })
  await publish(admin, ['appearance'])
  const lose = async (id: string) => {
    const files = await app.db.select().from(media).where(eq(media.derivedFrom, id))
    for (const { storageKey } of files) await app.deps.storage.remove(storageKey)
    return app.send({ url: '/icon-192.png' })
  }
  const ofLogo = await lose(iconId)
  expect(ofLogo.statusCode).toBe(200)
  expect(ofLogo.headers.etag).not.toBe(usual.headers.etag)
  expect((await lose(logoId)).headers.etag).toBe(usual.headers.etag)
})

test('colors become a style, the hue of the ink also the frame of the browser', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin')
  const chosen = { primary: '#1f5fa8', inkHue: 250 }
  await save(admin, 'appearance', chosen)
  await publish(admin, ['appearance'])
  const look = lookOf(app.deps.content.settings())
  expect(look?.style).toBe(stylesOf({ ...chosen, machine: null, human: null }))
  expect(look?.frame?.light).toMatch(/^#f[\da-f]{5}$/)
  expect(look).not.toHaveProperty('icons')
})

test('a picture that is gone leaves the default', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin')
  const { id: logoId } = await uploadPicture(app, admin, 'logo')
  await save(admin, 'appearance', { logoId })
  await publish(admin, ['appearance'])
  await app.db.delete(media)
  const { document } = app.deps.content.settings()
  expect(lookOf({ document: { ...document }, pictures: [] })).toBeNull()
  expect((await app.send({ url: '/icon-192.png' })).statusCode).toBe(200)
})
