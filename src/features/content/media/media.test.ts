import { createHash } from 'node:crypto'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { sweepDocuments } from '#features/clients/documents/sweeping.server.ts'
import { readConfig } from '#server/config.ts'
import { blobDeletions, media, storedState } from '#server/database/schema.ts'
import { documentsDirectory } from '#server/files/open-storage.ts'
import { sendPicture, uploadPicture } from '#test/harness/pictures.ts'
import { circle, svgOf } from '#test/harness/sample-files.ts'
import { publish, save } from '#test/harness/site-settings.ts'
import { temporaryDirectory } from '#test/harness/temporary-directory.ts'
import { openTestApp, type TestApp } from '#test/harness/test-app.ts'
import { siteSettings } from '../site-settings/contract.ts'
import { media as pictures } from './contract.ts'
import { sweepMedia } from './sweeping.server.ts'

const plain = (width: number, height: number, background = '#336699') =>
  sharp({ create: { width, height, channels: 3, background } })

const get = (app: TestApp, url: string, headers: Record<string, string> = {}) =>
  app.send({ url, headers })

test('a logo becomes a master, three sizes and icons, under names of their content', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin')
  const made = await uploadPicture(app, admin, 'logo', svgOf(circle, 'viewBox="0 0 200 100"'))
  expect(made).toMatchObject({ name: 'picture.png', width: 1024, height: 512 })
  const sizes = made.variants.map(({ variant, width, height }) => [variant, width, height])
  expect(sizes).toEqual(
    expect.arrayContaining([
      ['1x', 64, 32] as const,
      ['2x', 128, 64] as const,
      ['3x', 192, 96] as const,
      ...[32, 48, 180, 192, 512].map((side) => [`icon-${side}`, side, side]),
      ['maskable', 512, 512],
    ]),
  )
  for (const { url, width, height } of [made, ...made.variants]) {
    const answer = await get(app, url)
    expect(answer.statusCode).toBe(200)
    const name = createHash('sha256').update(answer.rawPayload).digest('hex').slice(0, 32)
    expect(url).toMatch(new RegExp(`^/media/${name}\\.(png|webp)$`))
    expect(answer.headers).toMatchObject({
      'content-type': `image/${url.split('.')[1]}`,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width, height })
  }
})

test('a logo keeps every color', async () => {
  await using app = await openTestApp()
  const admin = await app.person('admin')
  const [width, height] = [256, 128]
  const pixels = Buffer.from(
    Array.from({ length: width * height }, (_, at) => [at % width, at >> 8, 128]).flat(),
  )
  const sent = sharp(pixels, { raw: { width, height, channels: 3 } }).png()
  const { url } = await uploadPicture(app, admin, 'logo', await sent.toBuffer())
  const stored = await sharp((await get(app, url)).rawPayload)
    .raw()
    .toBuffer()
  expect(stored.equals(pixels)).toBe(true)
})

test('the same picture again is the same record; as an icon it is another', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin')
  const bytes = await plain(512, 512).png().toBuffer()
  const first = await uploadPicture(app, admin, 'icon', bytes)
  expect(await uploadPicture(app, admin, 'icon', bytes)).toEqual(first)
  const logo = await uploadPicture(app, admin, 'logo', bytes)
  expect(logo.id).not.toBe(first.id)
  const urls = [first, logo].flatMap(({ url, variants }) => [url, ...variants.map((v) => v.url)])
  for (const url of urls) expect((await get(app, url)).statusCode).toBe(200)
  expect(new Set(urls).size).toBe(urls.length)
})

test('admins read a stored picture by its id; a variant has none of its own', async () => {
  await using app = await openTestApp()
  const admin = await app.person('admin')
  const made = await uploadPicture(app, admin, 'logo')
  expect(await admin.call(pictures.show, { id: made.id })).toEqual(made)
  const [variant] = await app.db.select().from(media).where(eq(media.variant, '1x'))
  for (const id of [variant?.id ?? '', crypto.randomUUID()]) {
    const answer = admin.call(pictures.show, { id })
    await expect(answer).rejects.toMatchObject({ code: 'not_found' })
  }
  const agent = await app.person('agent')
  const refused = agent.call(pictures.show, { id: made.id })
  await expect(refused).rejects.toMatchObject({ code: 'forbidden' })
})

