import { Failure } from '../../contract/failure.ts'
import type { Dependency } from '../http/health.ts'
import { type FreeBytes, freeBytes, minimumFreeBytes } from './upload-staging.ts'

/** Whether what is written now can be kept. */
export type DiskSpace = {
  /** @throws Failure `storage_full` */
  demand(): Promise<void>
  /** For readiness; absent where the room is not this machine's. */
  health?: Dependency
}

/** A server that is full says so by itself, and loses nothing. */
export const elsewhere: DiskSpace = { demand: async () => {} }

export function noRoom(cause?: unknown): Failure {
  return new Failure(
    'storage_full',
    'There is no room left to keep this. Nothing was saved; please try again later.',
    { retryAfter: 60, ...(cause !== undefined && { cause }) },
  )
}

/** An answer holds for so long: many messages a second ask the disk twice. */
const freshMs = 500

/**
 * PostgreSQL needs room to write its log, and ends when there is none. So nothing new is taken while
 * the volume of the own one has less than the free floor; reading goes on.
 */
export function diskSpaceIn(directory: string, free: FreeBytes = freeBytes): DiskSpace {
  let askedAt = Number.NEGATIVE_INFINITY
  let answer: Promise<boolean> = Promise.resolve(true)
  const hasRoom = () => {
    if (performance.now() - askedAt < freshMs) return answer
    askedAt = performance.now()
    answer = free(directory).then(
      (bytes) => bytes >= minimumFreeBytes,
      // What cannot be asked is no reason to refuse; the write will tell.
      () => true,
    )
    return answer
  }
  return {
    async demand() {
      if (!(await hasRoom())) throw noRoom()
    },
    health: {
      name: 'room',
      async answers() {
        if (!(await hasRoom())) throw new Error('disk nearly full')
      },
    },
  }
}
