import { createHash, randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, open, statfs, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { Failure } from '#contract/failure.ts'
import { errorCode } from '../error-code.ts'

export const minimumFreeBytes = 200 * 1024 * 1024

export const partSuffix = '.part'

/** The buffer of one upload, which is written at once when the disk is ready. */
const bufferBytes = 1024 * 1024

const fullCodes = new Set(['ENOSPC', 'EDQUOT'])

export function storageFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  if (fullCodes.has(errorCode(error))) {
    return new Failure('storage_full', 'There is no room left for documents.', { cause: error })
  }
  const message = 'Documents cannot be reached right now. Please try again shortly.'
  return new Failure('unavailable', message, { retryAfter: 30, cause: error })
}

export type FreeBytes = (directory: string) => Promise<number>

export const freeBytes: FreeBytes = async (directory) => {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}

export type StagedUpload = {
  key: string
  path: string
  file: FileHandle
  sink: Writable
  size(): number
  sha256(): Buffer
  /** May be called several times. */
  discard(): Promise<void>
}

/**
 * Never follows a symbolic link and never overwrites a file.
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

function stagedIn(file: FileHandle, key: string, path: string): StagedUpload {
  const hash = createHash('sha256')
  let size = 0
  let removing: Promise<void> | undefined

  function write(bytes: Buffer, done: (error?: Error | null) => void): void {
    hash.update(bytes)
    file.appendFile(bytes).then(
      () => {
        size += bytes.length
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
      write: (chunk: Buffer, _, done) => write(chunk, done),
      writev: (chunks, done) => write(Buffer.concat(chunks.map(({ chunk }) => chunk)), done),
    }),
    size: () => size,
    sha256: () => hash.digest(),
    discard() {
      removing ??= Promise.allSettled([file.close(), unlink(path)]).then(() => {})
      return removing
    },
  }
}
