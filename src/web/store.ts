import { useSyncExternalStore } from 'react'
import { browserStorage } from './storage.ts'

export function createStore<T>(initial: T) {
  let current = initial
  const listeners = new Set<() => void>()
  return {
    initial,
    get: () => current,
    set(next: T): void {
      current = next
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export type Store<T> = ReturnType<typeof createStore<T>>

/**
 * A store kept in this browser and shared by its tabs. If storage is blocked, it lasts as long as
 * the page. `parse(null)` is the initial value.
 */
export function persisted<T>(
  key: string,
  parse: (stored: string | null) => T,
  format: (value: T) => string = String,
): Store<T> {
  const store = createStore(parse(null))
  const read = () => store.set(parse(browserStorage.read(key)))
  if (typeof window !== 'undefined') {
    read()
    window.addEventListener('storage', (event) => {
      if (event.key === key || event.key === null) read()
    })
  }
  return {
    ...store,
    set(next) {
      browserStorage.write(key, format(next))
      store.set(next)
    },
  }
}

/** Returns the initial value on the server and during hydration. */
export function useStore<T>({ initial, get, subscribe }: Store<T>): T {
  return useSyncExternalStore(subscribe, get, () => initial)
}
