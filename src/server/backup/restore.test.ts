import { createHash, randomBytes } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contentOf, fillEveryTable, withoutSessions } from '#test/harness/every-table.ts'
import {
  emptyInstallation,
  openInstallation,
  secretKey,
  storedKeys,
  storeFiles,
} from '#test/harness/installation.ts'
import { scratchRoot } from '#test/harness/scratch-root.ts'
import { temporaryDirectory } from '#test/harness/temporary-directory.ts'
import { readConfig } from '../config.ts'
import { buildClusterImage } from '../database/cluster-image.ts'
import { openDatabase } from '../database/open.ts'
import * as tables from '../database/schema.ts'
import { beginRestore } from '../own-postgres/data-directory.ts'
import { startOwnServer } from '../own-postgres/server.ts'
import { makeBackup } from './backup.ts'
import { restoreBackup } from './restore.ts'

const { clients, invitations, sessions, users } = tables

const report = () => {}
const scratch = mkdtempSync(join(scratchRoot, 'counterfoil-restore-'))
const whole = join(scratch, 'backup')
const [large = '', small = ''] = storedKeys
let content: Record<string, string[]>

beforeAll(async () => {
  const environment = { DATA_DIR: join(scratch, 'data'), SECRET_KEY: secretKey }
  const config = readConfig(environment)
  {
    await using first = await openInstallation({ config, environment })
    await fillEveryTable(first.database.db)
    await storeFiles(first)
    const { db } = first.database
    const tomorrow = sql`now() + interval '1 day'`
    await db.update(invitations).set({ expiresAt: tomorrow, usedAt: null })
    await db.update(sessions).set({ expiresAt: tomorrow })
    content = await contentOf(db)
  }
  await makeBackup({ config, target: whole, withKey: true, report })
})
afterAll(() => rmSync(scratch, { recursive: true }))

function changed(change: (path: (name: string) => string) => void): string {
  const backup = join(temporaryDirectory(), 'changed')
  cpSync(whole, backup, { recursive: true })
  change((name) => join(backup, name))
  return backup
}

function flipByte(path: string): void {
  const bytes = readFileSync(path)
  const middle = bytes.length >> 1
  bytes[middle] = (bytes[middle] ?? 0) ^ 1
  writeFileSync(path, bytes)
}

function rewriteManifest(path: (name: string) => string, more: object): void {
  const manifest = { ...JSON.parse(readFileSync(path('manifest.json'), 'utf8')), ...more }
  const text = JSON.stringify(manifest)
  writeFileSync(path('manifest.json'), text)
  writeFileSync(path('manifest.sha256'), createHash('sha256').update(text).digest('hex'))
}

const half = (path: string) => truncateSync(path, readFileSync(path).length >> 1)

const damages: [string, RegExp, (path: (name: string) => string) => void][] = [
  ['a table changed', /tables.users/, (path) => flipByte(path('tables/users.ndjson.gz'))],
  ['a table cut', /tables.users/, (path) => half(path('tables/users.ndjson.gz'))],
  ['a table gone', /tables.jobs/, (path) => rmSync(path('tables/jobs.ndjson.gz'))],
  ['the list cut', /documents.ndjson.gz/, (path) => half(path('documents.ndjson.gz'))],
  ['a document changed', /documents.0/, (path) => flipByte(path(`documents/${large}`))],
  ['a document cut', /documents.0/, (path) => half(path(`documents/${large}`))],
  ['a document gone', /documents.1/, (path) => rmSync(path(`documents/${small}`))],
  ['the manifest changed', /manifest has changed/, (path) => flipByte(path('manifest.json'))],
  ['the manifest gone', /manifest.json cannot be read/, (path) => rmSync(path('manifest.json'))],
  ['its digest gone', /manifest.sha256 cannot/, (path) => rmSync(path('manifest.sha256'))],
  [
    'the key exchanged',
    /its secret.key is a different/,
    (path) => writeFileSync(path('secret.key'), randomBytes(32).toString('base64')),
  ],
  [
    'newer tables',
    /newer version/,
    (path) => rewriteManifest(path, { schema: { name: '0999_future', madeAt: 9e15 } }),
  ],
  [
    'tables of a version before the baseline',
    /was made by version 0\.1\.0, before 0\.2\.0/,
    (path) =>
      rewriteManifest(path, {
        product: { name: 'counterfoil', version: '0.1.0' },
        schema: { name: '0047_backup_failed_event', madeAt: 1.7e12 },
      }),
  ],
  ['a newer format', /format this program/, (path) => rewriteManifest(path, { format: 2 })],
  [
    'another product',
    /another product, other/,
    (path) => rewriteManifest(path, { product: { name: 'other', version: '1' } }),
  ],
]

test.each(damages)('%s: refused in one line, and nothing is written', async (_, reason, change) => {
  const dataDir = join(temporaryDirectory(), 'data')
  const backup = changed(change)
  const restoring = restoreBackup({ config: readConfig({ DATA_DIR: dataDir }), backup, report })
  const { message } = await restoring.then(
    () => new Error('restored'),
    (error: Error) => error,
  )
  expect(message).toMatch(reason)
  expect(message).not.toContain('\n')
  expect(existsSync(dataDir)).toBe(false)
})

test('a directory without a backup and a missing one get different errors', async () => {
  const { config } = await emptyInstallation('own and disk')
  const restore = (backup: string) => restoreBackup({ config, backup, report })
  await expect(restore('/nowhere/at/all')).rejects.toThrow('There is no backup /nowhere/at/all.')
  await expect(restore(temporaryDirectory())).rejects.toThrow(/is not a complete backup/)
})

