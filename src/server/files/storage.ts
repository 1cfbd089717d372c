import type { Readable } from 'node:stream'
import type { Dependency } from '../health.ts'
import type { ByteRange } from './file-response.ts'
import type { StagedUpload } from './upload-staging.ts'

export type Received = StagedUpload & {
  /** `discard` still removes what is left beside it. */
  commit(sha256: Uint8Array): Promise<void>
}

/** Every failure is a `Failure`, `storage_full` or `unavailable`. */
export type Storage = {
  /** @param key random unless given. */
  receive(expectedBytes: number, key?: string): Promise<Received>
  read(key: string, range?: ByteRange): Promise<Readable>
  remove(key: string): Promise<void>
  /** Includes unfinished uploads. */
  olderThan(moment: Date): AsyncIterable<string>
  health: Dependency
}
