import { type ComponentType, useEffect, useState } from 'react'
import { AttentionSpace } from './attention-space.tsx'

/** Loaded after the frame, because the page is just as usable without it. */
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
