import { useSyncExternalStore } from 'react'
import { browserStorage } from '../storage.ts'

const listeners = new Set<() => void>()

/** Choice stored on this device; the default applies if storage is refused. */
export function preference<T extends string>(key: string, choices: readonly [T, ...T[]]) {
  const get = (): T => {
    const stored = browserStorage.read(key)
    return choices.find((choice) => choice === stored) ?? choices[0]
  }
  return {
    get,
    set(choice: T): void {
      browserStorage.write(key, choice)
      for (const listener of listeners) listener()
    },
  }
}

export type Preference<T extends string> = { get(): T; set(choice: T): void }

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** Also follows changes made in other tabs. */
export function usePreference<T extends string>(choice: Preference<T>, onServer: T): T {
  return useSyncExternalStore(subscribe, choice.get, () => onServer)
}
