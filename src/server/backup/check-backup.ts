import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { baselineMadeAt } from '../database/migrations.ts'
import { layout, type Manifest, readManifest, StoredFile } from './manifest.ts'
import { RowDigest } from './rows.ts'
import { knownVersions } from './schema-version.ts'
import { isSame, measure } from './stored-files.ts'
import { readLines } from './write-lines.ts'

/**
 * Compares a backup with its checksums.
 * @throws Error of one line that names the first damaged part.
 */
export async function checkBackup(
  directory: string,
  signal?: AbortSignal,
): Promise<{ manifest: Manifest; files: StoredFile[] }> {
  if (!existsSync(directory)) throw new Error(`There is no backup ${directory}.`)
  const manifest = readManifest(directory)
  const { schema, product, tables, documents } = manifest
  if (schema.madeAt < baselineMadeAt()) {
    throw new Error(
      `The backup ${directory} was made by version ${product.version}, before 0.2.0, which this version does not restore. Restore it with that version.`,
    )
  }
  if (
    !knownVersions().some(({ madeAt, name }) => madeAt === schema.madeAt && name === schema.name)
  ) {
    throw new Error(
      `The backup ${directory} was made by a newer version (${product.version}, tables ${schema.name}). Restore it with that version.`,
    )
  }
  const assertWhole = async (file: string, isWhole: (path: string) => Promise<boolean>) => {
    signal?.throwIfAborted()
    if (await isWhole(join(directory, file)).catch(() => false)) return
    throw new Error(`The backup ${directory} is damaged: ${file} is not as it was made.`)
  }
  const assertLines = (file: string, rows: number, sha256: string, use = (_line: string) => {}) =>
    assertWhole(file, async (path) => {
      const tally = new RowDigest()
      for await (const batch of readLines(path)) {
        tally.add(batch)
        batch.forEach(use)
      }
      return tally.rows === rows && tally.sha256() === sha256
    })
  for (const { name, rows, sha256 } of tables) await assertLines(layout.table(name), rows, sha256)
  const files: StoredFile[] = []
  await assertLines(layout.documentList, documents.count, documents.sha256, (line) =>
    files.push(StoredFile.parse(JSON.parse(line))),
  )
  for (const file of files) {
    await assertWhole(layout.document(file.key), async (path) =>
      isSame(await measure(file.key, createReadStream(path)), file),
    )
  }
  return { manifest, files }
}
