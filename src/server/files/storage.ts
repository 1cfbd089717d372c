import type { Readable } from 'node:stream'
import type { Dependency } from '../health.ts'
import type { ByteRange } from './file-response.ts'
import type { StagedUpload } from './upload-staging.ts'

export type Received = StagedUpload & {
  /** After this, `discard` still removes leftovers. */
  commit(sha256: Uint8Array): Promise<void>
}

/** Every failure is a `Failure` with the code `storage_full` or `unavailable`. */
export type Storage = {
  /** @param key the file's key; random by default. */
  receive(expectedBytes: number, key?: string): Promise<Received>
  read(key: string, range?: ByteRange): Promise<Readable>
  remove(key: string): Promise<void>
  /** Includes files of unfinished uploads. */
  olderThan(moment: Date): AsyncIterable<string>
  health: Dependency
}
