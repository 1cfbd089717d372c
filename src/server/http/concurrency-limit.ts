import pLimit from 'p-limit'
import type { Failure } from '../../contract/failure.ts'

/** Runs work, a limited number at once and the rest in order of arrival. */
export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>

/**
 * @param mostWaiting  calls that may wait; more would wait longer than a person does
 * @param refuse  makes the Failure for calls beyond that
 */
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
