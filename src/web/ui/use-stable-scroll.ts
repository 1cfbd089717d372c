import type { VirtualItem } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef } from 'react'

type Virtual = {
  getVirtualItems(): VirtualItem[]
  measurementsCache: readonly VirtualItem[]
  shouldAdjustScrollPositionOnItemSizeChange: ((...given: never[]) => boolean) | undefined
}

/**
 * Keeps the topmost visible row in its position when rows are added or removed above it. Not while
 * scrolled to the top, where new rows are to be seen.
 */
export function useStableScroll(
  rows: readonly unknown[],
  virtual: Virtual,
  scrolled: () => number,
  scrollBy: (pixels: number) => void,
): void {
  const before = useRef({ rows, shown: virtual.getVirtualItems() })
  // New rows are measured before the effect, which allows for it: scrolled twice, the list would move.
  if (before.current.rows !== rows) virtual.shouldAdjustScrollPositionOnItemSizeChange = () => false
  useLayoutEffect(() => {
    virtual.shouldAdjustScrollPositionOnItemSizeChange = undefined
    const earlier = before.current
    before.current = { rows, shown: virtual.getVirtualItems() }
    const top = earlier.rows === rows ? 0 : scrolled()
    const anchor = top > 0 && earlier.shown.find(({ end }) => end > top)
    if (!anchor) return
    const now = virtual.measurementsCache.find(({ key }) => key === anchor.key)
    if (now && now.start !== anchor.start) scrollBy(now.start - anchor.start)
  })
}
