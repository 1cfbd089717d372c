import type { Readable } from 'node:stream'
import type { ByteRange } from '../http/file-response.ts'
import type { Dependency } from '../http/health.ts'
import type { StagedUpload } from './upload-staging.ts'

export type Received = StagedUpload & {
  /** Makes the bytes durable under the key. `discard` still removes what is left beside it. */
  keep(sha256: Uint8Array): Promise<void>
}

/**
 * Document storage on disk or in a bucket. Every failure is a `Failure`, `storage_full` or
 * `unavailable`.
 */
export type Storage = {
  /** Starts receiving at most `expectedBytes`, under a random key unless one is given. */
  receive(expectedBytes: number, key?: string): Promise<Received>
  read(key: string, range?: ByteRange): Promise<Readable>
  /** Succeeds when the key does not exist. */
  remove(key: string): Promise<void>
  /** Keys last written before `moment`, unfinished uploads included. */
  olderThan(moment: Date): AsyncIterable<string>
  health: Dependency
}
