import { useEffect, useRef } from 'react'
import { addLayer } from './history-layers.ts'

export function useBackCloses(open: boolean, close: () => void): void {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => (open ? addLayer(() => latest.current()) : undefined), [open])
}
