import { vi } from 'vitest'

/** Longer than a busy machine needs; how fast the product is, proofs/bench/ measures. */
const timeout = 30_000

/** Repeats a check until it passes. @throws the last failure */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout })
}
