import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isFailure } from '#contract/failure.ts'
import type { Storage } from '../files/storage.ts'
import { partSuffix } from '../files/upload-staging.ts'
import type { Table } from './catalog.ts'
import type { StoredFile } from './manifest.ts'
import type { Connection } from './source.ts'

const owns = (table: Table) =>
  ['storage_key', 'file_size', 'sha256'].every((name) =>
    table.columns.some((column) => column.name === name),
  )

export async function listFiles(connection: Connection, tables: Table[]): Promise<StoredFile[]> {
  const each = tables.filter(owns).map(
    ({ name }) =>
      `SELECT storage_key AS key, file_size::float8 AS bytes, encode(sha256, 'hex') AS sha256
       FROM public."${name}" WHERE storage_key IS NOT NULL`,
  )
  if (each.length === 0) return []
  const { rows } = await connection.query<StoredFile>(
    `SELECT * FROM (${each.join(' UNION ALL ')}) AS files ORDER BY key COLLATE "C"`,
  )
  return rows
}

export class Meter {
  bytes = 0
  #hash = createHash('sha256')

  async *over(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    for await (const chunk of chunks) {
      this.bytes += chunk.length
      this.#hash.update(chunk)
      yield chunk
    }
  }

  found(key: string): StoredFile {
    return { key, bytes: this.bytes, sha256: this.#hash.digest('hex') }
  }
}

export function isSame(a: StoredFile, b: StoredFile): boolean {
  return a.bytes === b.bytes && a.sha256 === b.sha256
}

export async function measure(key: string, chunks: AsyncIterable<Uint8Array>): Promise<StoredFile> {
  const meter = new Meter()
  for await (const _ of meter.over(chunks)) {
    // The content is read only to be measured.
  }
  return meter.found(key)
}

export async function openStored(storage: Storage, key: string): Promise<Readable | undefined> {
  try {
    return await storage.read(key)
  } catch (error) {
    const cause = isFailure(error) ? error.cause : undefined
    const names = cause instanceof Error ? [cause.name, 'code' in cause ? cause.code : ''] : []
    if (names.includes('ENOENT') || names.includes('NoSuchKey')) return undefined
    throw error
  }
}

/** @returns false when storage already has the complete file. */
export async function putFile(
  storage: Storage,
  file: StoredFile,
  open: () => Promise<Readable>,
): Promise<boolean> {
  const present = await openStored(storage, file.key)
  if (present) {
    if (isSame(await measure(file.key, present), file)) return false
    await storage.remove(file.key)
  }
  // A killed restore may have left this file.
  await storage.remove(file.key + partSuffix)
  const received = await storage.receive(file.bytes, file.key)
  try {
    await pipeline(await open(), received.sink)
    const sha256 = received.sha256()
    if (received.size() !== file.bytes || sha256.toString('hex') !== file.sha256) {
      throw new Error(`The file ${file.key} changed while it was copied.`)
    }
    await received.commit(sha256)
  } finally {
    await received.discard()
  }
  return true
}
