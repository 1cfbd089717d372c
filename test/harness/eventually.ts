import { vi } from 'vitest'

/** Longer than a busy machine needs. The product's speed is measured in proofs/bench/. */
const timeout = 30_000

/**
 * Repeats a check until it passes.
 * @throws the last failure.
 */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout })
}
