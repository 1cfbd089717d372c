import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Config } from '../config.ts'
import { openStorage } from '../files/open-storage.ts'
import type { Storage } from '../files/storage.ts'
import { syncDirectory } from '../files/storage-disk.ts'
import { keyName } from '../security/encryption.ts'
import { readSecretKey } from '../security/secret-key.ts'
import { listSequences } from './catalog.ts'
import { type Connection, inTransaction } from './connection.ts'
import {
  type Manifest,
  places,
  type StoredFile,
  type TableFile,
  writeManifest,
} from './manifest.ts'
import { ownTables } from './own-tables.ts'
import { readRows, Tally } from './rows.ts'
import { openSource, type Session } from './source.ts'
import { isSame, listFiles, Meter, openStored } from './stored-files.ts'
import { writeLines, writeSynced } from './writing.ts'

export type BackupOptions = {
  config: Config
  /** Must not exist yet; its parent must. */
  target: string
  /** Includes the secret key that decrypts the data. */
  withKey?: boolean
  say(line: string): void
  signal?: AbortSignal
}

type Records = Pick<Manifest, 'schema' | 'tables' | 'sequences'> & { files: StoredFile[] }

async function writeRecords(
  connection: Connection,
  directory: string,
  { say, signal }: BackupOptions,
): Promise<Records> {
  await mkdir(join(directory, places.tables), { mode: 0o700 })
  return inTransaction(connection, 'ISOLATION LEVEL REPEATABLE READ READ ONLY', async () => {
    const { schema, tables: own } = await ownTables(connection, say)
    const tables: TableFile[] = []
    for (const table of own) {
      signal?.throwIfAborted()
      const tally = new Tally()
      const lines = tally.over(readRows(connection, table))
      await writeLines(join(directory, places.table(table.name)), lines)
      tables.push({ ...table, rows: tally.rows, sha256: tally.sha256() })
    }
    const sequences = await listSequences(connection)
    return { schema, tables, sequences, files: await listFiles(connection, own) }
  })
}

async function copyFile(
  storage: Storage,
  directory: string,
  { key }: StoredFile,
): Promise<StoredFile | undefined> {
  const stored = await openStored(storage, key)
  if (!stored) return undefined
  const meter = new Meter()
  await writeSynced(join(directory, places.document(key)), meter.over(stored))
  return meter.found(key)
}

async function writeFiles(
  wanted: StoredFile[],
  directory: string,
  { config, say, signal }: BackupOptions,
): Promise<Manifest['documents']> {
  await mkdir(join(directory, places.documents), { mode: 0o700 })
  const storage = await openStorage(config)
  const found: StoredFile[] = []
  const trouble = { missing: [] as string[], damaged: [] as string[] }
  let bytes = 0
  let told = Date.now()
  for (const file of wanted) {
    signal?.throwIfAborted()
    const copied = await copyFile(storage, directory, file)
    if (!copied) {
      trouble.missing.push(file.key)
      continue
    }
    if (!isSame(copied, file)) trouble.damaged.push(file.key)
    found.push(copied)
    bytes += copied.bytes
    if (Date.now() - told < 5_000) continue
    told = Date.now()
    say(`Documents: ${found.length} of ${wanted.length}.`)
  }
  for (const [what, keys] of Object.entries(trouble)) {
    if (keys.length > 0) say(`Documents ${what} in storage: ${keys.join(', ')}.`)
  }
  const tally = new Tally()
  const lines = found.map((file) => JSON.stringify(file))
  tally.add(lines)
  await writeLines(join(directory, places.documentList), oneBatch(lines))
  return {
    count: found.length,
    bytes,
    missing: trouble.missing.length,
    damaged: trouble.damaged.length,
    sha256: tally.sha256(),
  }
}

/** A lost connection also loses the hold on the files. */
async function demandHeld({ connection }: Session): Promise<void> {
  try {
    await connection.query('SELECT 1')
  } catch {
    throw new Error('The database ended while it was backed up. Run the backup again.')
  }
}

async function* oneBatch(lines: string[]) {
  if (lines.length > 0) yield lines
}

async function writeKey(
  directory: string,
  { config, withKey = false }: BackupOptions,
): Promise<Manifest['secretKey']> {
  const key = readSecretKey(config)
  if (!key) return null
  if (withKey) {
    await writeSynced(join(directory, places.secretKey), [`${key.toString('base64')}\n`])
  }
  return { name: keyName(key), included: withKey }
}

/**
 * Backs up database and documents as of one moment while the product runs. Rows are read first,
 * then the documents they name; no document is removed from storage meanwhile.
 *
 * @returns the manifest.
 * @throws Error of one line; the target is removed then.
 */
export async function makeBackup(
  options: BackupOptions,
): Promise<Omit<Manifest, 'format' | 'product'>> {
  const target = resolve(options.target)
  if (existsSync(target)) throw new Error(`${target} exists already. Name a new directory.`)
  if (!existsSync(dirname(target))) throw new Error(`There is no directory ${dirname(target)}.`)
  const startedAt = new Date().toISOString()
  const source = await openSource(options.config)
  let directory: string | undefined
  try {
    // mkdtemp creates the directory with mode 700.
    directory = await mkdtemp(`${target}.unfinished-`)
    const { files, ...records } = await writeRecords(source.connection, directory, options)
    const rows = records.tables.reduce((sum, table) => sum + table.rows, 0)
    options.say(`${rows} rows of ${records.tables.length} tables.`)
    const documents = await writeFiles(files, directory, options)
    await demandHeld(source)
    const secretKey = await writeKey(directory, options)
    const endedAt = new Date().toISOString()
    const manifest = { ...records, startedAt, endedAt, documents, secretKey }
    await writeManifest(directory, manifest)
    for (const place of ['', places.tables, places.documents]) {
      await syncDirectory(join(directory, place))
    }
    await rename(directory, target)
    await syncDirectory(dirname(target))
    return manifest
  } catch (error) {
    if (directory) await rm(directory, { recursive: true, force: true })
    throw error
  } finally {
    await source.close()
  }
}
