import { PassThrough } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Storage } from './storage.ts'

type Written = { path: string; bytes: Buffer }
type Stored = { path: string; storageKey: string; createdAt: Date }

/** Stored files are not compressed, because most formats already are. */
export function writeZip(
  written: readonly Written[],
  stored: readonly Stored[],
  storage: Storage,
): PassThrough {
  const out = new PassThrough()
  const zip = new ZipFile()
  zip.on('error', (error) => out.destroy(error as Error))
  for (const { path, bytes } of written) zip.addBuffer(bytes, path)
  for (const { path, storageKey, createdAt } of stored) {
    zip.addReadStreamLazy(path, { mtime: createdAt, compress: false }, (done) => {
      storage.read(storageKey).then(
        (bytes) => {
          bytes.once('error', (error) => out.destroy(error))
          done(null, bytes)
        },
        (error: Error) => out.destroy(error),
      )
    })
  }
  zip.end()
  zip.outputStream.pipe(out)
  return out
}
