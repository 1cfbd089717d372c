import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { readLiveSettings } from '#server/content/live-settings.ts'
import { media, pages, services, siteVersions, storedState } from '#server/database/schema.ts'
import { documentsDirectory } from '#server/files/open-storage.ts'
import { uploadPicture } from '#test/harness/pictures.ts'
import { circle, svgOf } from '#test/harness/sample-files.ts'
import { publish, save } from '#test/harness/site-settings.ts'
import {
  type ExportedFiles,
  exportSite,
  fileOf,
  packSite,
  startWith,
} from '#test/harness/site-transfer.ts'
import { openTestApp, type TestApp } from '#test/harness/test-app.ts'
import { maxBytes } from './contract.ts'

const nameOf = async (app: TestApp) => (await readLiveSettings(app.db))?.document.firm.name

/** An export with a logo. */
async function exported(): Promise<ExportedFiles> {
  await using app = await openTestApp({ seeded: true })
  const owner = await app.person('owner')
  await save(owner, 'appearance', { logoId: (await uploadPicture(app, owner, 'logo')).id })
  await publish(owner, ['appearance'])
  return await exportSite(app, owner)
}

/** The line in which the start refuses a file, which must leave nothing. */
async function refusal(app: TestApp, path: string): Promise<string> {
  const error = await startWith(app, path).then(
    () => new Error('The file was taken.'),
    (thrown: Error) => thrown,
  )
  for (const table of [siteVersions, pages, services, media, storedState]) {
    expect(await app.db.$count(table)).toBe(0)
  }
  expect(readdirSync(documentsDirectory(app.deps.config))).toEqual([])
  expect(error.message).toMatch(/^SITE_CONTENT can’t be imported from [^\n]+$/)
  return error.message
}

function named(files: ExportedFiles, name: string): ExportedFiles {
  const { site, pictures } = files
  const settings = { ...site.settings, firm: { ...site.settings.firm, name } }
  return { site: { ...site, settings }, pictures }
}

