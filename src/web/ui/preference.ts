import { persisted } from '../store.ts'

/** A choice stored in this browser. The first one is the default. */
export function preference<T extends string>(key: string, choices: readonly [T, ...T[]]) {
  return persisted(key, (stored) => choices.find((choice) => choice === stored) ?? choices[0])
}
