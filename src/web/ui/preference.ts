import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Choice stored on this device; the default applies if storage is refused. */
export function preference<T extends string>(key: string, choices: readonly [T, ...T[]]) {
  const get = (): T => choices.find((choice) => choice === read(key)) ?? choices[0]
  return {
    get,
    set(choice: T): void {
      try {
        localStorage.setItem(key, choice)
      } catch {}
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
export function usePreference<T extends string>(kept: Preference<T>, onServer: T): T {
  return useSyncExternalStore(subscribe, kept.get, () => onServer)
}