test('a file is refused in one line that names what is wrong, and leaves nothing', async () => {
  const files = await exported()
  const { site, pictures } = files
  const [picture, ...others] = pictures
  if (!picture) throw new Error('no picture')
  const [path, bytes] = picture
  const { settings } = site
  const [page, ...more] = site.pages
  const withSite = (changes: object) => ({ site: { ...site, ...changes }, pictures })
  const withPicture = (
    other: Buffer,
    sha256 = createHash('sha256').update(other).digest('hex'),
  ) => ({
    site: { ...site, media: site.media.map((one) => ({ ...one, sha256 })) },
    pictures: new Map([[path, other]]),
  })
  const dead = { id: 'x', network: 'github', label: 'X', target: '/pages/none' }
  const exif = sharp(bytes).withExif({ IFD0: { Artist: 'Mara' } })
  const cases: [files: ExportedFiles, reason: RegExp][] = [
    [withSite({ format: 'other' }), /format: Use site-content/],
    [withSite({ formatVersion: 3 }), /formatVersion: Update this program/],
    [withSite({ schemaVersion: 99 }), /schemaVersion: Update this program/],
    [withSite({ users: [] }), /users: Unknown field/],
    [withSite({ pages: undefined }), /pages: /],
    [withSite({ services: [...site.services, site.services[0]] }), /services\.\d: Another item/],
    [withSite({ pages: [{ ...page, slug: 'No Slug' }, ...more] }), /pages\.0\.slug: /],
    [
      withSite({ pages: [{ ...page, body: `${'> '.repeat(40)}deep` }, ...more] }),
      /Text of .*nested/,
    ],
    [withSite({ settings: {} }), /settings\./],
    [named(files, 'a'.repeat(61)), /settings\.firm\.name: /],
    [
      withSite({ settings: { ...settings, footer: { ...settings.footer, social: [dead] } } }),
      /settings\.footer\.social\.0\.target: /,
    ],
    [withSite({ media: [] }), /site\.json doesn’t name pictures\//],
    [{ site, pictures: new Map(others) }, /pictures\/.* is missing/],
    [{ site: withSite({ media: [] }).site, pictures: new Map(others) }, /appearance\.logoId: /],
    [{ site, pictures: new Map([...pictures, ['users.json', bytes]]) }, /name users\.json/],
    [withPicture(bytes, '0'.repeat(64)), /is another picture/],
    [withPicture(bytes.subarray(0, bytes.length / 2)), /pictures\/.*\.png: /],
    [withPicture(Buffer.concat([bytes, Buffer.from('<script>')])), /pictures\/.*\.png: /],
    [withPicture(await exif.png().toBuffer()), /pictures\/.*\.png: /],
    [withPicture(await sharp(bytes).jpeg().toBuffer()), /no picture of the type/],
    [withPicture(svgOf(circle)), /no picture of the type/],
  ]
  await using app = await openTestApp()
  for (const [bad, reason] of cases) {
    expect(await refusal(app, fileOf(await packSite(app, bad)))).toMatch(reason)
  }
}, 60_000)

/** A zip with entries that a sound writer would not make. */
async function zipWith(app: TestApp, files: ExportedFiles, name: string): Promise<Buffer> {
  const place = 'x'.repeat(name.length)
  const pictures = new Map([...files.pictures, [place, Buffer.from('x')] as const])
  const zip = await packSite(app, { site: files.site, pictures })
  return Buffer.from(zip.toString('latin1').replaceAll(place, name), 'latin1')
}

test('what is no zip, too large, or leads out of the zip is refused too', async () => {
  const files = await exported()
  await using app = await openTestApp()
  const sound = await packSite(app, files)
  const empty = new ZipFile()
  empty.addBuffer(Buffer.from('x'), 'readme.txt')
  empty.end()
  const other = await buffer(empty.outputStream)
  const zeros = Buffer.alloc(maxBytes)
  const large = await packSite(app, { site: files.site, pictures: new Map([['zeros', zeros]]) })
  expect(large.length).toBeLessThan(maxBytes / 100)
  const cases: [file: Buffer | string, reason: RegExp][] = [
    ['Not a zip', /not a zip/i],
    ['', /not a zip/i],
    ['{"rows": []}', /neither a zip nor an export/],
    [sound.subarray(0, sound.length / 2), /not a zip/i],
    [other, /no site\.json/],
    [large, /larger than 100 MB/],
    [Buffer.alloc(maxBytes + 1), /larger than 100 MB/],
    [await zipWith(app, files, '../evil.png'), /invalid relative path/],
    [await zipWith(app, files, '/etc/evil.png'), /absolute path/],
    [await zipWith(app, files, 'site.json'), /site\.json is there twice/],
  ]
  for (const [file, reason] of cases) expect(await refusal(app, fileOf(file))).toMatch(reason)
  expect(await refusal(app, '/none/site.zip')).toMatch(/no such file/)
}, 60_000)

test('a bad file can be corrected; content that is there is never replaced', async () => {
  const files = await exported()
  await using app = await openTestApp()
  const pack = async (name: string) => fileOf(await packSite(app, named(files, name)))
  await refusal(app, await pack('a'.repeat(61)))
  const file = await pack('Vega')
  // Several instances of a new installation may start at once.
  await Promise.all([startWith(app, file), startWith(app, file)])
  expect(await nameOf(app)).toBe('Vega')
  const { rows } = await app.db.execute(sql`select count(*)::int as files from media`)
  expect(readdirSync(documentsDirectory(app.deps.config))).toHaveLength(Number(rows[0]?.files))
  await startWith(app, await pack('Quist'))
  await startWith(app, '/none/site.zip')
  expect(await nameOf(app)).toBe('Vega')
}, 60_000)

test('an installation that began without a file never imports one', async () => {
  const files = await exported()
  await using app = await openTestApp()
  await startWith(app, undefined)
  const before = await nameOf(app)
  await startWith(app, fileOf(await packSite(app, named(files, 'Vega'))))
  expect(await nameOf(app)).toBe(before)
}, 60_000)
