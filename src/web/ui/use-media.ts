import { useSyncExternalStore } from 'react'

/** Whether a media query holds now; false on the server. */
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

/** From 768 px on tables are tables; below they are lists. */
export function useTables(): boolean {
  return useMedia('(min-width: 48rem)')
}
