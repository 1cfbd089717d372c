import { type ComponentType, useEffect, useState } from 'react'
import { AttentionPlaceholder } from './attention-space.tsx'

/** Loaded after the frame, because the page is just as usable without it. */
export function LazyAttention() {
  const [Line, setLine] = useState<ComponentType>(() => AttentionPlaceholder)
  useEffect(() => {
    import('./attention-line.tsx').then(
      ({ AttentionLine }) => setLine(() => AttentionLine),
      () => {},
    )
  }, [])
  return <Line />
}
