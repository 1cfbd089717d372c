import pLimit from 'p-limit'
import type { Failure } from '#contract/failure.ts'

export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>

/** @param mostWaiting calls that may wait, @param refuse makes the Failure for further ones. */
export function openConcurrencyLimit(
  most: number,
  mostWaiting: number,
  refuse: () => Failure,
): ConcurrencyLimit {
  const limit = pLimit(most)
  return async (work) => {
    if (limit.activeCount + limit.pendingCount >= most + mostWaiting) throw refuse()
    return limit(work)
  }
}
