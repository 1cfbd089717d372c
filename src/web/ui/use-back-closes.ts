import { useEffect, useRef } from 'react'
import { addLayer } from './history-layers.ts'

/** While `open`, the browser's Back calls `close` instead of leaving the page. */
export function useBackCloses(open: boolean, close: () => void): void {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => (open ? addLayer(() => latest.current()) : undefined), [open])
}
