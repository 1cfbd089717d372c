import { useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/** False on the server and during hydration; for values that only the browser knows. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}
