import { createHash, randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, open, statfs, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { Failure } from '../../contract/failure.ts'

/** Below this many free bytes the product stops taking what it could not keep. */
export const minimumFreeBytes = 200 * 1024 * 1024

/** Ends the name of a file that is still coming in. */
export const partSuffix = '.part'

/** What waits in memory per upload; written in one go when the disk is ready for more. */
const bufferBytes = 1024 * 1024

const fullCodes = new Set(['ENOSPC', 'EDQUOT'])

/** What a caller may hear when storage does not do its part. */
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

/** A file on its way in: written beside its place, under a key that nobody can guess. */
export type StagedUpload = {
  key: string
  path: string
  file: FileHandle
  /** Takes the bytes; its callback comes when they are with the operating system. */
  sink: Writable
  /** Bytes so far. */
  size(): number
  /** To be called once, after the last byte. */
  sha256(): Buffer
  /** Closes and removes it; does nothing the second time. */
  discard(): Promise<void>
}

/**
 * Opens a new file in `directory`, never through a link and never over another file.
 *
 * @param expectedBytes refused when they would not leave the free floor.
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
    return spooledIn(file, key, path)
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

function spooledIn(file: FileHandle, key: string, path: string): StagedUpload {
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
