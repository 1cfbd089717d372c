import { type ComponentType, useEffect, useState } from 'react'
import { AttentionSpace } from './attention-space.tsx'

/** Loaded after the frame; without its code the page is as usable. */
export function LazyAttention() {
  const [Line, setLine] = useState<ComponentType>(() => AttentionSpace)
  useEffect(() => {
    import('./attention-line.tsx').then(
      ({ AttentionLine }) => setLine(() => AttentionLine),
      () => {},
    )
  }, [])
  return <Line />
}