test('nothing is restored over a database, other documents or a running product', async () => {
  const target = await emptyInstallation('own and disk')
  const { config } = target
  const { dataDir } = config
  const restore = () => restoreBackup({ config, backup: whole, report })
  {
    await using running = await openInstallation(target)
    await running.database.db.insert(clients).values({ name: 'Ada', email: 'ada@n.example' })
    await expect(restore()).rejects.toThrow('already open in process')
  }
  await expect(restore()).rejects.toThrow(`${dataDir} already has tables.`)
  {
    await using reopened = await openInstallation(target)
    expect(await reopened.database.db.$count(clients)).toBe(1)
  }

  rmSync(join(dataDir, 'database'), { recursive: true })
  const documents = join(dataDir, 'documents')
  mkdirSync(documents, { recursive: true })
  writeFileSync(join(documents, 'f'.repeat(32)), 'of another')
  await expect(restore()).rejects.toThrow('Storage already has other documents.')
  expect(readdirSync(documents)).toEqual(['f'.repeat(32)])
  rmSync(documents, { recursive: true })
  const allowed = restoreBackup({ config, backup: whole, ...stoppedAfterFiles() })
  await expect(allowed).rejects.toThrow('stopped')
})

test('nothing is restored over tables in PostgreSQL', async () => {
  const { config } = await emptyInstallation('outside and disk')
  const client = new Client({ connectionString: config.databaseUrl })
  await client.connect()
  await client.query('CREATE TABLE theirs ()')
  await expect(restoreBackup({ config, backup: whole, report })).rejects.toThrow(
    /^PostgreSQL at 127\.0\.0\.1:\d+\/test_\w+ already has tables\./,
  )
  const { rows } = await client.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
  expect(rows).toEqual([{ tablename: 'theirs' }])
  expect(existsSync(join(config.dataDir, 'documents'))).toBe(false)
  await client.end()
})

test('with another secret key a restore is refused unless encrypted values are given up', async () => {
  const other = { SECRET_KEY: randomBytes(32).toString('base64') }
  const { config } = await emptyInstallation('outside and disk', other)
  const refusal = /^The backup was made with another secret key\. .*--other-key/
  await expect(restoreBackup({ config, backup: whole, report })).rejects.toThrow(refusal)
  const secretKey = { name: 'x', included: false }
  const without = changed((path) => rewriteManifest(path, { secretKey }))
  const keyless = readConfig({ DATA_DIR: config.dataDir })
  await expect(restoreBackup({ config: keyless, backup: without, report })).rejects.toThrow(refusal)
  expect(existsSync(config.dataDir)).toBe(false)
  const allowed = restoreBackup({ config, backup: without, otherKey: true, ...stoppedAfterFiles() })
  await expect(allowed).rejects.toThrow('stopped')
})

function stoppedAfterFiles() {
  const stop = new AbortController()
  const report = (line: string) => {
    if (line.includes('documents are stored')) stop.abort(new Error('stopped'))
  }
  return { report, signal: stop.signal }
}

test('a restore that is stopped takes back what it wrote', async () => {
  const dataDir = join(temporaryDirectory(), 'data')
  const config = readConfig({ DATA_DIR: dataDir })
  const restoring = restoreBackup({ config, backup: whole, ...stoppedAfterFiles() })
  await expect(restoring).rejects.toThrow('stopped')
  expect(readdirSync(join(dataDir, 'documents'))).toEqual([])
  expect(readdirSync(dataDir)).not.toContain('secret.key')
  const database = await openDatabase({ dataDir })
  expect(await database.db.$count(users)).toBe(0)
  await database.close()
})

test('the product does not start on a killed restore, and another run completes it, without open sessions and links', async () => {
  const environment = { DATA_DIR: join(temporaryDirectory(), 'data') }
  const target = { environment, config: readConfig(environment) }
  const { dataDir } = target.config
  const documents = join(dataDir, 'documents')
  const restoring = () => restoreBackup({ config: target.config, backup: whole, report })
  // The restore was killed before it dropped the prepared tables.
  await buildClusterImage()
  const server = await startOwnServer({ dataDir })
  await server.stop()
  mkdirSync(documents, { mode: 0o700 })
  writeFileSync(join(documents, small), 'wrong')
  writeFileSync(join(documents, `${large}.part`), 'half')
  await expect(restoring()).rejects.toThrow('already has tables')
  beginRestore(dataDir)
  await expect(openDatabase({ dataDir })).rejects.toThrow(
    /^A restore into .* did not come to its end\. Run it again; .*restore\.unfinished\.$/,
  )
  await restoring()
  await using restored = await openInstallation(target)
  const { db } = restored.database
  const { invitations: links, ...rest } = await contentOf(db)
  const { invitations: openLinks, ...before } = withoutSessions(content)
  expect(rest).toEqual(before)
  expect(links).toHaveLength(openLinks?.length ?? 0)
  const isOpen = sql`expires_at > now() and used_at is null`
  expect(await db.$count(invitations, isOpen)).toBe(0)
  expect(readdirSync(documents).sort()).toEqual(storedKeys)
  expect(readFileSync(join(documents, small))).toEqual(Buffer.from([0]))
  // The key came with the backup; this installation had none.
  expect(readFileSync(join(dataDir, 'secret.key'), 'utf8').trim()).toBe(secretKey)
})
