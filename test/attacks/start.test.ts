import { randomBytes } from 'node:crypto'
import { lstatSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from '#server/config.ts'
import { startProduct } from '../harness/product.ts'
import { exportSite, packSite } from '../harness/site-transfer.ts'
import { temporaryDirectory } from '../harness/temporary-directory.ts'
import { openTestApp } from '../harness/test-app.ts'

// K01

const key = randomBytes(32).toString('base64')
const database = 'postgres://counterfoil:database-password@db.example/counterfoil'

const wrong: [string, Record<string, string>][] = [
  ['PORT', { PORT: 'eighty' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'example.com' }],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://localhost/x' }],
  ['TRUST_PROXY', { TRUST_PROXY: 'true' }],
  ['S3_BUCKET', { S3_ENDPOINT: 'http://127.0.0.1:9000' }],
  ['GOOGLE_CLIENT_SECRET', { GOOGLE_CLIENT_ID: 'x' }],
  ['GOOGLE', { GOOGLE: 'http://stand-in.example:9000' }],
  ['SECRET_KEYS_OLD', { SECRET_KEYS_OLD: 'c2hvcnQ=' }],
  ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
  ['S3_ACCESS_KEY_ID', { S3_BUCKET: 'documents' }],
  ['SECRET_KEY', { DATABASE_URL: database }],
  ['SECRET_KEY', { SECRET_KEY: randomBytes(16).toString('base64') }],
  ['SECRET_KEY', { SECRET_KEY: randomBytes(33).toString('base64') }],
  ['SECRET_KEY', { SECRET_KEY: Buffer.alloc(32).toString('base64') }],
  ['SECRET_KEY', { SECRET_KEY: 'not base64 at all, but thirty-two' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'http://www.example.com' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'http://localhost.example.com' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://www.example.com/path' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'javascript:alert(1)' }],
  ['TRUST_PROXY', { TRUST_PROXY: '*' }],
  ['TRUST_PROXY', { TRUST_PROXY: '1' }],
  ['ADMIN_PASSWORD', { ADMIN_PASSWORD: 'x'.repeat(1_025) }],
]

test.each(wrong)(
  'a production start refuses a wrong %s in one line without its value',
  (name, values) => {
    const read = () => readConfig({ NODE_ENV: 'production', ...values })
    expect(read).toThrow(ConfigError)
    try {
      read()
    } catch (error) {
      const { message } = error as Error
      expect(message).toMatch(new RegExp(`^${name} [^\\n]+\\.$`))
      for (const secret of ['database-password', values.SECRET_KEY, values.ADMIN_PASSWORD]) {
        expect(secret !== undefined && message.includes(secret)).toBe(false)
      }
    }
  },
)

test('a sound configuration is taken, also over plain http on this machine', () => {
  for (const values of [
    { SECRET_KEY: key, DATABASE_URL: database, PUBLIC_URL: 'https://www.example.com' },
    { PUBLIC_URL: 'http://localhost:3000' },
    { PUBLIC_URL: 'http://127.0.0.1:8080' },
    {},
  ]) {
    expect(readConfig({ NODE_ENV: 'production', ...values }).production).toBe(true)
  }
})

const root = join(import.meta.dirname, '../..')
const nobody = 65_534

/** Whether every account may pass through the folders above `path`. */
function isOpenToAll(path: string): boolean {
  const mayPass = (statSync(path).mode & 0o001) !== 0
  return mayPass && (path === '/' || isOpenToAll(dirname(path)))
}

/** Lists the files of a user in a folder, two levels deep. */
function filesOf(user: number, folder: string, floors = 2): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (lstatSync(path, { throwIfNoEntry: false })?.uid === user) return [path]
    const isFolder = entry.isDirectory() && entry.name !== 'node_modules'
    return isFolder && floors > 1 ? filesOf(user, path, floors - 1) : []
  })
}

test('a user who may write nothing but the data directory can run the product', async (context) => {
  context.skip(process.getuid?.() !== 0 || !isOpenToAll(root), 'needs root and an open folder')
  const before = filesOf(nobody, tmpdir(), 1)
  await using product = await startProduct({ user: nobody })
  expect(product.output()).not.toContain('Runs as root')
  expect((await fetch(`${product.url}/readyz`)).status).toBe(200)
  expect((await fetch(product.url)).status).toBe(200)
  expect(filesOf(nobody, root, 3)).toEqual([])
  const known = [...before, product.dataDir]
  expect(filesOf(nobody, tmpdir(), 1).filter((path) => !known.includes(path))).toEqual([])
})

test('a start as root names the account that its PostgreSQL then runs as', async (context) => {
  context.skip(process.getuid?.() !== 0, 'needs root')
  await using product = await startProduct()
  expect(product.output()).toMatch(/^Runs as root, so its PostgreSQL runs as nobody, .* account/m)
})

const tooEasy = /Not started: ADMIN_PASSWORD: [^\n]+too easy to guess/

test.each(['Counterfoil-2026!', 'COUNTER_FOIL counter.foil'])(
  'the first password %s is refused, because seeding has just named the firm so',
  async (password) => {
    const started = startProduct({ environment: { ADMIN_PASSWORD: password } })
    await expect(started).rejects.toThrow(tooEasy)
  },
)

test('so is the name of an imported firm; a sentence with it then starts the same installation', async () => {
  const folder = temporaryDirectory()
  const siteContent = join(folder, 'site.zip')
  {
    await using app = await openTestApp({ seeded: true })
    const { site, pictures } = await exportSite(app, await app.person('owner'))
    const settings = { ...site.settings, firm: { ...site.settings.firm, name: 'Hale & Brook' } }
    writeFileSync(siteContent, await packSite(app, { site: { ...site, settings }, pictures }))
  }
  const start = (password: string) =>
    startProduct({
      dataDir: join(folder, 'data'),
      environment: { SITE_CONTENT: siteContent, ADMIN_PASSWORD: password },
    })
  await expect(start('hale&brook-2026')).rejects.toThrow(tooEasy)
  await using product = await start('Hale & Brook sells blue umbrellas')
  expect(await (await fetch(product.url)).text()).toContain('Hale &amp; Brook')
})
