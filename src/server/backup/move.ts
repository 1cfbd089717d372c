import { join } from 'node:path'
import { type Config, ConfigError } from '../config.ts'
import { documentsDirectory, openStorage } from '../files/open-storage.ts'
import { diskStorage } from '../files/storage-disk.ts'
import { keyName } from '../security/encryption.ts'
import { readSecretKey } from '../security/secret-key.ts'
import { listSequences } from './catalog.ts'
import { assertEmpty, type Contents, fillDatabase } from './fill.ts'
import type { StoredFile } from './manifest.ts'
import { readRows } from './rows.ts'
import { ownTables } from './schema-version.ts'
import { assertOwnDatabase, inTransaction, openSession } from './source.ts'
import { listFiles, openStored, putFile } from './stored-files.ts'

export type MoveOptions = { config: Config; report(line: string): void; signal?: AbortSignal }

export type Moved = {
  rows: Map<string, number>
  documents: { sent: number; missing: string[] }
}

function assertSameKey(config: Config): void {
  const stored = readSecretKey({ ...config, secretKey: undefined })
  if (!stored || !config.secretKey || keyName(stored) === keyName(config.secretKey)) return
  throw new ConfigError(
    `SECRET_KEY is not the key of this installation. Set it to what ${join(config.dataDir, 'secret.key')} says.`,
  )
}

async function sendFiles(
  files: StoredFile[],
  { config, signal }: MoveOptions,
): Promise<Moved['documents']> {
  const moved = { sent: 0, missing: [] as string[] }
  const disk = diskStorage(documentsDirectory(config))
  const storage = await openStorage(config)
  for (const file of files) {
    signal?.throwIfAborted()
    const onDisk = await openStored(disk, file.key)
    if (!config.s3 || !onDisk) {
      onDisk?.destroy()
      const present = onDisk ?? (await openStored(storage, file.key))
      present?.destroy()
      if (!present) moved.missing.push(file.key)
    } else if (await putFile(storage, file, async () => onDisk)) moved.sent++
    else onDisk.destroy()
  }
  return moved
}

/**
 * Copies the data of the own PostgreSQL into the empty database of DATABASE_URL in one transaction.
 * @throws Error of one line, for example while the product runs.
 */
export async function moveToPostgres(options: MoveOptions): Promise<Moved> {
  const { config, report, signal } = options
  const { databaseUrl, dataDir } = config
  if (!databaseUrl) throw new ConfigError('DATABASE_URL is missing: it names the target.')
  assertSameKey(config)
  assertOwnDatabase(dataDir)
  const target = await openSession(config)
  try {
    await assertEmpty(target)
    const { connection, close } = await openSession({ dataDir, databaseUrl: undefined })
    try {
      return await inTransaction(connection, 'READ ONLY', async () => {
        const { schema, tables } = await ownTables(connection, report)
        const documents = await sendFiles(await listFiles(connection, tables), options)
        const contents: Contents = {
          schema,
          tables,
          sequences: await listSequences(connection),
          rowsOf: (table) => readRows(connection, table),
        }
        const { rows } = await fillDatabase(target, contents, signal)
        return { rows, documents }
      })
    } finally {
      await close()
    }
  } finally {
    await target.close()
  }
}
