import { useSyncExternalStore } from 'react'

/** False on the server. */
export function useMedia(condition: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(condition)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => matchMedia(condition).matches,
    () => false,
  )
}

/** From 768 px tables are shown as tables, below as lists. */
export function useTables(): boolean {
  return useMedia('(min-width: 48rem)')
}
