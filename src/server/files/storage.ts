import type { Readable } from 'node:stream'
import type { ByteRange } from '../http/file-response.ts'
import type { Dependency } from '../http/health.ts'
import type { StagedUpload } from './upload-staging.ts'

/** A file that has come in: look at it, then keep or discard it. */
export type Received = StagedUpload & {
  /** After this the bytes are safe under the key. `discard` still removes what is left beside it. */
  keep(sha256: Uint8Array): Promise<void>
}

/**
 * Where documents are, on disk or in a bucket. Every failure is a `Failure`, `storage_full` or
 * `unavailable`.
 */
export type Storage = {
  /** Makes room for a file of at most `expectedBytes`, under a random key unless one is given. */
  receive(expectedBytes: number, key?: string): Promise<Received>
  read(key: string, range?: ByteRange): Promise<Readable>
  /** Removing what is gone is no failure. */
  remove(key: string): Promise<void>
  /** Keys of everything last written before `moment`, unfinished files included. */
  olderThan(moment: Date): AsyncIterable<string>
  /** Fails when the place cannot be reached, or its disk is nearly full. */
  health: Dependency
}
