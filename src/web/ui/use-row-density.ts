import { useSyncExternalStore } from 'react'

const place = 'compact-rows'
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function read(): boolean {
  try {
    return localStorage.getItem(place) === '1'
  } catch {
    return false
  }
}

function write(compact: boolean): void {
  try {
    if (compact) localStorage.setItem(place, '1')
    else localStorage.removeItem(place)
  } catch {
    // Without storage every visit begins with comfortable rows.
  }
  for (const listener of listeners) listener()
}

/** Whether tables have rows of 36 px in place of 44, as chosen in this browser. */
export function useCompactRows(): [boolean, (compact: boolean) => void] {
  return [useSyncExternalStore(subscribe, read, () => false), write]
}
