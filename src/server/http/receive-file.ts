import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { Failure, isFailure } from '#contract/failure.ts'
import { cleanName } from '#contract/file-names.ts'
import {
  emptyFile,
  extensionOf,
  maxBytes,
  tooLarge,
  typeOfExtension,
  wrongType,
} from '#contract/file-rules.ts'
import { matchesExtension } from '../files/signatures.ts'
import type { Received, Storage } from '../files/storage.ts'
import type { SignedInContext } from '../service/context.ts'
import { openRequestSlots } from '../service/request-slots.ts'
import { envelopeBytes, readOneFile, type SentFile, watchRequest } from './read-upload.ts'

const openSlot = openRequestSlots(
  4,
  'Four uploads are already running. Please wait for one to finish.',
)

/** A file in storage that has no row yet. */
export type StoredFile = {
  originalName: string
  mimeType: string
  fileSize: number
  sha256: Uint8Array
  storageKey: string
}

function tooLargeFailure(sentName: string): Failure {
  const about = tooLarge.about(cleanName(sentName) || 'The file')
  return new Failure('too_large', about, { fields: { document: tooLarge.title } })
}

function wrongTypeFailure(name: string): Failure {
  const about = wrongType.about(name || 'The file')
  return new Failure('unsupported_type', about, { fields: { document: wrongType.title } })
}

function declaredBytes({ headers }: IncomingMessage): number {
  const declared = Number(headers['content-length'] ?? 0)
  if (declared > maxBytes + envelopeBytes) throw tooLargeFailure('')
  return Math.min(declared || maxBytes, maxBytes)
}

async function take(sent: SentFile, name: string, received: Received): Promise<void> {
  await sent.pourInto(received.sink)
  const size = received.size()
  if (size === 0)
    throw new Failure('invalid_input', emptyFile(name), { fields: { document: 'Empty file' } })
  if (!(await matchesExtension(received.file, extensionOf(name), size)))
    throw wrongTypeFailure(name)
}

/** Creates the row of a stored file. `isNew` is false for a repeated call. */
type AddRow = (file: StoredFile) => Promise<{ id: string; isNew: boolean }>

/** The row commits the upload: a stored file without a row is later removed by `removeStrays`. */
async function store(
  { storage, metrics }: SignedInContext,
  sent: SentFile,
  expectedBytes: number,
  addRow: AddRow,
): Promise<string> {
  const originalName = cleanName(sent.name)
  const mimeType = typeOfExtension[extensionOf(originalName)]
  if (!mimeType) throw wrongTypeFailure(originalName)
  const received = await storage.receive(expectedBytes)
  try {
    await take(sent, originalName, received)
    const sha256 = received.sha256()
    await received.commit(sha256)
    const { key: storageKey } = received
    const fileSize = received.size()
    const { id, isNew } = await withRow(storage, [storageKey], () =>
      addRow({ originalName, mimeType, fileSize, sha256, storageKey }),
    )
    if (isNew) {
      metrics.uploads.labels().add()
      metrics.uploadBytes.labels().add(fileSize)
    } else await storage.remove(storageKey)
    return id
  } finally {
    await received.discard()
  }
}

/** Removes the stored files when their rows are refused. */
export async function withRow<T>(
  storage: Storage,
  keys: readonly string[],
  addRow: () => Promise<T>,
): Promise<T> {
  try {
    return await addRow()
  } catch (error) {
    // Files are removed only after a definite refusal. After a lost connection the row may exist.
    if (isFailure(error)) for (const key of keys) await storage.remove(key)
    throw error
  }
}

/**
 * Stores the file of an upload (multipart, field `document`), then its row.
 *
 * @returns the id of the row.
 * @throws Failure when the file breaks the rules of documents.
 */
export async function receiveFile(
  context: SignedInContext,
  request: IncomingMessage,
  addRow: AddRow,
): Promise<string> {
  const expectedBytes = declaredBytes(request)
  const freeSlot = openSlot(context.user.id)
  const endWatch = watchRequest(request)
  try {
    const sent = await readOneFile(request, maxBytes, tooLargeFailure)
    return await store(context, sent, expectedBytes, addRow)
  } catch (error) {
    if (isFailure(error)) context.log.warn({ event: 'upload_refused', reason: error.code })
    throw error
  } finally {
    endWatch()
    freeSlot()
  }
}

/** @returns the key of the copy. */
export async function copyFile(
  storage: Storage,
  { storageKey, fileSize }: Pick<StoredFile, 'storageKey' | 'fileSize'>,
): Promise<string> {
  const copy = await storage.receive(fileSize)
  try {
    await pipeline(await storage.read(storageKey), copy.sink)
    await copy.commit(copy.sha256())
    return copy.key
  } finally {
    await copy.discard()
  }
}
