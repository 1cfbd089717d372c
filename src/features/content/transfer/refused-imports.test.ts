import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { blobDeletions, siteExports } from '#server/database/schema.ts'
import { documentsDirectory } from '#server/files/open-storage.ts'
import { eventually } from '#test/harness/eventually.ts'
import { openFilesIn } from '#test/harness/open-files.ts'
import { uploadPicture } from '#test/harness/pictures.ts'
import { circle, svgOf } from '#test/harness/sample-files.ts'
import { publish, save } from '#test/harness/site-settings.ts'
import { exportSite, importSite, sendSite } from '#test/harness/site-transfer.ts'
import { openTestApp, type Person, type TestApp } from '#test/harness/test-app.ts'
import { maxBytes, siteTransfer } from './contract.ts'

const head = '{"format":"site-content","formatVersion":1,'
const megabyte = 1024 * 1024

async function refusal(
  app: TestApp,
  owner: Person,
  file: string | Buffer | object,
  mode = 'publish',
) {
  const answer = await sendSite(app, owner, mode, file)
  return { status: answer.statusCode, ...answer.json<{ message: string; fields?: object }>() }
}

async function expectUnchanged(app: TestApp, owner: Person, before: object) {
  const { exportedAt: _, ...after } = await exportSite(app, owner)
  expect(before).toMatchObject(after)
}

test('files that are no export are refused with a sentence, and change nothing', async () => {
  await using app = await openTestApp({ seeded: true })
  const owner = await app.person('owner')
  const file = await exportSite(app, owner)
  const cases: [what: string, file: string | object, field: string][] = [
    ['brackets', '['.repeat(10 * megabyte), 'format'],
    ['brackets in a field', `${head}"settings":${'['.repeat(megabyte)}`, 'settings.'],
    ['braces', `${head}"pages":[${'{"a":'.repeat(megabyte / 5)}`, 'pages.0'],
    ['one string', `"${'a'.repeat(10 * megabyte)}"`, 'format'],
    ['one string in a field', `${head}"services":"${'a'.repeat(megabyte)}"}`, 'services'],
    ['many empty items', `${head}"pages":[${'{},'.repeat(megabyte / 3)}{}]}`, 'pages.'],
    ['many values', `${head}"settings":{"firm":[${'1,'.repeat(megabyte / 2)}1]}}`, 'settings.firm'],
    ['another format', JSON.stringify({ name: 'x', rows: Array(50_000).fill('a row') }), 'format'],
    ['another name', { ...file, format: 'other' }, 'format'],
    ['a newer version', { ...file, formatVersion: 2 }, 'formatVersion'],
    ['an unknown field', { ...file, users: [] }, 'users'],
    ['a name twice', `${head}"settings":{"firm":null,"firm":null}}`, 'settings.firm'],
    ['a prototype', `${head}"settings":{"__proto__":{"a":1}}}`, 'settings.__proto__'],
    ['no JSON', `${head}"pages":[1 2]}`, 'file'],
    ['half a file', JSON.stringify(file).slice(0, -9), 'file'],
    ['nothing', '', 'file'],
  ]
  for (const [what, sent, field] of cases) {
    // Both modes read the file in the same way.
    for (const mode of what.startsWith('half') ? ['publish', 'check'] : ['publish']) {
      const { status, message, fields } = await refusal(app, owner, sent, mode)
      if (mode === 'check' && status === 200) continue
      expect({ what, mode, status, message }).toMatchObject({ status: 400 })
      expect(Object.keys(fields ?? {})[0], what).toContain(field)
      expect(message.length).toBeGreaterThan(10)
    }
  }
  await expectUnchanged(app, owner, file)
  expect(app.logged.filter(({ level }) => Number(level) >= 50)).toEqual([])
  await eventually(() => expect(openFilesIn(documentsDirectory(app.deps.config))).toEqual([]))
}, 180_000)

test('more than 50 MB are refused, whether announced or sent', async () => {
  await using app = await openTestApp({ seeded: true })
  const owner = await app.person('owner')
  const before = await exportSite(app, owner)
  const big = Buffer.alloc(60 * 1024 * 1024, ' ')
  const sent = await refusal(app, owner, big)
  expect(sent).toMatchObject({ status: 413, fields: { file: expect.any(String) } })
  const pieces = Readable.from([big.subarray(0, maxBytes), big.subarray(maxBytes)])
  const answer = await sendSite(app, owner, 'check', pieces)
  expect(answer.statusCode).toBe(413)
  const text = await sendSite(app, owner, 'check', '{}', { 'content-type': 'text/plain' })
  expect(text.statusCode).toBe(415)
  await expectUnchanged(app, owner, before)
}, 180_000)

