import { useEffect, useState } from 'react'
import { browserStorage } from '#web/storage.ts'

/** In milliseconds. */
const foldedFor = 8 * 3_600_000

const key = 'attention-folded'

type Folded = { until: number; ids: string[] }

/** Any line that appeared after the folding unfolds the box. @returns Unix milliseconds */
function foldedUntil(ids: readonly string[]): number {
  const folded = browserStorage.readJson<Folded>(key)
  return folded && ids.every((id) => folded.ids.includes(id)) ? folded.until : 0
}

/** Lets the user fold something to a dot for 8 hours in this browser. */
export function useFolding(ids: readonly string[]): [isFolded: boolean, toggle: () => void] {
  const [, setChanges] = useState(0)
  const changed = () => setChanges((changes) => changes + 1)
  const left = foldedUntil(ids) - Date.now()
  const isFolded = left > 0
  useEffect(() => {
    if (!isFolded) return
    const timer = setTimeout(() => setChanges((changes) => changes + 1), left)
    return () => clearTimeout(timer)
  }, [isFolded, left])
  return [
    isFolded,
    () => {
      const folded: Folded = { until: Date.now() + foldedFor, ids: [...ids] }
      browserStorage.write(key, isFolded ? null : JSON.stringify(folded))
      changed()
    },
  ]
}
