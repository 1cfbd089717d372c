import { createHash, randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, open, statfs, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { Failure } from '../../contract/failure.ts'

/** Writes are refused below this many free bytes. */
export const minimumFreeBytes = 200 * 1024 * 1024

export const partSuffix = '.part'

/** Memory buffer per upload; written at once when the disk is ready for more. */
const bufferBytes = 1024 * 1024

const fullCodes = new Set(['ENOSPC', 'EDQUOT'])

export function storageFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return fullCodes.has(code)
    ? new Failure('storage_full', 'There is no room left for documents.', { cause: error })
    : new Failure(
        'unavailable',
        'Documents are out of reach right now. Please try again shortly.',
        {
          retryAfter: 30,
          cause: error,
        },
      )
}

export type FreeBytes = (directory: string) => Promise<number>

export const freeBytes: FreeBytes = async (directory) => {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}

/** An upload in progress, written beside its destination under an unguessable key. */
export type StagedUpload = {
  key: string
  path: string
  file: FileHandle
  /** Its write callback comes when the operating system has the bytes. */
  sink: Writable
  size(): number
  /** Call once, after the last byte. */
  sha256(): Buffer
  /** Closes and removes the file; idempotent. */
  discard(): Promise<void>
}

/**
 * Opens a new file in `directory`, never following a link or overwriting.
 *
 * @param expectedBytes refused when they would leave less than `minimumFreeBytes`.
 * @throws Failure `storage_full` or `unavailable`
 */
export async function openUploadStaging(
  directory: string,
  expectedBytes: number,
  key = randomBytes(16).toString('hex'),
  free: FreeBytes = freeBytes,
): Promise<StagedUpload> {
  const path = join(directory, key + partSuffix)
  try {
    if ((await free(directory)) - expectedBytes < minimumFreeBytes) {
      throw new Failure('storage_full', 'There is no room left for documents.')
    }
    const flags = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW
    const file = await open(path, flags, 0o600)
    return stagedIn(file, key, path)
  } catch (error) {
    throw storageFailure(error)
  }
}

async function writeWhole(file: FileHandle, chunks: Buffer[], at: number): Promise<number> {
  const total = chunks.reduce((sum, { length }) => sum + length, 0)
  const { bytesWritten } = await file.writev(chunks, at)
  if (bytesWritten === total) return total
  const rest = Buffer.concat(chunks).subarray(bytesWritten)
  return bytesWritten + (await writeWhole(file, [rest], at + bytesWritten))
}

function stagedIn(file: FileHandle, key: string, path: string): StagedUpload {
  const hash = createHash('sha256')
  let size = 0
  let removing: Promise<void> | undefined

  function write(chunks: Buffer[], done: (error?: Error | null) => void): void {
    for (const chunk of chunks) hash.update(chunk)
    writeWhole(file, chunks, size).then(
      (written) => {
        size += written
        done()
      },
      (error: unknown) => done(storageFailure(error)),
    )
  }

  return {
    key,
    path,
    file,
    sink: new Writable({
      highWaterMark: bufferBytes,
      write: (chunk: Buffer, _, done) => write([chunk], done),
      writev: (chunks, done) =>
        write(
          chunks.map(({ chunk }) => chunk as Buffer),
          done,
        ),
    }),
    size: () => size,
    sha256: () => hash.digest(),
    discard() {
      removing ??= Promise.allSettled([file.close(), unlink(path)]).then(() => {})
      return removing
    },
  }
}
