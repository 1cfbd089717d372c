import { persisted } from '../store.ts'

/** A choice of this browser, the first unless another was made. */
export function preference<T extends string>(key: string, choices: readonly [T, ...T[]]) {
  return persisted(key, (stored) => choices.find((choice) => choice === stored) ?? choices[0])
}