test('photos lose their metadata, portraits become squares, animations their first frame', async () => {
  await using app = await openTestApp()
  const agent = await app.person('agent')
  const photo = await plain(300, 200)
    .withExif({ IFD0: { Artist: 'Mara Quist' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .jpeg()
    .toBuffer()
  expect((await sharp(photo).metadata()).exif).toBeDefined()
  const trailing = Buffer.concat([photo, Buffer.from('<script>alert(1)</script>')])
  const made = await uploadPicture(app, agent, 'portrait', trailing)
  expect(made).toMatchObject({ width: 200, height: 200 })
  expect(made.variants.map(({ variant }) => variant).sort()).toEqual(['192', '48', '96'])
  for (const { url } of [made, ...made.variants]) {
    const { rawPayload } = await get(app, url)
    const { exif, icc, xmp, comments } = await sharp(rawPayload).metadata()
    expect({ exif, icc, xmp, comments }).toEqual({})
    expect(rawPayload.includes('Mara Quist')).toBe(false)
    expect(rawPayload.includes('<script')).toBe(false)
  }
  const frames = [plain(200, 200, 'red'), plain(200, 200, 'blue')].map((one) => one.png())
  const animated = await sharp(await Promise.all(frames.map((one) => one.toBuffer())), {
    join: { animated: true },
  })
    .webp()
    .toBuffer()
  expect((await sharp(animated).metadata()).pages).toBe(2)
  const still = await uploadPicture(app, agent, 'portrait', animated)
  expect((await sharp((await get(app, still.url)).rawPayload).metadata()).pages).toBeUndefined()
})

test('note pictures come in the widths they are large enough for', async () => {
  await using app = await openTestApp()
  const admin = await app.person('admin')
  const cmyk = await plain(700, 350).toColorspace('cmyk').jpeg().toBuffer()
  const { variants } = await uploadPicture(app, admin, 'note', cmyk)
  expect(variants.map(({ variant, width }) => [variant, width])).toEqual([
    ['480', 480] as const,
    ['960', 700] as const,
  ])
  const small = await plain(199, 300).png().toBuffer()
  const refused = await sendPicture(app, admin, 'note', small)
  expect(refused.json()).toMatchObject({
    code: 'invalid_input',
    message: 'A picture needs at least 200 pixels of width.',
  })
})

test('agents upload their portrait and nothing else; strangers nothing', async () => {
  await using app = await openTestApp()
  const agent = await app.person('agent')
  const bytes = await plain(200, 200).png().toBuffer()
  expect((await sendPicture(app, agent, 'portrait', bytes)).statusCode).toBe(201)
  for (const purpose of ['logo', 'logo_dark', 'icon', 'note']) {
    expect((await sendPicture(app, agent, purpose, bytes)).statusCode).toBe(403)
  }
  expect((await sendPicture(app, app.stranger(), 'portrait', bytes)).statusCode).toBe(401)
  expect((await sendPicture(app, agent, 'social', bytes)).statusCode).toBe(400)
})

test('the twenty-first upload within a minute waits', async () => {
  await using app = await openTestApp()
  const admin = await app.person('admin')
  for (let count = 0; count < 20; count += 1) {
    const answer = await sendPicture(app, admin, 'note', Buffer.from('GIF89a'))
    expect(answer.statusCode).toBe(415)
  }
  const refused = await sendPicture(app, admin, 'note', Buffer.from('GIF89a'))
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, expect.any(String)])
})

test('addresses that no picture has are not there', async () => {
  await using app = await openTestApp()
  for (const name of [`${'0'.repeat(32)}.png`, 'x.png', '..%2f..%2fpackage.json', 'a.svg']) {
    expect((await get(app, `/media/${name}`)).statusCode).toBe(404)
  }
})

test('without storage, pictures are unavailable for a while, and texts are published all the same', async () => {
  const environment = { DATA_DIR: temporaryDirectory() }
  await using app = await openTestApp({ seeded: true, environment })
  const admin = await app.person('admin')
  const logo = await uploadPicture(app, admin, 'logo')
  await save(admin, 'appearance', { logoId: logo.id })
  await publish(admin, ['appearance'])
  const files = documentsDirectory(readConfig(environment))
  renameSync(files, `${files}-away`)
  writeFileSync(files, 'in the way')
  const shown = await get(app, logo.url)
  expect([shown.statusCode, shown.headers['retry-after']]).toEqual([503, expect.any(String)])
  const bytes = await plain(300, 300).png().toBuffer()
  const refused = await sendPicture(app, admin, 'note', bytes)
  expect([refused.statusCode, refused.json().code]).toEqual([503, 'unavailable'])
  await save(admin, 'firm', { tagline: 'Without pictures' })
  await publish(admin, ['firm'])
  expect((await get(app, '/icon-192.png')).statusCode).toBe(200)
  rmSync(files)
  renameSync(`${files}-away`, files)
  expect((await get(app, logo.url)).statusCode).toBe(200)
})

test('the icons of the site are those of the firm, and change with it', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin')
  const usual = await get(app, '/icon-192.png')
  expect(usual.headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'no-cache' })
  expect((await get(app, '/favicon.svg')).headers['content-type']).toContain('image/svg+xml')
  const { id } = await uploadPicture(app, admin, 'icon')
  await save(admin, 'appearance', { iconId: id })
  await publish(admin, ['appearance'])
  const files = [['apple-touch-icon.png', 180] as const, ['icon-192.png', 192] as const]
  for (const [name, side] of [...files, ['icon-512.png', 512], ['icon-maskable-512.png', 512]]) {
    const answer = await get(app, `/${name}`)
    expect(answer.headers['cache-control']).toBe('no-cache')
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: side, height: side })
    const again = await get(app, `/${name}`, { 'if-none-match': String(answer.headers.etag) })
    expect(again.statusCode).toBe(304)
  }
  const ico = await get(app, '/favicon.ico')
  expect(ico.headers['content-type']).toBe('image/x-icon')
  expect([...ico.rawPayload.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 48, 48])
  expect(await sharp(ico.rawPayload.subarray(22)).metadata()).toMatchObject({ width: 48 })
  expect((await get(app, '/icon-192.png')).headers.etag).not.toBe(usual.headers.etag)
  expect((await get(app, '/favicon.svg')).statusCode).toBe(404)
})

