import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Config } from '../config.ts'
import { openStorage } from '../files/open-storage.ts'
import { syncDirectory } from '../files/storage-disk.ts'
import { keyName } from '../security/encryption.ts'
import { readSecretKey } from '../security/secret-key.ts'
import { listSequences } from './catalog.ts'
import {
  layout,
  type Manifest,
  type StoredFile,
  type TableFile,
  writeManifest,
} from './manifest.ts'
import { RowDigest, readRows } from './rows.ts'
import { ownTables } from './schema-version.ts'
import { type Connection, inTransaction, openSource } from './source.ts'
import { isSame, listFiles, Meter, openStored } from './stored-files.ts'
import { writeLines, writeSynced } from './write-lines.ts'

export type BackupOptions = {
  config: Config
  /** The directory to create. It must not exist yet, but its parent must. */
  target: string
  withKey?: boolean
  report(line: string): void
  signal?: AbortSignal
}

type Records = Pick<Manifest, 'schema' | 'tables' | 'sequences'> & { files: StoredFile[] }

async function writeRecords(
  connection: Connection,
  directory: string,
  { report, signal }: BackupOptions,
): Promise<Records> {
  await mkdir(join(directory, layout.tables), { mode: 0o700 })
  return inTransaction(connection, 'ISOLATION LEVEL REPEATABLE READ READ ONLY', async () => {
    const { schema, tables: own } = await ownTables(connection, report)
    const tables: TableFile[] = []
    for (const table of own) {
      signal?.throwIfAborted()
      const tally = new RowDigest()
      const lines = tally.over(readRows(connection, table))
      await writeLines(join(directory, layout.table(table.name)), lines)
      tables.push({ ...table, rows: tally.rows, sha256: tally.sha256() })
    }
    const sequences = await listSequences(connection)
    return { schema, tables, sequences, files: await listFiles(connection, own) }
  })
}

async function writeFiles(
  wanted: StoredFile[],
  directory: string,
  { config, report, signal }: BackupOptions,
): Promise<Manifest['documents']> {
  await mkdir(join(directory, layout.documents), { mode: 0o700 })
  const storage = await openStorage(config)
  const found: StoredFile[] = []
  const trouble = { missing: [] as string[], damaged: [] as string[] }
  let reportedAt = Date.now()
  for (const file of wanted) {
    signal?.throwIfAborted()
    const stored = await openStored(storage, file.key)
    if (!stored) {
      trouble.missing.push(file.key)
      continue
    }
    const meter = new Meter()
    await writeSynced(join(directory, layout.document(file.key)), meter.over(stored))
    const copied = meter.found(file.key)
    if (!isSame(copied, file)) trouble.damaged.push(file.key)
    found.push(copied)
    if (Date.now() - reportedAt < 5_000) continue
    reportedAt = Date.now()
    report(`Documents: ${found.length} of ${wanted.length}.`)
  }
  for (const [what, keys] of Object.entries(trouble)) {
    if (keys.length > 0) report(`Documents ${what} in storage: ${keys.join(', ')}.`)
  }
  const tally = new RowDigest()
  const list = found.length > 0 ? [found.map((file) => JSON.stringify(file))] : []
  await writeLines(join(directory, layout.documentList), tally.over(list))
  return {
    count: found.length,
    bytes: found.reduce((sum, { bytes }) => sum + bytes, 0),
    missing: trouble.missing.length,
    damaged: trouble.damaged.length,
    sha256: tally.sha256(),
  }
}

async function writeKey(
  directory: string,
  { config, withKey = false }: BackupOptions,
): Promise<Manifest['secretKey']> {
  const key = readSecretKey(config)
  if (!key) return null
  if (withKey) {
    await writeSynced(join(directory, layout.secretKey), [`${key.toString('base64')}\n`])
  }
  return { name: keyName(key), included: withKey }
}

/**
 * Backs up database and documents as of one moment while the product runs.
 * @throws Error of one line, after the target was removed.
 */
export async function makeBackup(
  options: BackupOptions,
): Promise<Omit<Manifest, 'format' | 'product'>> {
  const target = resolve(options.target)
  if (existsSync(target)) throw new Error(`${target} already exists. Name a new directory.`)
  if (!existsSync(dirname(target))) throw new Error(`There is no directory ${dirname(target)}.`)
  const startedAt = new Date().toISOString()
  const { connection, close } = await openSource(options.config)
  let directory: string | undefined
  try {
    directory = await mkdtemp(`${target}.unfinished-`)
    const { files, ...records } = await writeRecords(connection, directory, options)
    const rows = records.tables.reduce((sum, table) => sum + table.rows, 0)
    options.report(`${rows} rows of ${records.tables.length} tables.`)
    const documents = await writeFiles(files, directory, options)
    await connection.query('SELECT 1').catch(() => {
      throw new Error('The database stopped during the backup. Run the backup again.')
    })
    const secretKey = await writeKey(directory, options)
    const endedAt = new Date().toISOString()
    const manifest = { ...records, startedAt, endedAt, documents, secretKey }
    await writeManifest(directory, manifest)
    for (const folder of ['', layout.tables, layout.documents]) {
      await syncDirectory(join(directory, folder))
    }
    await rename(directory, target)
    await syncDirectory(dirname(target))
    return manifest
  } catch (error) {
    if (directory) await rm(directory, { recursive: true, force: true })
    throw error
  } finally {
    await close()
  }
}
