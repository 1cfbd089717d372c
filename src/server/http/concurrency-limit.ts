import type { Failure } from '../../contract/failure.ts'

/** Runs work, at most `places` at once and the rest in order of arrival. */
export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>

/**
 * @param longestLine  calls that may wait; more would wait longer than a person does
 * @param refuse  makes the Failure for calls beyond that
 */
export function openConcurrencyLimit(
  places: number,
  longestLine: number,
  refuse: () => Failure,
): ConcurrencyLimit {
  const waiting: (() => void)[] = []
  let busy = 0
  return async (work) => {
    if (busy < places) busy += 1
    else {
      if (waiting.length >= longestLine) throw refuse()
      // A finished call hands its place on, so `busy` stays the same.
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else busy -= 1
    }
  }
}