test('fields are checked as when typed: a check lists them, nothing else takes them', async () => {
  await using app = await openTestApp({ seeded: true })
  const owner = await app.person('owner')
  const file = await exportSite(app, owner)
  const [page, ...pages] = file.pages
  const [service, ...services] = file.services
  const firm = { ...file.settings.firm, name: 'a'.repeat(61), extra: 1 }
  const deep = `${'> '.repeat(40)}deep`
  const wrong = {
    ...file,
    settings: { ...file.settings, firm },
    pages: [{ ...page, body: deep }, ...pages],
    services: [{ ...service, slug: 'No Slug' }, ...services, services[0]],
  }
  const { problems } = await importSite(app, owner, 'check', wrong)
  const blockers = problems.filter(({ level }) => level === 'blocker').map(({ path }) => path)
  expect(blockers.sort()).toEqual([
    'pages.0.body',
    'services.0.slug',
    'services.6.slug',
    'settings.firm.extra',
    'settings.firm.name',
  ])
  for (const mode of ['draft', 'publish']) {
    const { status, fields } = await refusal(app, owner, wrong, mode)
    expect(status).toBe(400)
    expect(Object.keys(fields ?? {})).toContain('settings.firm.name')
  }
  const footer = {
    columns: [],
    social: [{ id: 'x', network: 'github', label: 'X', target: '/pages/none' }],
  }
  const dead = { ...file, settings: { ...file.settings, footer } }
  expect(await refusal(app, owner, dead)).toMatchObject({
    status: 400,
    fields: { 'settings.footer.social.0.target': expect.any(String) },
  })
  await expectUnchanged(app, owner, file)
  const many = { ...file, services: Array.from({ length: 80 }, () => ({})) }
  expect((await importSite(app, owner, 'check', many)).problems).toHaveLength(50)
})

test('pictures are decoded anew: damaged, dressed up and mislabeled ones are refused', async () => {
  await using app = await openTestApp({ seeded: true })
  const owner = await app.person('owner')
  await save(owner, 'appearance', { logoId: (await uploadPicture(app, owner, 'logo')).id })
  await publish(owner, ['appearance'])
  const file = await exportSite(app, owner)
  const [logo] = file.media
  const bytes = Buffer.from(String(logo?.data), 'base64')
  const as = (data: Buffer, more: object = {}) => ({
    ...file,
    media: [
      {
        ...logo,
        id: crypto.randomUUID(),
        data: data.toString('base64'),
        sha256: createHash('sha256').update(data).digest('hex'),
        ...more,
      },
    ],
  })
  const jpeg = await sharp(bytes).jpeg().toBuffer()
  const exif = await sharp(bytes)
    .withExif({ IFD0: { Artist: 'Mara' } })
    .png()
    .toBuffer()
  const cases: [file: object, field: string][] = [
    [as(bytes, { sha256: '0'.repeat(64) }), 'media.0.sha256'],
    [{ ...file, media: [{ ...logo, data: '!!' }] }, 'media.0.data'],
    [as(bytes.subarray(0, bytes.length / 2)), 'media.0.data'],
    [as(Buffer.concat([bytes, Buffer.from('<script>alert(1)</script>')])), 'media.0.data'],
    [as(exif), 'media.0.data'],
    [as(jpeg), 'media.0.data'],
    [as(svgOf(circle)), 'media.0.data'],
    [as(jpeg, { mimeType: 'image/jpeg' }), 'media.0.mimeType'],
    [as(bytes, { id: logo?.id, purpose: 'icon' }), 'media.0.id'],
  ]
  for (const [sent, field] of cases) {
    const { status, fields } = await refusal(app, owner, sent)
    expect([status, Object.keys(fields ?? {})]).toEqual([400, [field]])
  }
  await expectUnchanged(app, owner, file)
  const { changes } = await importSite(app, owner, 'publish', as(bytes))
  expect(changes).toEqual([{ kind: 'picture', act: 'added', name: 'logo', fields: [] }])
}, 180_000)

test('the state before an import is stored, can be downloaded and imported, and is deleted after 30 days', async () => {
  await using app = await openTestApp({ seeded: true })
  const owner = await app.person('owner')
  const file = await exportSite(app, owner)
  const firm = { ...file.settings.firm, name: 'Vega' }
  await importSite(app, owner, 'publish', { ...file, settings: { firm } })
  const { items, fileSize } = await owner.call(siteTransfer.exports, {})
  expect(items).toHaveLength(1)
  const { id = '' } = items[0] ?? {}
  const kept = await app.send({
    url: `/api/admin/site/exports/${id}`,
    headers: { cookie: owner.cookie ?? '' },
  })
  expect(kept.json()).toEqual({ ...file, exportedAt: expect.any(String) })
  expect(kept.rawPayload.length).toBe(items[0]?.fileSize)
  expect(Math.abs(fileSize - kept.rawPayload.length)).toBeLessThan(100)
  await importSite(app, owner, 'publish', kept.body)
  const { exportedAt: _, ...restored } = await exportSite(app, owner)
  expect(file).toMatchObject(restored)
  await app.db.update(siteExports).set({ createdAt: sql`now() - interval '31 days'` })
  const job = (await import('./kept-exports.server.ts')).sweepExports
  await job.run({ ...app.deps, log: app.fastify.log } as never, {} as never)
  expect(await app.db.$count(siteExports)).toBe(0)
  expect(await app.db.$count(blobDeletions)).toBe(2)
})

test('an admin exports and only an owner imports', async () => {
  await using app = await openTestApp({ seeded: true })
  const [admin, agent] = [await app.person('admin'), await app.person('agent')]
  const file = await exportSite(app, admin)
  expect((await sendSite(app, admin, 'check', file)).statusCode).toBe(403)
  await expect(exportSite(app, agent)).rejects.toThrow('403')
  await expect(agent.call(siteTransfer.exports, {})).rejects.toMatchObject({ code: 'forbidden' })
})
