import { useSyncExternalStore } from 'react'

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

/** The initial value on the server and during hydration. */
export function useStore<T>({ initial, get, subscribe }: Store<T>): T {
  return useSyncExternalStore(subscribe, get, () => initial)
}
