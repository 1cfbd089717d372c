import { useState } from 'react'

/** Number of openings. Used as a key, it makes each opening a fresh dialog. */
export function useOpenings(open: boolean): number {
  const [seen, setSeen] = useState({ open: false, count: 0 })
  if (seen.open !== open) setSeen({ open, count: seen.count + (open ? 1 : 0) })
  return seen.count
}
