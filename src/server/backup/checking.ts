import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Manifest, places, readManifest, StoredFile } from './manifest.ts'
import { Tally } from './rows.ts'
import { knownVersions } from './schema-version.ts'
import { isSame, measure } from './stored-files.ts'
import { readLines } from './writing.ts'

/** Rows and SHA-256 of a file of lines; undefined when it cannot be read completely. */
async function tallyOf(path: string) {
  const tally = new Tally()
  try {
    for await (const batch of readLines(path)) tally.add(batch)
  } catch {
    return undefined
  }
  return { rows: tally.rows, sha256: tally.sha256() }
}

async function readList(path: string): Promise<StoredFile[]> {
  const files: StoredFile[] = []
  for await (const batch of readLines(path)) {
    for (const line of batch) files.push(StoredFile.parse(JSON.parse(line)))
  }
  return files
}

/**
 * Compares a whole backup with its checksums, without writing anything.
 *
 * @returns the manifest and the documents.
 * @throws Error of one line that names the first damaged part, or says that a newer version made
 * the backup.
 */
export async function checkBackup(
  directory: string,
  signal?: AbortSignal,
): Promise<{ manifest: Manifest; files: StoredFile[] }> {
  if (!existsSync(directory)) throw new Error(`There is no backup ${directory}.`)
  const manifest = readManifest(directory)
  const { schema, product } = manifest
  if (
    !knownVersions().some(({ madeAt, name }) => madeAt === schema.madeAt && name === schema.name)
  ) {
    throw new Error(
      `The backup ${directory} was made by a newer version (${product.version}, tables ${schema.name}). Restore it with that version.`,
    )
  }
  const demand = (whole: boolean, place: string) => {
    signal?.throwIfAborted()
    if (!whole)
      throw new Error(`The backup ${directory} is damaged: ${place} is not as it was made.`)
  }
  const demandLines = async (place: string, rows: number, sha256: string) => {
    const found = await tallyOf(join(directory, place))
    demand(found?.rows === rows && found.sha256 === sha256, place)
  }
  for (const { name, rows, sha256 } of manifest.tables) {
    await demandLines(places.table(name), rows, sha256)
  }
  const { documents } = manifest
  await demandLines(places.documentList, documents.count, documents.sha256)
  const files = await readList(join(directory, places.documentList))
  for (const file of files) {
    const place = places.document(file.key)
    const stored = createReadStream(join(directory, place))
    const found = await measure(file.key, stored).catch(() => undefined)
    demand(found !== undefined && isSame(found, file), place)
  }
  return { manifest, files }
}
