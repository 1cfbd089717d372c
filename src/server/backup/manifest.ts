import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import packageFile from '#package.json' with { type: 'json' }
import { Sequence, Table } from './catalog.ts'
import { SchemaVersion } from './schema-version.ts'
import { writeSynced } from './write-lines.ts'

const format = 1

const count = z.number().int().nonnegative()
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** The SHA-256 is that of the uncompressed lines. */
export const TableFile = Table.extend({ rows: count, sha256 })
export type TableFile = z.infer<typeof TableFile>

/** The key names the file both in storage and in the backup. */
export const StoredFile = z.object({
  key: z.string().regex(/^[0-9a-f]{32}$/),
  bytes: count,
  sha256,
})
export type StoredFile = z.infer<typeof StoredFile>

const Product = z.object({ name: z.string(), version: z.string() })

export const Manifest = z.object({
  format: z.literal(format),
  product: Product,
  schema: SchemaVersion,
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  tables: z.array(TableFile).min(1),
  sequences: z.array(Sequence),
  /** `documents.ndjson.gz` has a `StoredFile` on each line; `sha256` is the hash of the lines. */
  documents: z.object({ count, bytes: count, missing: count, damaged: count, sha256 }),
  /** `name` is the key's fingerprint. */
  secretKey: z.object({ name: z.string(), included: z.boolean() }).nullable(),
})
export type Manifest = z.infer<typeof Manifest>

const thisProduct = { name: packageFile.name, version: packageFile.version }

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')

export const layout = {
  manifest: 'manifest.json',
  digest: 'manifest.sha256',
  tables: 'tables',
  table: (name: string) => join('tables', `${name}.ndjson.gz`),
  documents: 'documents',
  document: (key: string) => join('documents', key),
  documentList: 'documents.ndjson.gz',
  secretKey: 'secret.key',
}

export async function writeManifest(
  directory: string,
  manifest: Omit<Manifest, 'format' | 'product'>,
): Promise<void> {
  const whole: Manifest = { format, product: thisProduct, ...manifest }
  const text = `${JSON.stringify(whole, null, 2)}\n`
  await writeSynced(join(directory, layout.manifest), [text])
  await writeSynced(join(directory, layout.digest), [`${digestOf(text)}  ${layout.manifest}\n`])
}

/**
 * @throws Error of one line when the directory has no backup, or one that is damaged or of another
 * format or product.
 */
export function readManifest(directory: string): Manifest {
  const read = (file: string) => {
    try {
      return readFileSync(join(directory, file), 'utf8')
    } catch (error) {
      const reason = error instanceof Error && 'code' in error ? error.code : error
      throw new Error(`${directory} is not a complete backup: ${file} cannot be read (${reason}).`)
    }
  }
  const text = read(layout.manifest)
  const damaged = new Error(`The backup ${directory} is damaged: its manifest has changed.`)
  if (read(layout.digest).split(' ')[0] !== digestOf(text)) throw damaged
  const found: unknown = JSON.parse(text)
  const head = z.object({ format: z.number(), product: Product }).safeParse(found)
  if (!head.success) throw damaged
  const { product } = head.data
  if (product.name !== thisProduct.name) {
    throw new Error(`${directory} is a backup of another product, ${product.name}.`)
  }
  if (head.data.format !== format) {
    throw new Error(
      `The backup ${directory} was made by version ${product.version}, whose format this program does not read. Use that version.`,
    )
  }
  const manifest = Manifest.safeParse(found)
  if (!manifest.success) throw damaged
  return manifest.data
}