test('a picture that is not there blocks the publish', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin')
  const iconId = crypto.randomUUID()
  const { problems } = await save(admin, 'appearance', { iconId })
  expect(problems).toMatchObject([{ path: 'iconId', level: 'blocker' }])
  await expect(publish(admin, ['appearance'])).rejects.toMatchObject({ code: 'invalid_input' })
})

test('a logo that is hard to see in the dark is a warning, unless something helps', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin')
  const [dark, light] = ['#101820', '#e0e0e0']
  const logo = await uploadPicture(app, admin, 'logo', await plain(100, 100, dark).png().toBuffer())
  const [bright, dim] = await Promise.all(
    [light, dark].map(async (color) =>
      uploadPicture(app, admin, 'logo_dark', await plain(100, 100, color).png().toBuffer()),
    ),
  )
  const warned = async (look: object) => {
    const { problems } = await save(admin, 'appearance', { logoId: logo.id, ...look })
    return problems.map(({ path, level }) => [path, level])
  }
  expect(await warned({})).toEqual([['logoId', 'warning']])
  expect(await warned({ logoPlate: true })).toEqual([])
  expect(await warned({ logoPlate: false, logoDarkId: bright?.id })).toEqual([])
  expect(await warned({ logoDarkId: dim?.id })).toEqual([['logoDarkId', 'warning']])
})

test('after 30 nights without use a picture and its files are gone; used ones stay', async () => {
  await using app = await openTestApp({ seeded: true })
  const admin = await app.person('admin')
  const square = (color: string) => plain(200, 200, color).png().toBuffer()
  const unused = await uploadPicture(app, admin, 'icon', await square('red'))
  const draft = await uploadPicture(app, admin, 'icon', await square('green'))
  const live = await uploadPicture(app, admin, 'logo', await square('blue'))
  const face = await uploadPicture(app, admin, 'portrait', await square('white'))
  await save(admin, 'appearance', { logoId: live.id })
  await publish(admin, ['appearance'])
  await save(admin, 'appearance', { iconId: draft.id, logoId: null })
  await app.db.execute(sql`update users set portrait_id = ${face.id}`)
  const tools = { ...app.deps, log: app.fastify.log }
  const night = async (daysLater: number) => {
    await app.db.execute(sql`
      update ${storedState} set value = (
        select coalesce(jsonb_object_agg(key, (value #>> '{}')::timestamptz - make_interval(days => ${daysLater})), '{}')
        from jsonb_each(value)) where name = 'media:unused'`)
    await app.db.execute(
      sql`update ${media} set created_at = created_at - make_interval(days => ${daysLater})`,
    )
    await sweepMedia.run(tools, {})
  }
  await night(0)
  await night(29)
  expect((await get(app, unused.url)).statusCode).toBe(200)
  const files = (await app.db.select().from(media)).filter(
    ({ id, derivedFrom }) => id === unused.id || derivedFrom === unused.id,
  )
  await night(1)
  const answers = await Promise.all([unused, draft, live, face].map(({ url }) => get(app, url)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 200, 200, 200])
  await sweepDocuments.run(tools, {})
  expect(await app.db.$count(blobDeletions)).toBe(0)
  for (const { storageKey } of files) {
    await expect(app.deps.storage.read(storageKey)).rejects.toThrow()
  }
  const { problems } = await admin.call(siteSettings.show, {})
  expect(problems.filter(({ path }) => path.endsWith('Id'))).toEqual([])
})
