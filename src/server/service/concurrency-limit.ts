import pLimit from 'p-limit'
import type { Failure } from '#contract/failure.ts'

/** @param kept how many of the waiting places this call must leave to others. */
export type ConcurrencyLimit = <T>(work: () => Promise<T>, kept?: number) => Promise<T>

/**
 * @param maxWaiting how many calls may wait.
 * @param refuse makes the Failure for any further call.
 */
export function openConcurrencyLimit(
  max: number,
  maxWaiting: number,
  refuse: () => Failure,
): ConcurrencyLimit {
  const limit = pLimit(max)
  return async (work, kept = 0) => {
    if (limit.activeCount + limit.pendingCount >= max + maxWaiting - kept) throw refuse()
    return limit(work)
  }
}
