import { createReadStream, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Config } from '../config.ts'
import { migratePostgres } from '../database/migrations.ts'
import { openStorage } from '../files/open-storage.ts'
import type { Storage } from '../files/storage.ts'
import { partSuffix } from '../files/upload-staging.ts'
import { beginRestore, endRestore, prepareDataDirectory } from '../own-postgres/data-directory.ts'
import { keyName } from '../security/encryption.ts'
import { readSecretKey, removeSecretKey, storeSecretKey } from '../security/secret-key.ts'
import type { Table } from './catalog.ts'
import { checkBackup } from './check-backup.ts'
import { assertEmpty, fillDatabase, type GivenUp } from './fill.ts'
import { layout, type Manifest, type StoredFile } from './manifest.ts'
import { openSession } from './source.ts'
import { putFile } from './stored-files.ts'
import { readLines } from './write-lines.ts'

export type RestoreOptions = {
  config: Config
  backup: string
  otherKey?: boolean
  report(line: string): void
  signal?: AbortSignal
}

function keyToStore(
  { config, otherKey, report }: RestoreOptions,
  backup: string,
  { secretKey }: Manifest,
): Buffer | undefined {
  if (!secretKey) return undefined
  const present = readSecretKey(config)
  if (present && keyName(present) === secretKey.name) return undefined
  if (!present && secretKey.included) {
    const key = Buffer.from(readFileSync(join(backup, layout.secretKey), 'utf8').trim(), 'base64')
    if (keyName(key) === secretKey.name) return key
    throw new Error(`The backup ${backup} is damaged: its secret.key is a different one.`)
  }
  if (otherKey) {
    report(
      'Second factors and Google connections of the backup cannot be opened with the key here.',
    )
    return undefined
  }
  const mend = `Set SECRET_KEY to it or put it into ${join(config.dataDir, 'secret.key')}`
  throw new Error(
    `The backup was made with another secret key. ${mend}; with --other-key second factors and Google connections are lost.`,
  )
}

async function assertNoOtherFiles(storage: Storage, files: StoredFile[]): Promise<void> {
  const own = new Set(files.map(({ key }) => key))
  const future = new Date(Date.now() + 366 * 86_400_000)
  for await (const key of storage.olderThan(future)) {
    if (own.has(key.replace(partSuffix, ''))) continue
    throw new Error(
      'Storage already has other documents. Nothing is overwritten: use empty storage.',
    )
  }
}

/**
 * Restores a backup into an empty database and storage, ends all sessions and links, and gives up
 * waiting mail and notifications. A killed restore can be repeated; until it completes the product
 * does not start.
 * @throws Error of one line, after everything written was removed.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Manifest> {
  const { config, report, signal } = options
  const backup = resolve(options.backup)
  const { manifest, files } = await checkBackup(backup, signal)
  report(`The backup of ${manifest.endedAt} is whole.`)
  const key = keyToStore(options, backup, manifest)
  prepareDataDirectory(config.dataDir)
  const target = await openSession(config, true)
  let givenUp: GivenUp
  try {
    const undo: (() => unknown)[] = [() => endRestore(config.dataDir)]
    try {
      await assertEmpty(target)
      const storage = await openStorage(config)
      await assertNoOtherFiles(storage, files)
      beginRestore(config.dataDir)
      for (const file of files) {
        signal?.throwIfAborted()
        const stored = async () => createReadStream(join(backup, layout.document(file.key)))
        if (await putFile(storage, file, stored)) undo.push(() => storage.remove(file.key))
      }
      report(`${files.length} documents are stored.`)
      if (key) {
        storeSecretKey(config, key)
        undo.push(() => removeSecretKey(config))
      }
      signal?.throwIfAborted()
      const rowsOf = ({ name }: Table) => readLines(join(backup, layout.table(name)))
      const filled = await fillDatabase(
        target,
        { ...manifest, takenAt: manifest.startedAt, rowsOf },
        signal,
      )
      givenUp = filled.givenUp
    } catch (error) {
      // A commit whose reply was lost may have succeeded. In that case everything stays in place.
      const untouched = await assertEmpty(target).then(
        () => true,
        () => false,
      )
      if (untouched) for (const step of undo.reverse()) await step()
      throw error
    }
    await migratePostgres(target.connection)
    endRestore(config.dataDir)
  } finally {
    await target.close()
  }
  report(`Notifications that waited and are not sent: ${givenUp.notifications}.`)
  report(`Mails that waited and are not sent: ${givenUp.mails}.`)
  return manifest
}
