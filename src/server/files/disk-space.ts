import { Failure } from '#contract/failure.ts'
import type { Dependency } from '../health.ts'
import { type FreeBytes, freeBytes, minimumFreeBytes } from './upload-staging.ts'

export type DiskSpace = {
  assertSpace(): Promise<void>
  health?: Dependency
}

/** For an outside server, which reports a full disk itself and loses nothing. */
export const unlimitedDiskSpace: DiskSpace = { assertSpace: async () => {} }

export function storageFull(cause?: unknown): Failure {
  return new Failure(
    'storage_full',
    'There is no room left to keep this. Nothing was saved; please try again later.',
    { retryAfter: 60, ...(cause !== undefined && { cause }) },
  )
}

const freshMs = 500

/** Refuses writes early, because PostgreSQL shuts down when it cannot write its log. */
export function diskSpaceIn(directory: string, free: FreeBytes = freeBytes): DiskSpace {
  let checkedAt = Number.NEGATIVE_INFINITY
  let answer: Promise<boolean> = Promise.resolve(true)
  const hasSpace = () => {
    if (performance.now() - checkedAt < freshMs) return answer
    checkedAt = performance.now()
    answer = free(directory).then(
      (bytes) => bytes >= minimumFreeBytes,
      // When the free space is unknown, the write itself fails if the disk is full.
      () => true,
    )
    return answer
  }
  return {
    async assertSpace() {
      if (!(await hasSpace())) throw storageFull()
    },
    health: {
      name: 'disk',
      async answers() {
        if (!(await hasSpace())) throw new Error('disk nearly full')
      },
    },
  }
}
