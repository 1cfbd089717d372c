import { join } from 'node:path'
import { type Config, ConfigError } from '../config.ts'
import { documentsDirectory, openStorage } from '../files/open-storage.ts'
import { diskStorage } from '../files/storage-disk.ts'
import { keyName } from '../security/encryption.ts'
import { readSecretKey } from '../security/secret-key.ts'
import { listSequences } from './catalog.ts'
import { inTransaction } from './connection.ts'
import { type Cargo, demandEmpty, fillDatabase } from './fill.ts'
import type { StoredFile } from './manifest.ts'
import { ownTables } from './own-tables.ts'
import { readRows } from './rows.ts'
import { demandOwnDatabase, openSession } from './source.ts'
import { listFiles, openStored, putFile } from './stored-files.ts'

export type MoveOptions = { config: Config; say(line: string): void; signal?: AbortSignal }

export type Moved = {
  rows: Map<string, number>
  /** Documents uploaded to the bucket, and the keys of those that do not exist. */
  documents: { sent: number; missing: string[] }
}

/** Values encrypted with the generated key must be readable with the configured one. */
function demandSameKey(config: Config): void {
  const kept = readSecretKey({ ...config, secretKey: undefined })
  if (!kept || !config.secretKey || keyName(kept) === keyName(config.secretKey)) return
  throw new ConfigError(
    `SECRET_KEY is not the key of this installation. Set it to what ${join(config.dataDir, 'secret.key')} says.`,
  )
}

async function sendFiles(
  files: StoredFile[],
  { config, signal }: MoveOptions,
): Promise<Moved['documents']> {
  const sent = { sent: 0, missing: [] as string[] }
  const disk = diskStorage(documentsDirectory(config))
  const storage = await openStorage(config)
  for (const file of files) {
    signal?.throwIfAborted()
    const onDisk = await openStored(disk, file.key)
    if (!config.s3 || !onDisk) {
      onDisk?.destroy()
      const present = onDisk ?? (await openStored(storage, file.key))
      present?.destroy()
      if (!present) sent.missing.push(file.key)
    } else if (await putFile(storage, file, async () => onDisk)) sent.sent++
    else onDisk.destroy()
  }
  return sent
}

/**
 * Copies the own PostgreSQL's data into the empty database of DATABASE_URL in one transaction; each
 * table is compared with its source before the commit. The own database is left unchanged.
 *
 * @throws Error of one line, for example while the product runs.
 */
export async function moveToPostgres(options: MoveOptions): Promise<Moved> {
  const { config, say, signal } = options
  const { databaseUrl, dataDir } = config
  if (!databaseUrl) throw new ConfigError('DATABASE_URL is missing: it says where to move to.')
  demandSameKey(config)
  demandOwnDatabase(dataDir)
  const target = await openSession(config)
  try {
    await demandEmpty(target)
    const { connection, close } = await openSession({ dataDir, databaseUrl: undefined })
    try {
      return await inTransaction(connection, 'READ ONLY', async () => {
        const { schema, tables } = await ownTables(connection, say)
        const documents = await sendFiles(await listFiles(connection, tables), options)
        const cargo: Cargo = {
          schema,
          tables,
          sequences: await listSequences(connection),
          rowsOf: (table) => readRows(connection, table),
        }
        const rows = await fillDatabase(target, cargo, signal)
        return { rows, documents }
      })
    } finally {
      await close()
    }
  } finally {
    await target.close()
  }
}
